//! Too slow, and without using any time: the short cut for a table of single stones writes into a buffer that nobody
//! empties. The move never leaves the program, the judge waits for it, the program waits for the judge, and only the wall
//! guard ends that. A single stone is right all the same, because the buffer is emptied when the program ends.
//!
//! The moves on every other table are flushed, so only one test costs the wall guard.
//@ expect(secret/*-three-single-stones-no-flush): time-limit
//@ note: forgets to flush where all heaps are single stones: both sides wait

use std::io::{self, BufRead, BufWriter, Write};

fn main() -> io::Result<()> {
    let stdin = io::stdin();
    let stdout = io::stdout();
    let mut input = stdin.lock();
    let mut output = BufWriter::new(stdout.lock());

    let _n = read_numbers(&mut input)?;
    let mut heaps = read_numbers(&mut input)?;

    if heaps.iter().all(|&heap| heap == 1) {
        return take_single_stones(heaps, &mut input, &mut output);
    }
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

/// Any stone is as good as any other.
fn take_single_stones<R: BufRead, W: Write>(
    mut heaps: Vec<u64>,
    input: &mut R,
    output: &mut W,
) -> io::Result<()> {
    while let Some(i) = heaps.iter().position(|&heap| heap == 1) {
        writeln!(output, "{} 1", i + 1)?;
        heaps[i] = 0;
        if heaps.contains(&1) {
            let reply = read_numbers(input)?;
            match reply.first() {
                Some(&heap) => heaps[heap as usize - 1] = 0,
                None => break,
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

/// The numbers of the next line.
fn read_numbers<R: BufRead>(input: &mut R) -> io::Result<Vec<u64>> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(line
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect())
}
