//! Wrong: reads the numbers as single-precision floats, which hold 24 binary digits: 16777216 and
//! 16777217 become the same number.
//@ expect: wrong-answer
//@ note: steps pass through f32

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<f32>().expect("a number") as u64);

    let n = numbers.next().expect("the number of steps");
    // The first number after n is step 1, so every second one from there on is an odd step.
    let odd_steps = numbers.take(n as usize).step_by(2);
    let nim_sum = odd_steps.fold(0, |sum, stones| sum ^ stones);
    println!("{}", if nim_sum != 0 { "Yes" } else { "No" });
}
