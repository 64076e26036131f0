//! Georgia and Bob by the parity of all empty cells inside the couples.
//!
//! An odd sum does mean a xor that is not 0, so every `Georgia` is right. An even sum means nothing.
//@ expect: wrong-answer
//@ note: sums the gaps and looks at the parity, instead of the xor

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<i64>().expect("the input is numbers"));

    for _ in 0..numbers.next().unwrap_or(0) {
        let n = numbers.next().unwrap_or(0);
        let mut men: Vec<i64> = numbers.by_ref().take(n as usize).collect();
        if n % 2 == 1 {
            men.push(0);
        }
        men.sort_unstable();
        let sum: i64 = men
            .chunks_exact(2)
            .map(|couple| couple[1] - couple[0] - 1)
            .sum();
        println!("{} will win", if sum % 2 == 0 { "Bob" } else { "Georgia" });
    }
}
