//! Wrong: takes "the second line" at its word. The heaps are the next n numbers, however the lines are broken.
//@ expect: wrong-answer
//@ note: reads the heaps from line 2 only

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let line = input.lines().nth(1).unwrap_or("");
    let nim_sum = line
        .split_whitespace()
        .filter_map(|token| token.parse::<u64>().ok())
        .fold(0, |sum, heap| sum ^ heap);
    println!("{}", if nim_sum != 0 { "Alice" } else { "Bob" });
    Ok(())
}
