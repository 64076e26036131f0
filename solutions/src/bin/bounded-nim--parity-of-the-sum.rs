//! Decides by the parity of all stones.
//@ expect: wrong-answer
//@ note: a heap of 2 is won

use std::io::{self, Read};

fn mover_wins(heaps: &[u64]) -> bool {
    heaps.iter().sum::<u64>() % 2 == 1
}

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().expect("a heap is a number"));
    let mut out = String::new();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let count = numbers.next().expect("the number of heaps") as usize;
        let heaps: Vec<u64> = numbers.by_ref().take(count).collect();
        out.push_str(if mover_wins(&heaps) {
            "first\n"
        } else {
            "second\n"
        });
    }
    print!("{}", out);
}
