//! Keeps the values in signed 32 bits and stops at the largest of them.
//@ expect: wrong-answer
//@ note: the heap of 2147483647 stones has the value 2147483648

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
            .fold(0, |x, heap| x ^ value(heap as i32))
            != 0;
        println!("{}", if won { "Alice" } else { "Bob" });
    }
}

fn value(heap: i32) -> i32 {
    match heap % 4 {
        0 => heap - 1,
        3 => heap.saturating_add(1),
        _ => heap,
    }
}
