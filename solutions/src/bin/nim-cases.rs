//! Nim, many games in one file. Bouton's theorem (1901): the player to move loses exactly when the xor of the heaps,
//! the nim-sum, is 0. From 0 every move leads away, because it changes one heap and so the xor. From s > 0 a move
//! leads back to 0: a heap h that holds the highest bit of s has h ^ s < h, so shrink it to h ^ s. An empty heap
//! changes neither the xor nor the moves.
//!
//! A game starts with its number of heaps; 0 there, or the end of the file, ends the list. A 0 among the heaps is just
//! an empty heap. Numbers are read one by one as they are needed, so what follows the final 0 is never looked at.
//!
//! Sizes are below 2^31, and the xor of numbers has no bit that none of them has: `u64` is exact far beyond that.

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);

    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    while let Some(n) = numbers.next() {
        if n == 0 {
            break;
        }
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        let winner = if nim_sum != 0 { "Alice!" } else { "Bob!" };
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
