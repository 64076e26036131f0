//! {title}, by the rules alone: the sum counted up one number at a time, in an integer that cannot
//! overflow. A slow one says with the directive `only` which tests it can finish.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words: Vec<&str> = input.split_ascii_whitespace().collect();

    let n: usize = words[0].parse().expect("a number");
    let mut sum = 0;
    for word in &words[1..=n] {
        sum += word.parse::<i128>().expect("a number");
    }
    println!("{}", sum);
}
