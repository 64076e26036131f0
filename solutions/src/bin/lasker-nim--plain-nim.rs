//! Plays ordinary Nim, as if nobody ever gained anything by splitting a heap.
//@ expect: wrong-answer
//@ note: the heaps 4k + 3 and 4k + 4 have other values than in Nim

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let games = words.next().unwrap_or(0);
    for _ in 0..games {
        let n = words.next().unwrap_or(0) as usize;
        let won = words.by_ref().take(n).fold(0, |x, heap| x ^ heap) != 0;
        println!("{}", if won { "Alice" } else { "Bob" });
    }
}
