//! Wrong: keeps 8 bits of every heap. Heaps that are equal modulo 256 look equal.
//@ expect: wrong-answer
//@ note: the nim-sum is kept in one byte

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
    let nim_sum = heaps.iter().fold(0, |sum, &heap| sum ^ (heap as u8));
    let fitting = |heap: &u64| heap ^ u64::from(nim_sum) < *heap;
    let i = match heaps.iter().position(fitting) {
        Some(i) => i,
        None => heaps.iter().position(|&heap| heap > 0)?,
    };
    Some((i, (heaps[i] ^ u64::from(nim_sum)).min(heaps[i] - 1)))
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
