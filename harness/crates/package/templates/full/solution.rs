// {title}: say here why the answer is right.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin()
        .read_to_string(&mut input)
        .expect("the input is text");
    let mut numbers = input
        .split_ascii_whitespace()
        .map(|word| word.parse::<i64>().expect("a whole number"));

    let n = numbers.next().unwrap_or(0) as usize;
    let sum: i64 = numbers.take(n).sum();
    println!("{}", sum);
}
