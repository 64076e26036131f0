//! Wrong: reads the judge's moves but does not make them, so its heaps are soon not those on the table.
//@ expect: wrong-answer
//@ note: does not apply the replies to its heaps

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

        let _reply = read_numbers(&mut input)?;
    }
    Ok(())
}

/// A winning move as far as this program knows; when it sees none, a single stone.
fn next_move(heaps: &[u64]) -> Option<(usize, u64)> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|heap| heap ^ nim_sum < *heap) {
        Some(i) => Some((i, heaps[i] ^ nim_sum)),
        None => {
            let i = heaps.iter().position(|&heap| heap > 0)?;
            Some((i, heaps[i] - 1))
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
