//! Takes the differences between neighbouring steps for heaps, as in the game where the heaps have to stay sorted.
//@ expect: wrong-answer
//@ note: each stone already is on a step; differences belong to another game

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let n = words.next().unwrap_or(0) as usize;
    let steps: Vec<u64> = words.take(n).collect();
    let below = std::iter::once(&0).chain(steps.iter());
    let differences: Vec<u64> = steps
        .iter()
        .zip(below)
        .map(|(a, b)| a.max(b) - a.min(b))
        .collect();
    let won = differences.iter().rev().step_by(2).fold(0, |x, d| x ^ d) != 0;
    println!("{}", if won { "Yes" } else { "No" });
}
