//! Wrong: sixteen bits for a heap. Heaps that are equal modulo 65536 cancel.
//@ expect: wrong-answer
//@ note: keeps only the low sixteen bits of every heap

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut numbers = read_numbers()?.into_iter();
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());

    while let Some(n) = numbers.next() {
        if n == 0 {
            break;
        }
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0u16, |sum, heap| sum ^ heap as u16);
        let winner = if nim_sum != 0 { "Alice!" } else { "Bob!" };
        writeln!(output, "{}", winner)?;
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
