//! Wrong: room for 64 heaps, and what does not fit is dropped in silence.
//@ expect: wrong-answer
//@ note: heaps after the 64th are ignored

use std::io::{self, Read};

const ROOM: usize = 64;

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let mut heaps = [0; ROOM];
    for (place, &heap) in heaps.iter_mut().zip(&numbers[1..]) {
        *place = heap;
    }
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    println!("{}", if nim_sum != 0 { "Alice" } else { "Bob" });
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
