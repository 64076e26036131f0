//! Georgia and Bob with the couples counted from the left.
//!
//! With an odd number of chessmen the one left over is the rightmost here, and its gap is not counted at all. It must be
//! the leftmost, coupled with the wall.
//@ expect: wrong-answer
//@ note: couples from the left and ignores the last chessman when N is odd

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
        men.sort_unstable();
        let xor = men
            .chunks_exact(2)
            .fold(0, |xor, couple| xor ^ (couple[1] - couple[0] - 1));
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}
