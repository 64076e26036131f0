//! Wrong: adds the heaps and looks at the last binary digit, as if the columns after it did not count.
//@ expect: wrong-answer
//@ note: parity of the number of stones instead of the nim-sum

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut numbers = read_numbers()?.into_iter();
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());

    while let Some(n) = numbers.next() {
        if n == 0 {
            break;
        }
        let stones: u64 = numbers.by_ref().take(n as usize).sum();
        let winner = if stones % 2 == 1 { "Alice!" } else { "Bob!" };
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
