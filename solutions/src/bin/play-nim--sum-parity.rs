//! Wrong: leaves an even total. The nim-sum and the total agree in their last binary digit only, so 1 and 3 is handed over.
//@ expect: wrong-answer
//@ note: leaves an even number of stones and takes as few as that needs

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
    let stones: u64 = heaps.iter().sum();
    let take = if stones % 2 == 1 { 1 } else { 2 };
    let enough = heaps.iter().position(|&heap| heap >= take);
    let i = enough.or_else(|| heaps.iter().position(|&heap| heap > 0))?;
    Some((i, heaps[i] - take.min(heaps[i])))
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
