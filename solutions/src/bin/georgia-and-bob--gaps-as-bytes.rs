//! Georgia and Bob with the gaps kept in bytes.
//!
//! Two gaps that differ by 256 cancel here, and a gap of 256 is no heap at all.
//@ expect: wrong-answer
//@ note: keeps gaps in a u8, so they count modulo 256

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
        let xor = men
            .chunks_exact(2)
            .fold(0_u8, |xor, couple| xor ^ (couple[1] - couple[0] - 1) as u8);
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}
