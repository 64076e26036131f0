//! Misère Nim from its rules: without stones the player to move has *won*, because the other one took the last stone; any
//! other position is won if some move leads to a lost one. All positions below the given one are numbered (heap i counts
//! from 0 to its size, the first heap fastest) and decided in that order; a move leads to a smaller number.
//@ expect(secret/*-big-*): run-time-error
//@ expect(secret/*-max-*): run-time-error

use std::io::{self, BufWriter, Read, Write};
use std::process;

/// More moves to look at than this, over all games, and the program does not even begin.
const MOST_WORK: u64 = 20_000_000;

/// Positions times moves: the time one game takes.
fn work(heaps: &[u64]) -> u64 {
    let positions = heaps
        .iter()
        .fold(1u64, |product, heap| product.saturating_mul(heap + 1));
    positions.saturating_mul(heaps.iter().sum())
}

fn mover_wins(heaps: &[u64]) -> bool {
    let positions = heaps.iter().map(|heap| heap + 1).product::<u64>() as usize;
    let mut wins = Vec::with_capacity(positions);
    wins.push(true);
    for position in 1..positions {
        let mut found = false;
        let (mut rest, mut step) = (position, 1);
        for &heap in heaps {
            let size = rest % (heap as usize + 1);
            found = found || (1..=size).any(|taken| !wins[position - taken * step]);
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
    let count = numbers.next().expect("the number of games");
    let mut games: Vec<Vec<u64>> = Vec::new();
    for _ in 0..count {
        let heaps = numbers.next().expect("the number of heaps");
        games.push(numbers.by_ref().take(heaps as usize).collect());
    }
    let total = games
        .iter()
        .fold(0u64, |sum, heaps| sum.saturating_add(work(heaps)));
    if total > MOST_WORK {
        eprintln!("too large for the brute force");
        process::exit(3);
    }

    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());
    for heaps in &games {
        let winner = if mover_wins(heaps) { "John" } else { "Brother" };
        writeln!(out, "{}", winner)?;
    }
    out.flush()
}
