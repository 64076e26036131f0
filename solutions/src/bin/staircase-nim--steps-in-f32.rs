//! Reads the numbers as single-precision floats, which hold 24 binary digits.
//@ expect: wrong-answer
//@ note: 16777216 and 16777217 become the same number

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let n = words.next().unwrap_or(0) as usize;
    let steps: Vec<u64> = words.take(n).collect();
    let rounded = steps.iter().step_by(2).map(|&a| a as f32 as u64);
    let won = rounded.fold(0, |x, a| x ^ a) != 0;
    println!("{}", if won { "Yes" } else { "No" });
}
