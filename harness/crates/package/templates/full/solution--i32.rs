//! Wrong: the sum leaves i32.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<i32>().expect("a number"));

    let n = numbers.next().expect("how many numbers there are");
    let sum = numbers.take(n as usize).fold(0_i32, |sum, number| sum.wrapping_add(number));
    println!("{}", sum);
}
