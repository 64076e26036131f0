//! Nim as Bouton (1901) put it, with columns of binary digits and without the word xor: write the heaps below one
//! another in binary; the player to move loses exactly when every column holds an even number of ones.
//!
//! Here a column is a counter, filled by halving each heap until nothing is left of it. A `u64` has 64 columns.
//@ note: counts the ones in each binary column; no xor anywhere

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = input
        .split(|byte| !byte.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| {
            digits
                .iter()
                .fold(0, |value, digit| 10 * value + u64::from(digit - b'0'))
        });

    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    while let Some(n) = numbers.next() {
        let mut ones_in_column = [0u64; 64];
        for heap in numbers.by_ref().take(n as usize) {
            let mut rest = heap;
            for ones in &mut ones_in_column {
                *ones += rest % 2;
                rest /= 2;
            }
        }
        let balanced = ones_in_column.iter().all(|ones| ones % 2 == 0);
        writeln!(output, "{}", if balanced { "Bob" } else { "Alice" })?;
    }
    output.flush()
}
