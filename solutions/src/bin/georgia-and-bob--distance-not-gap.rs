//! Georgia and Bob with the distances inside the couples as heaps.
//!
//! Neighbours are at distance 1 but have no empty cell between them. Taking 1 off every heap changes the xor in more than
//! the last digit.
//@ expect: wrong-answer
//@ note: takes the distance of a couple instead of the empty cells between them

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
            .fold(0, |xor, couple| xor ^ (couple[1] - couple[0]));
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}
