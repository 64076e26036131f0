//! Wrong: takes the largest heap whole, because the last stone comes sooner that way. It comes sooner for the judge, too.
//@ expect: wrong-answer
//@ note: takes the largest heap whole

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
    let largest = heaps.iter().max()?;
    let i = heaps.iter().position(|heap| heap == largest)?;
    Some((i, 0))
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
