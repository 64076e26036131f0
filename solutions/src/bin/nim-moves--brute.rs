//! Nim from its rules, without Bouton: a position is losing if every move from it leads to a winning one. All positions
//! below the given one are numbered (heap i counts from 0 to its size, the first heap fastest) and decided in that
//! order; a move lowers one heap, so it leads to a smaller number, decided already.
//@ expect(secret/*-big-*): run-time-error
//@ expect(secret/*-max-*): run-time-error

use std::io::{self, BufWriter, Read, Write};
use std::process;

/// More moves to look at than this, over all cases, and the program does not even begin.
const MOST_WORK: u64 = 20_000_000;

/// Positions times moves: the time one case takes.
fn work(heaps: &[u64]) -> u64 {
    let positions = heaps
        .iter()
        .fold(1u64, |product, heap| product.saturating_mul(heap + 1));
    positions.saturating_mul(heaps.iter().sum())
}

fn losing_positions(heaps: &[u64]) -> Vec<bool> {
    let positions = heaps.iter().map(|heap| heap + 1).product::<u64>() as usize;
    let mut losing = Vec::with_capacity(positions);
    for position in 0..positions {
        let mut found = false;
        let (mut rest, mut step) = (position, 1);
        for &heap in heaps {
            let size = rest % (heap as usize + 1);
            found = found || (1..=size).any(|taken| losing[position - taken * step]);
            rest /= heap as usize + 1;
            step *= heap as usize + 1;
        }
        losing.push(!found);
    }
    losing
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut words = text.split_ascii_whitespace();
    let mut cases: Vec<Vec<u64>> = Vec::new();
    while let Some(count) = words.next().map(|word| word.parse().expect("a count")) {
        if count == 0 {
            break;
        }
        let heaps = words.by_ref().take(count);
        cases.push(
            heaps
                .map(|word| word.parse().expect("a heap is a number"))
                .collect(),
        );
    }
    let total = cases
        .iter()
        .fold(0u64, |sum, heaps| sum.saturating_add(work(heaps)));
    if total > MOST_WORK {
        eprintln!("too large for the brute force");
        process::exit(3);
    }

    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());
    for heaps in &cases {
        let losing = losing_positions(heaps);
        let here = losing.len() - 1;
        writeln!(out, "{}", if losing[here] { "No" } else { "Yes" })?;
        let mut step = 1;
        for &heap in heaps {
            for left in 0..heap {
                if losing[here - (heap - left) as usize * step] {
                    writeln!(out, "{} {}", heap, left)?;
                }
            }
            step *= heap as usize + 1;
        }
    }
    out.flush()
}
