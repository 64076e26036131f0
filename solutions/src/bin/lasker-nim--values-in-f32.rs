//! Reads the heaps as single-precision floats, which hold 24 binary digits.
//@ expect: wrong-answer
//@ note: 16777216 and 16777217 become the same number

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
        let won = words
            .by_ref()
            .take(n)
            .fold(0, |x, heap| x ^ value(heap as f32 as u64))
            != 0;
        println!("{}", if won { "Alice" } else { "Bob" });
    }
}

fn value(heap: u64) -> u64 {
    match heap % 4 {
        0 => heap - 1,
        3 => heap + 1,
        _ => heap,
    }
}
