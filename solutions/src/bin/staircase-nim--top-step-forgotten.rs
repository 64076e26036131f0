//! Wrong: stops one step too early, as the listing for chessmen on a line does that fills 1..=n and
//! uses 0..n.
//@ expect: wrong-answer
//@ note: the step read last is never used

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of steps");
    // The first number after n is step 1, so every second one from there on is an odd step.
    let odd_steps = numbers.take(n as usize - 1).step_by(2);
    let nim_sum = odd_steps.fold(0, |sum, stones| sum ^ stones);
    println!("{}", if nim_sum != 0 { "Yes" } else { "No" });
}
