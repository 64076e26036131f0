//! Remembers that two neighbours change places, but takes the wrong two: 4k and 4k + 1.
//@ expect: wrong-answer
//@ note: 3 and 4, 7 and 8, ... change places, not 4 and 5, 8 and 9, ...

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
    match heap % 4 {
        0 => heap + 1,
        1 if heap > 1 => heap - 1,
        _ => heap,
    }
}
