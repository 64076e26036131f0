//! Playing Nim as Bouton (1901) put it, with columns of binary digits and without the word xor: write the heaps below one
//! another in binary. Leave every column with an even number of ones. To do so, take a heap with a one in the
//! leftmost odd column and flip its digits in all odd columns; that makes it smaller. Whatever the judge takes then makes
//! some column odd again.
//!
//! This takes the last such heap, so its games differ from the model's.
//@ note: counts the ones in each binary column; moves in the last heap that can win

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

/// The heap to shrink and what to leave of it, if there is such a move.
fn winning_move(heaps: &[u64]) -> Option<(usize, u64)> {
    let mut odd_columns = Vec::new();
    let mut column = 1;
    while heaps.iter().any(|&heap| heap >= column) {
        let ones = heaps.iter().filter(|&heap| heap / column % 2 == 1).count();
        if ones % 2 == 1 {
            odd_columns.push(column);
        }
        column *= 2;
    }

    let leftmost = odd_columns.last()?;
    let i = heaps.iter().rposition(|heap| heap / leftmost % 2 == 1)?;
    let left = odd_columns.iter().fold(heaps[i], |heap, column| {
        if heap / column % 2 == 1 {
            heap - column
        } else {
            heap + column
        }
    });
    Some((i, left))
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
