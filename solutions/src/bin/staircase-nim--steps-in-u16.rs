//! Wrong: keeps the stones of a step in 16 bits. Steps that are equal modulo 65536 cancel.
//@ expect: wrong-answer
//@ note: steps count modulo 65536

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of steps");
    // The first number after n is step 1, so every second one from there on is an odd step.
    let odd_steps = numbers.take(n as usize).step_by(2);
    let nim_sum = odd_steps.fold(0, |sum, stones| sum ^ stones as u16);
    println!("{}", if nim_sum != 0 { "Yes" } else { "No" });
}
