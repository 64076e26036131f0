//! Nim with at most three stones a move.
//!
//! One heap first: with a multiple of 4 the mover is lost, because every 1, 2 or 3 can be answered by 3, 2 or 1. In
//! general a heap of h is worth as much as an ordinary Nim heap of h mod 4 (its Sprague-Grundy value): the one to three
//! moves lead to the other remainders, all of them for h >= 3, so the least value not reached, the mex, is h mod 4.
//! Sprague (1935) and Grundy (1939): the value of several heaps is the xor of theirs, and the mover loses if it is 0.

use std::io::{self, BufWriter, Read, Write};

/// The numbers of the text, in order. Anything that is not a digit separates them.
fn numbers<'a>(text: &'a [u8]) -> impl Iterator<Item = u64> + 'a {
    // Heaps stay at or below 10^9 in the tests; u64 takes any that fit, and nothing is ever added to one.
    text.split(|byte| !byte.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.iter()
                .fold(0, |n, digit| n * 10 + u64::from(digit - b'0'))
        })
}

fn main() -> io::Result<()> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());

    let mut numbers = numbers(&text);
    let tests = numbers.next().unwrap_or(0);
    for _ in 0..tests {
        let count = match numbers.next() {
            Some(count) => count as usize,
            None => break,
        };
        let value = numbers
            .by_ref()
            .take(count)
            .fold(0, |value, heap| value ^ (heap % 4));
        writeln!(out, "{}", if value != 0 { "first" } else { "second" })?;
    }
    out.flush()
}
