//! Georgia and Bob with one xor for the whole input.
//!
//! The first board is judged well; every later one is judged together with all boards before it.
//@ expect: wrong-answer
//@ note: the xor is never reset between cases

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<i64>().expect("the input is numbers"));

    let mut xor = 0;
    for _ in 0..numbers.next().unwrap_or(0) {
        let n = numbers.next().unwrap_or(0);
        let mut men: Vec<i64> = numbers.by_ref().take(n as usize).collect();
        if n % 2 == 1 {
            men.push(0);
        }
        men.sort_unstable();
        for couple in men.chunks_exact(2) {
            xor ^= couple[1] - couple[0] - 1;
        }
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}
