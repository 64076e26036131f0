//! Wrong: reads the heaps as floating-point numbers, which are exact only up to 2^53, about 9 * 10^15.
//@ expect: wrong-answer
//@ note: heaps pass through f64

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps: Vec<u64> = numbers[1..]
        .iter()
        .map(|&heap| heap as f64 as u64)
        .collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|heap| heap ^ nim_sum < *heap) {
        Some(i) => println!("{} {}", i + 1, heaps[i] ^ nim_sum),
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
