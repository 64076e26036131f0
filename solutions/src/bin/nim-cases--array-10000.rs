//! Wrong: keeps the heaps in an array of 10000 and counts them from 1, as the text's listing does, so the 10000th heap
//! is out of bounds. (There it is undefined behaviour; here it is a panic.) Nothing has to be kept at all.
//@ expect: run-time-error
//@ note: index out of bounds from 10000 heaps on

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut numbers = read_numbers()?.into_iter();
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());

    let mut heaps = [0; 10000];
    while let Some(n) = numbers.next() {
        if n == 0 {
            break;
        }
        let mut nim_sum = 0;
        for (i, heap) in (1..).zip(numbers.by_ref().take(n as usize)) {
            heaps[i] = heap;
            nim_sum ^= heaps[i];
        }
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
