//! Wrong: the theorem the wrong way round. A nim-sum of 0 is bad for the player who has to move, and that is Alice.
//@ expect: wrong-answer
//@ note: prints Alice where the nim-sum is 0

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let nim_sum = numbers[1..].iter().fold(0, |sum, heap| sum ^ heap);
    println!("{}", if nim_sum == 0 { "Alice" } else { "Bob" });
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
