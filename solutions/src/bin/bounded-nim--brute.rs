//! Nim with at most three stones a move, from its rules: a position is won if some move leads to a lost one. All positions
//! below the given one are numbered (heap i counts from 0 to its size, the first heap fastest) and decided in that order;
//! a move leads to a smaller number.
//@ expect(secret/*-big-*): run-time-error
//@ expect(secret/*-max-*): run-time-error

use std::io::{self, BufWriter, Read, Write};
use std::process;

/// More moves to look at than this, over all tests, and the program does not even begin.
const MOST_WORK: u64 = 20_000_000;

/// Positions times moves: the time one test takes.
fn work(heaps: &[u64]) -> u64 {
    let positions = heaps
        .iter()
        .fold(1u64, |product, heap| product.saturating_mul(heap + 1));
    positions.saturating_mul(3 * heaps.len() as u64)
}

fn mover_wins(heaps: &[u64]) -> bool {
    let positions = heaps.iter().map(|heap| heap + 1).product::<u64>() as usize;
    let mut wins: Vec<bool> = Vec::with_capacity(positions);
    for position in 0..positions {
        let mut found = false;
        let (mut rest, mut step) = (position, 1);
        for &heap in heaps {
            let size = rest % (heap as usize + 1);
            found = found || (1..=size.min(3)).any(|taken| !wins[position - taken * step]);
            rest /= heap as usize + 1;
            step *= heap as usize + 1;
        }
        wins.push(found);
    }
    wins[positions - 1]
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().expect("a heap is a number"));
    let count = numbers.next().expect("the number of tests");
    let mut tests: Vec<Vec<u64>> = Vec::new();
    for _ in 0..count {
        let heaps = numbers.next().expect("the number of heaps");
        tests.push(numbers.by_ref().take(heaps as usize).collect());
    }
    let total = tests
        .iter()
        .fold(0u64, |sum, heaps| sum.saturating_add(work(heaps)));
    if total > MOST_WORK {
        eprintln!("too large for the brute force");
        process::exit(3);
    }

    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());
    for heaps in &tests {
        let winner = if mover_wins(heaps) { "first" } else { "second" };
        writeln!(out, "{}", winner)?;
    }
    out.flush()
}
