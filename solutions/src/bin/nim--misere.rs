//! Wrong: the other rule. The text this problem comes from opens with the pearl game, in which taking the last pearl
//! *loses*; then heaps of one stone each are won exactly when their number is even. Here the last stone wins.
//@ expect: wrong-answer
//@ note: plays the pearl game, where the last stone loses; only all-ones games differ

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps = &numbers[1..];
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let alice = if heaps.iter().all(|&heap| heap == 1) {
        nim_sum == 0
    } else {
        nim_sum != 0
    };
    println!("{}", if alice { "Alice" } else { "Bob" });
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
