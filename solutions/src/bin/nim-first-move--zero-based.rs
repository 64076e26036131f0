//! Wrong: counts the heaps from 0, as the program does inside. The statement counts from 1.
//@ expect: wrong-answer
//@ note: heap numbers are one too small

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps = &numbers[1..];
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|heap| heap ^ nim_sum < *heap) {
        Some(i) => println!("{} {}", i, heaps[i] ^ nim_sum),
        None => println!("lose"),
    }
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
