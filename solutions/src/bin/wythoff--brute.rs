//! Wythoff's game from its rules, without any theorem: visit the positions by growing piles; one that no earlier losing
//! position can be reached from is itself losing, and then everything one move above it is winning.
//@ expect(secret/*-big-*): run-time-error
//@ expect(secret/*-max-pairs): run-time-error

use std::io::{self, BufWriter, Read, Write};
use std::process;

/// The table has (LARGEST + 1)^2 positions at most.
const LARGEST: usize = 1000;

fn winning_positions(most: usize) -> Vec<Vec<bool>> {
    let mut winning = vec![vec![false; most + 1]; most + 1];
    for a in 0..=most {
        for b in 0..=most {
            // Every move leads to an earlier row, or to an earlier place in this row: all of those are decided.
            if winning[a][b] {
                continue;
            }
            for taken in 1..=most {
                if a + taken <= most {
                    winning[a + taken][b] = true;
                }
                if b + taken <= most {
                    winning[a][b + taken] = true;
                }
                if a + taken <= most && b + taken <= most {
                    winning[a + taken][b + taken] = true;
                }
            }
        }
    }
    winning
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let piles: Vec<usize> = text
        .split_ascii_whitespace()
        .map(|word| word.parse().expect("a pile is a number"))
        .collect();
    let most = piles.iter().cloned().max().unwrap_or(0);
    if most > LARGEST {
        eprintln!("too large for the brute force");
        process::exit(3);
    }

    let winning = winning_positions(most);
    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());
    for pair in piles.chunks(2) {
        writeln!(out, "{}", u8::from(winning[pair[0]][pair[1]]))?;
    }
    out.flush()
}
