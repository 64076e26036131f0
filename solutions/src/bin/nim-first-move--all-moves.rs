//! Wrong: prints every winning move, as HDU 2176 asks for. Here one move is wanted, and there are often three or more.
//@ expect: wrong-answer
//@ note: prints all winning moves instead of one

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps = &numbers[1..];
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    if nim_sum == 0 {
        println!("lose");
    }
    for (i, heap) in heaps.iter().enumerate() {
        if heap ^ nim_sum < *heap {
            println!("{} {}", i + 1, heap ^ nim_sum);
        }
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
