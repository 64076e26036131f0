//! Wrong: believes that the largest heap always has the winning move. In 4 5 2 the nim-sum is 3, and 5 ^ 3 is more than 5.
//@ expect: wrong-answer
//@ note: shrinks the largest heap, which may mean adding stones

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps = &numbers[1..];
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let largest = heaps.iter().max().copied().unwrap_or(0);
    match heaps.iter().position(|&heap| heap == largest) {
        Some(i) if nim_sum != 0 => println!("{} {}", i + 1, heaps[i] ^ nim_sum),
        _ => println!("lose"),
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
