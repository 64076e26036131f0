//! Wrong: takes every second line for the heaps of a game. The heaps are the next n numbers, however the lines are
//! broken, and blank lines mean nothing.
//@ expect: wrong-answer
//@ note: pairs up the lines instead of counting the numbers

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let mut lines = input.lines();
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    while let Some(n) = lines.next() {
        if n.trim() == "0" {
            break;
        }
        let nim_sum = lines
            .next()
            .unwrap_or("")
            .split_whitespace()
            .filter_map(|token| token.parse::<u64>().ok())
            .fold(0, |sum, heap| sum ^ heap);
        let winner = if nim_sum != 0 { "Alice!" } else { "Bob!" };
        writeln!(output, "{}", winner)?;
    }
    output.flush()
}
