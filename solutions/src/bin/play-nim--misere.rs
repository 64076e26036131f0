//! Wrong: plays the pearl game, where the last stone loses. Its moves are right until one would leave only heaps of one
//! stone; there it leaves an odd number of them instead of an even one, and every game gets there.
//@ expect: wrong-answer
//@ note: leaves an odd number of single stones at the end

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let stdin = io::stdin();
    let stdout = io::stdout();
    let mut input = stdin.lock();
    let mut output = stdout.lock();

    let _n = read_numbers(&mut input)?;
    let mut heaps = read_numbers(&mut input)?;
    while let Some((i, left)) = next_move(&heaps) {
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

fn next_move(heaps: &[u64]) -> Option<(usize, u64)> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let large = heaps.iter().filter(|&&heap| heap > 1).count();
    let ones = heaps.iter().filter(|&&heap| heap == 1).count() as u64;
    match large {
        0 => Some((heaps.iter().position(|&heap| heap == 1)?, 0)),
        1 => Some((heaps.iter().position(|&heap| heap > 1)?, 1 - ones % 2)),
        _ => {
            let i = heaps.iter().position(|heap| heap ^ nim_sum < *heap)?;
            Some((i, heaps[i] ^ nim_sum))
        }
    }
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
