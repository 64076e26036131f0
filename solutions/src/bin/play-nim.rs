//! Playing Nim to win, by Bouton's theorem (1901): always hand over nim-sum 0.
//!
//! * We start with a nim-sum s > 0. A heap h that holds the highest bit of s has h ^ s < h, so shrinking it to h ^ s is
//!   a move, and it leaves nim-sum 0.
//! * Whatever the judge then does changes one heap and so makes the nim-sum positive again: the first point applies anew.
//! * The stones run out. The empty table has nim-sum 0, so we are the one who leaves it, with the last stone.
//!
//! Every move has to be on its way before the reply can come: hence the flush. There are at most 2000 stones; `u64` holds any
//! xor of numbers that it holds.

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let stdin = io::stdin();
    let stdout = io::stdout();
    let mut input = stdin.lock();
    let mut output = stdout.lock();

    let _n = read_numbers(&mut input)?;
    let mut heaps = read_numbers(&mut input)?;
    while let Some((i, left)) = winning_move(&heaps) {
        writeln!(output, "{} {}", i + 1, heaps[i] - left)?;
        output.flush()?;
        heaps[i] = left;
        if heaps.iter().all(|&heap| heap == 0) {
            break;
        }

        let reply = read_numbers(&mut input)?;
        if let [heap, take] = reply[..] {
            heaps[heap as usize - 1] -= take;
        }
    }
    Ok(())
}

/// The heap to shrink and what to leave of it, if there is such a move: there is while the nim-sum is not 0.
fn winning_move(heaps: &[u64]) -> Option<(usize, u64)> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let i = heaps.iter().position(|heap| heap ^ nim_sum < *heap)?;
    Some((i, heaps[i] ^ nim_sum))
}

/// The numbers of the next line.
fn read_numbers<R: BufRead>(input: &mut R) -> io::Result<Vec<u64>> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(line
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect())
}
