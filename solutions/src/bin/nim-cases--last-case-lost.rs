//! Wrong: asks "is there anything after this game?" before it answers, so a file that ends without the final 0 loses its
//! last answer.
//@ expect: wrong-answer
//@ note: drops the last game if no 0 follows

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let mut at = 0;
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    while at < numbers.len() && numbers[at] > 0 {
        let end = at + 1 + numbers[at] as usize;
        if end >= numbers.len() {
            break;
        }
        let nim_sum = numbers[at + 1..end].iter().fold(0, |sum, heap| sum ^ heap);
        let winner = if nim_sum != 0 { "Alice!" } else { "Bob!" };
        writeln!(output, "{}", winner)?;
        at = end;
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
