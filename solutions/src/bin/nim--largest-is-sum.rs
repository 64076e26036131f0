//! Wrong: generalises from 1 2 3, 1 4 5 and 1 2 4 7, where the largest heap equals all the others together. 3 5 6 is
//! lost as well.
//@ expect: wrong-answer
//@ note: Bob only if the largest heap is the sum of the others

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps = &numbers[1..];
    let stones: u64 = heaps.iter().sum();
    let largest = heaps.iter().max().copied().unwrap_or(0);
    println!(
        "{}",
        if 2 * largest == stones {
            "Bob"
        } else {
            "Alice"
        }
    );
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
