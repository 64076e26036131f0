//@ expect: wrong-answer
//@ note: the sum leaves i32

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin()
        .read_to_string(&mut input)
        .expect("the input is text");
    let mut numbers = input
        .split_ascii_whitespace()
        .map(|word| word.parse::<i32>().expect("a whole number"));

    let n = numbers.next().unwrap_or(0) as usize;
    let sum = numbers
        .take(n)
        .fold(0_i32, |sum, number| sum.wrapping_add(number));
    println!("{}", sum);
}
