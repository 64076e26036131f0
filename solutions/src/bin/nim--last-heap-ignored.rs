//! Wrong: counts from 1 and stops before n, the usual slip when a loop over 1..=n is turned into one over 0..n.
//@ expect: wrong-answer
//@ note: the last heap is never looked at

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let n = numbers[0] as usize;
    let mut nim_sum = 0;
    for heap in numbers.iter().take(n).skip(1) {
        nim_sum ^= heap;
    }
    println!("{}", if nim_sum != 0 { "Alice" } else { "Bob" });
    Ok(())
}

fn read_numbers() -> io::Result<Vec<u64>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    Ok(input
        .split_whitespace()
        .filter_map(|token| token.parse().ok())
        .collect())
}
