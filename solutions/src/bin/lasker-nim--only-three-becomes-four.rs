//! Knows the value 4 of a heap of three and takes every other heap for itself.
//@ expect: wrong-answer
//@ note: 4k + 3 goes up, but 4k + 4 does not come down

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
        let won = words.by_ref().take(n).fold(0, |x, heap| x ^ value(heap)) != 0;
        println!("{}", if won { "Alice" } else { "Bob" });
    }
}

fn value(heap: u64) -> u64 {
    if heap % 4 == 3 {
        heap + 1
    } else {
        heap
    }
}
