//! Wrong: the nim-sum is set to 0 once, before the first game, and every later game starts from what the earlier ones left
//! behind. This is the slip of the text's own listing. Smallest failure: two games of one stone each, where the second
//! cancels the first.
//@ expect: wrong-answer
//@ note: the xor is never reset between cases

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut numbers = read_numbers()?.into_iter();
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());

    let mut nim_sum = 0;
    while let Some(n) = numbers.next() {
        if n == 0 {
            break;
        }
        for heap in numbers.by_ref().take(n as usize) {
            nim_sum ^= heap;
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
