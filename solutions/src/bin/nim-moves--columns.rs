//! Nim the way Bouton's paper plays it: heaps in binary, one under the other, and the digits of each column counted.
//!
//! A position is balanced if every column holds an even number of ones. A winning move balances all columns: it turns
//! every digit of one heap that stands in an odd column. Turning a 1 takes 2^column stones away, turning a 0 adds as
//! many; the heap shrinks exactly when the highest odd column holds a 1 of it.

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());

    let mut words = text.split_ascii_whitespace();
    while let Some(count) = words.next().map(|word| word.parse().expect("a count")) {
        if count == 0 {
            break;
        }
        let heaps: Vec<i64> = words
            .by_ref()
            .take(count)
            .map(|word| word.parse().expect("a heap is a number"))
            .collect();

        // Heaps are below 2^31.
        let mut ones = [0; 31];
        for &heap in &heaps {
            for (column, ones) in ones.iter_mut().enumerate() {
                *ones += heap >> column & 1;
            }
        }
        let odd: Vec<usize> = (0..31).filter(|&column| ones[column] % 2 == 1).collect();

        writeln!(out, "{}", if odd.is_empty() { "No" } else { "Yes" })?;
        for &heap in &heaps {
            let change: i64 = odd
                .iter()
                .map(|&column| (1 << column) * (1 - 2 * (heap >> column & 1)))
                .sum();
            if change < 0 {
                writeln!(out, "{} {}", heap, heap + change)?;
            }
        }
    }
    out.flush()
}
