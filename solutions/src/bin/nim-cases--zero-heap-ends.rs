//! Wrong: stops at the first 0 of the file, wherever it stands. Only a 0 in the place of n ends the list; among the
//! heaps it is an empty heap.
//@ expect: wrong-answer
//@ note: takes an empty heap for the terminator

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let mut rest = numbers.split(|&number| number == 0).next().unwrap_or(&[]);
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    while let Some((&n, after_n)) = rest.split_first() {
        let (heaps, next) = after_n.split_at(after_n.len().min(n as usize));
        let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let winner = if nim_sum != 0 { "Alice!" } else { "Bob!" };
        writeln!(output, "{}", winner)?;
        rest = next;
    }
    output.flush()
}

fn read_numbers() -> io::Result<Vec<u64>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    Ok(input
        .split_whitespace()
        .filter_map(|token| token.parse().ok())
        .collect())
}
