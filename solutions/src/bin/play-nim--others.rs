//! Playing Nim without the nim-sum of all heaps: heap i may shrink to the nim-sum of the *others*, because that makes the
//! whole 0 (Bouton 1901), and to nothing else.
//!
//! Of several winning moves this takes the one that removes the fewest stones, so its games are the longest.
//@ note: another winning move than the model's; the longest games

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

fn winning_move(heaps: &[u64]) -> Option<(usize, u64)> {
    (0..heaps.len())
        .map(|i| {
            let before = heaps[..i].iter().fold(0, |sum, heap| sum ^ heap);
            (
                i,
                heaps[i + 1..].iter().fold(before, |sum, heap| sum ^ heap),
            )
        })
        .filter(|&(i, left)| left < heaps[i])
        .min_by_key(|&(i, left)| heaps[i] - left)
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
