//! Wrong: plays ordinary Nim on all the steps. The even ones do not count.
//@ expect: wrong-answer
//@ note: the xor of all steps

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of steps");
    let steps = numbers.take(n as usize);
    let nim_sum = steps.fold(0, |sum, stones| sum ^ stones);
    println!("{}", if nim_sum != 0 { "Yes" } else { "No" });
}
