//! Wrong: takes every second step beginning with the highest one, as if the ground were above it.
//@ expect: wrong-answer
//@ note: counts the even steps when their number is even

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of steps");
    let steps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = steps.iter().rev().step_by(2).fold(0, |sum, stones| sum ^ stones);
    println!("{}", if nim_sum != 0 { "Yes" } else { "No" });
}
