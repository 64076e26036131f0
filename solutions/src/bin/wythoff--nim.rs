//! Wrong: plays Nim, where the second player copies the first on the other pile. Here a move may
//! take from both.
//@ expect: wrong-answer
//@ note: two equal piles are called lost

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        output += if mover_loses(a.min(b), a.max(b)) { "0\n" } else { "1\n" };
    }
    print!("{}", output);
}

/// Whether the piles are lost.
fn mover_loses(a: u64, b: u64) -> bool {
    a == b
}
