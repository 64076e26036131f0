//! Nim: every winning first move, in one pass.
//!
//! Bouton (1901): the player to move loses exactly when the xor x of all heaps is 0. So a move wins exactly when it
//! leaves xor 0. Taking from heap h leaves the others, whose xor is x ^ h; together with what is left of h that is 0
//! only if h ^ x is left. So every heap has at most one winning move, h -> h ^ x, and it is a move if h ^ x < h.
//! That is the case exactly when h has the highest bit of x, which an odd number of heaps do: if x is not 0, there is a
//! winning move, and the number of them is odd. If x is 0, h ^ x = h takes nothing and nobody gets a line.

use std::io::{self, BufWriter, Read, Write};

/// The numbers of the text, in order. Anything that is not a digit separates them.
fn numbers<'a>(text: &'a [u8]) -> impl Iterator<Item = u64> + 'a {
    // The heaps stay below 2^31 in the tests; u64 takes any that fit, and xor never needs more bits than they do.
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
    let mut heaps = Vec::new();
    loop {
        // 0 ends the input; so would the end of the file.
        let count = numbers.next().unwrap_or(0);
        if count == 0 {
            break;
        }
        heaps.clear();
        heaps.extend(numbers.by_ref().take(count as usize));

        let x = heaps.iter().fold(0, |x, heap| x ^ heap);
        writeln!(out, "{}", if x == 0 { "No" } else { "Yes" })?;
        for &heap in &heaps {
            let left = heap ^ x;
            if left < heap {
                writeln!(out, "{} {}", heap, left)?;
            }
        }
    }
    out.flush()
}
