//! Wythoff's game by its rules alone: no theorem, so this is the referee of the other solutions.
//!
//! The positions are visited from small to large. One that has not been marked as won has no move
//! to a position that loses: it loses, and every position that can move to it is marked.
//@ only: !secret/*-big-*, !secret/*-max-pairs
//@ note: a table of all positions up to the largest pile

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let piles: Vec<usize> = words.map(|word| word.parse().expect("a number")).collect();

    let won = won_positions(piles.iter().max().map_or(0, |&largest| largest + 1));
    let mut output = String::new();
    for pair in piles.chunks(2) {
        output += if won[pair[0]][pair[1]] { "1\n" } else { "0\n" };
    }
    print!("{}", output);
}

/// `won[a][b]` for all piles below `size`.
fn won_positions(size: usize) -> Vec<Vec<bool>> {
    let mut won = vec![vec![false; size]; size];
    for a in 0..size {
        for b in 0..size {
            if won[a][b] {
                continue;
            }
            (a + 1..size).for_each(|larger| won[larger][b] = true);
            (b + 1..size).for_each(|larger| won[a][larger] = true);
            (a + 1..size).zip(b + 1..size).for_each(|(a, b)| won[a][b] = true);
        }
    }
    won
}
