//! Staircase Nim from its rules alone: a position is lost when every move from it leads to a won one.
//!
//! A position is written as one number with a digit for each step, the highest step in front. Step i can never hold
//! more than the stones that began on it or above, which is the base of its digit. A move makes one digit smaller and
//! raises only a digit behind it, so it leads to a smaller number, and one sweep upwards decides everything.
//@ expect(*/*-big-*): run-time-error
//@ note: too large for the brute force; it stops with exit code 3 before any work

use std::io::{self, Read};
use std::process;

/// Moves that one test may cost.
const LIMIT: u64 = 10_000_000;

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let n = words.next().unwrap_or(0) as usize;
    let start: Vec<u64> = words.take(n).collect();

    // most[i]: the stones that began on step i + 1 or above.
    let mut most = start.clone();
    for i in (1..n).rev() {
        most[i - 1] = most[i - 1].saturating_add(most[i]);
    }
    let positions = most.iter().fold(1, |product: u64, &stones| {
        product.saturating_mul(stones.saturating_add(1))
    });
    let moves = most.first().map_or(0, |&all| all.saturating_add(n as u64));
    if positions.saturating_mul(moves) > LIMIT {
        eprintln!("too large for the brute force");
        process::exit(3);
    }
    let won = play(&start, &most, positions as usize);
    println!("{}", if won { "Yes" } else { "No" });
}

fn play(start: &[u64], most: &[u64], positions: usize) -> bool {
    let weights: Vec<usize> = most
        .iter()
        .scan(1, |weight, &stones| {
            let own = *weight;
            *weight *= stones as usize + 1;
            Some(own)
        })
        .collect();
    let mut won = vec![false; positions];
    for position in 0..positions {
        let steps: Vec<usize> = weights
            .iter()
            .zip(most)
            .map(|(weight, &stones)| position / weight % (stones as usize + 1))
            .collect();
        if !can_occur(&steps, most) {
            continue;
        }
        won[position] = (0..steps.len()).any(|i| {
            (1..=steps[i]).any(|taken| {
                let put = if i == 0 { 0 } else { taken * weights[i - 1] };
                !won[position - taken * weights[i] + put]
            })
        });
    }
    let number = start.iter().zip(&weights).map(|(&a, w)| a as usize * w);
    won[number.sum::<usize>()]
}

/// Whether no step and those above it hold more stones than they can have got.
fn can_occur(steps: &[usize], most: &[u64]) -> bool {
    let mut above = 0;
    steps.iter().zip(most).rev().all(|(&stones, &limit)| {
        above += stones as u64;
        above <= limit
    })
}
