//! Nim, by Bouton's theorem (1901): the player to move loses exactly when the xor of the heaps, the nim-sum, is 0.
//!
//! * No stones left: nim-sum 0, and the player to move has lost.
//! * From nim-sum 0 every move leads away from 0: it changes one heap, and the xor of the others stays as it was.
//! * From nim-sum s > 0 some move leads to 0: a heap h that holds the highest bit of s has h ^ s < h, so shrink
//!   it to h ^ s.
//!
//! Sizes are at most 10000 here. The xor of numbers has no bit that none of them has, so `u64` is exact for every
//! heap below 2^64. A file holds one game; reading on to its end costs nothing and answers several as well.

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);

    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    while let Some(n) = numbers.next() {
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        let winner = if nim_sum != 0 { "Alice" } else { "Bob" };
        writeln!(output, "{}", winner)?;
    }
    output.flush()
}

/// The unsigned numbers of the input, whatever stands between them: spaces, line ends of any system, nothing at the end.
fn numbers(input: &[u8]) -> impl Iterator<Item = u64> + '_ {
    input
        .split(|byte| !byte.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| {
            digits
                .iter()
                .fold(0, |value, digit| 10 * value + u64::from(digit - b'0'))
        })
}
