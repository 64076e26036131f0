//! Wythoff's moves by the rules alone: a position is lost if none of its moves leads to a lost position.
//!
//! Going through the positions from small to large, the first one that is not marked as won is lost, and then every
//! position that can move to it is marked. The winning moves of a position are found by trying all its moves. The table
//! has a cell for every pair of piles, so piles of more than 1000 are refused at once.
//@ expect(secret/*-big-*): run-time-error
//@ expect(secret/*-max-*): run-time-error
//@ note: a table of all positions, so it refuses piles of more than 1000

use std::io::{self, Read, Write};

const LARGEST: usize = 1000;

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let numbers: Vec<usize> = text
        .split_ascii_whitespace()
        .map(|word| word.parse().expect("the input is numbers"))
        .collect();
    let pairs: Vec<(usize, usize)> = numbers
        .chunks_exact(2)
        .map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])))
        .take_while(|&pair| pair != (0, 0))
        .collect();
    let largest = pairs.iter().map(|pair| pair.1).max().unwrap_or(0);
    if largest > LARGEST {
        eprintln!("too large for the brute force");
        std::process::exit(3);
    }

    let won = won_positions(largest + 1);
    let mut out = String::new();
    for (a, b) in pairs {
        let mut left = Vec::new();
        // The order of the answer: equal takes first, then from the larger pile, then from the smaller one. Two equal
        // piles count as one.
        left.extend((1..=a).map(|take| (a - take, b - take)));
        left.extend((1..=b).map(|take| (a, b - take)));
        if a != b {
            left.extend((1..=a).map(|take| (a - take, b)));
        }
        left.retain(|&(x, y)| !won[x][y]);

        out += if left.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in left {
            out += &format!("{} {}\n", x.min(y), x.max(y));
        }
    }
    io::stdout()
        .write_all(out.as_bytes())
        .expect("stdout takes the output");
}

/// `won[a][b]` for all piles below `size`.
fn won_positions(size: usize) -> Vec<Vec<bool>> {
    let mut won = vec![vec![false; size]; size];
    for a in 0..size {
        for b in 0..size {
            if won[a][b] {
                continue;
            }
            for more in 1..size {
                let (more_a, more_b) = (a + more, b + more);
                if more_a < size {
                    won[more_a][b] = true;
                }
                if more_b < size {
                    won[a][more_b] = true;
                }
                if more_a < size && more_b < size {
                    won[more_a][more_b] = true;
                }
            }
        }
    }
    won
}
