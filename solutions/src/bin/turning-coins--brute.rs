//! Turning coins by their rules alone: no theorem, so this is the referee of the other solutions.
//!
//! A row is a binary number, heads as ones, and each move makes it smaller. So the rows are decided
//! one after the other: a row is won if some move leaves a row that is lost.
//@ only: !secret/*-big-*
//@ note: looks at every row of coins up to the longest

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut won: Vec<bool> = Vec::new();
    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut heads: Vec<usize> = numbers.by_ref().take(n).collect();
        heads.sort();
        heads.dedup();
        let row = heads.iter().fold(0, |row, coin| row | 1 << coin);
        while won.len() <= row {
            let next = moves(won.len()).into_iter().any(|after| !won[after]);
            won.push(next);
        }
        output += if !won[row] { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}

/// The rows that a move leaves.
fn moves(row: usize) -> Vec<usize> {
    let mut rows = Vec::new();
    for right in (0..12).filter(|right| row >> right & 1 == 1) {
        let turned = row ^ 1 << right;
        rows.push(turned);
        for second in 0..right {
            rows.push(turned ^ 1 << second);
            for third in 0..second {
                rows.push(turned ^ 1 << second ^ 1 << third);
            }
        }
    }
    rows
}
