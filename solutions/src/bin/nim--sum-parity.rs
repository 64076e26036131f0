//! Wrong: judges by the total number of stones. The nim-sum and the sum agree in their last binary digit, so an odd
//! total is indeed a win; but 1 + 3 is even, and taking two of the three wins.
//@ expect: wrong-answer
//@ note: even total means Bob; the smallest failure is 1 3

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let stones: u64 = numbers[1..].iter().sum();
    println!("{}", if stones % 2 == 1 { "Alice" } else { "Bob" });
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
