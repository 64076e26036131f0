//! Wrong: the nim-sum is kept in one byte, so heaps that are equal modulo 256 cancel: 1 257 looks like 1 1.
//@ expect: wrong-answer
//@ note: keeps only the low eight bits of every heap

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let nim_sum = numbers[1..].iter().fold(0u8, |sum, &heap| sum ^ heap as u8);
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
