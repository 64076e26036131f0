//! Georgia and Bob for positions that come in ascending order.
//!
//! The statement promises no order: coupling the chessmen as they are read takes strangers for neighbours.
//@ expect: wrong-answer
//@ note: does not sort the positions

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
            men.insert(0, 0);
        }
        let xor = men
            .chunks_exact(2)
            .fold(0, |xor, couple| xor ^ (couple[1] - couple[0] - 1));
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}
