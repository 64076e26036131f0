//! Wrong: makes a right first move and then copies: as many stones as the judge has just taken, from another heap. That is
//! right for two heaps (and for heaps in pairs, with some luck), and no further.
//@ expect: wrong-answer
//@ note: copies the number of stones from the third move on

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let stdin = io::stdin();
    let stdout = io::stdout();
    let mut input = stdin.lock();
    let mut output = stdout.lock();

    let _n = read_numbers(&mut input)?;
    let mut heaps = read_numbers(&mut input)?;
    let mut next = winning_move(&heaps);
    while let Some((i, left)) = next {
        writeln!(output, "{} {}", i + 1, heaps[i] - left)?;
        output.flush()?;
        heaps[i] = left;
        if heaps.iter().all(|&heap| heap == 0) {
            break;
        }

        next = None;
        let reply = read_numbers(&mut input)?;
        if let [heap, take] = reply[..] {
            let judges = heap as usize - 1;
            heaps[judges] -= take;
            if heaps.iter().any(|&heap| heap > 0) {
                next = Some(copy(&heaps, judges, take));
            }
        }
    }
    Ok(())
}

fn winning_move(heaps: &[u64]) -> Option<(usize, u64)> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let i = heaps.iter().position(|heap| heap ^ nim_sum < *heap)?;
    Some((i, heaps[i] ^ nim_sum))
}

/// As many stones as the judge took, or what there is, from the largest heap but the judge's.
fn copy(heaps: &[u64], judges: usize, take: u64) -> (usize, u64) {
    let others = (0..heaps.len()).filter(|&i| i != judges && heaps[i] > 0);
    let i = others.max_by_key(|&i| heaps[i]).unwrap_or(judges);
    (i, heaps[i].saturating_sub(take))
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
