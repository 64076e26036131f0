//! Georgia and Bob without the number of cases in front: boards until the end of the input.
//!
//! T is taken for the N of a first board, and from there on nothing stands where it should.
//@ expect: wrong-answer
//@ note: never reads T and takes it for the first N

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<i64>().expect("the input is numbers"));

    while let Some(n) = numbers.next() {
        let mut men: Vec<i64> = numbers.by_ref().take(n as usize).collect();
        if men.len() % 2 == 1 {
            men.push(0);
        }
        men.sort_unstable();
        let xor = men
            .chunks_exact(2)
            .fold(0, |xor, couple| xor ^ (couple[1] - couple[0] - 1));
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}
