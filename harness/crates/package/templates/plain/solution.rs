//! {title}: say here why the answer is right.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<i64>().expect("a number"));

    let n = numbers.next().expect("how many numbers there are");
    let sum: i64 = numbers.take(n as usize).sum();
    println!("{}", sum);
}
