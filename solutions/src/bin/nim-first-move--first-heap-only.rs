//! Wrong: reads the recipe of the first text as it is printed there, with the first heap as the example: compute what the
//! first heap should be, and if that is less, this is the move. The recipe has to be tried on every heap.
//@ expect: wrong-answer
//@ note: only the first heap is tried; 1 2 is given up

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps = &numbers[1..];
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.first() {
        Some(heap) if heap ^ nim_sum < *heap => println!("1 {}", heap ^ nim_sum),
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
