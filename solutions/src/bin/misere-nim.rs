//! Nim where whoever takes the last stone *loses*.
//!
//! Bouton (1901): play it like ordinary Nim, leaving xor 0, until your move would leave only heaps of one stone; then
//! leave an odd number of them, so that the opponent takes the last one. That move falls to the right player: it is made
//! from a position with exactly one larger heap, whose xor is not 0, and the larger heap may be lowered to 1 or to 0,
//! as the parity asks. So the player to move wins
//!     - with a heap of two or more somewhere: if the xor of all heaps is not 0, as in ordinary Nim;
//!     - with heaps of one only: if their number is even, that is if the xor is 0.

use std::io::{self, BufWriter, Read, Write};

/// The numbers of the text, in order. Anything that is not a digit separates them.
fn numbers<'a>(text: &'a [u8]) -> impl Iterator<Item = u64> + 'a {
    // Heaps stay below 5001 in the tests; u64 takes any that fit, and xor never needs more bits than they do.
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
    let games = numbers.next().unwrap_or(0);
    for _ in 0..games {
        let count = match numbers.next() {
            Some(count) => count as usize,
            None => break,
        };
        let mut x = 0;
        let mut larger_heap = false;
        for heap in numbers.by_ref().take(count) {
            x ^= heap;
            larger_heap |= heap > 1;
        }

        let mover_wins = (x != 0) == larger_heap;
        writeln!(out, "{}", if mover_wins { "John" } else { "Brother" })?;
    }
    out.flush()
}
