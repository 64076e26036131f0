//! The winning moves of Wythoff's game by the rules alone: no theorem, so this is the referee of
//! the other solutions.
//!
//! The positions are visited from small to large. One that has not been marked as won has no move
//! to a position that loses: it loses, and every position that can move to it is marked. Then every
//! move of every question is tried.
//@ only: !secret/*-big-*, !secret/*-max-*
//@ note: a table of all positions up to the largest pile

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let numbers: Vec<usize> = words.map(|word| word.parse().expect("a number")).collect();
    let pairs = numbers.chunks_exact(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])));
    let pairs: Vec<(usize, usize)> = pairs.take_while(|&pair| pair != (0, 0)).collect();

    let won = won_positions(pairs.iter().map(|pair| pair.1 + 1).max().unwrap_or(0));
    let mut output = String::new();
    for (a, b) in pairs {
        // The order of the answer: from both piles, from the larger one, from the smaller one.
        let mut left: Vec<(usize, usize)> = (1..=a).map(|take| (a - take, b - take)).collect();
        left.extend((1..=b).map(|take| (a, b - take)));
        if a != b {
            left.extend((1..=a).map(|take| (a - take, b)));
        }
        left.retain(|&(x, y)| !won[x][y]);

        output += if left.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in left {
            output += &format!("{} {}\n", x.min(y), x.max(y));
        }
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
