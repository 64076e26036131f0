//! Wrong: names the heap by its size and not by its number, as HDU 2176 does ("9 5": the heap of 9 shrinks to 5).
//@ expect: wrong-answer
//@ note: prints the old size where the heap number belongs

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps = &numbers[1..];
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().find(|&heap| heap ^ nim_sum < *heap) {
        Some(heap) => println!("{} {}", heap, heap ^ nim_sum),
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
