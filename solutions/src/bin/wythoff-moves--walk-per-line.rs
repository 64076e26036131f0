//! Too slow: walks along all P-positions, for every line anew.
//!
//! Right, and fast enough for a few lines: a walk takes b / 1.6 steps with a square root in each.
//! For fifteen thousand lines of the largest piles that is more than nine billion steps. (The walk
//! finds the single-pile moves; the equal take, which comes first in the answer, is evaluated
//! before.)
//@ expect(secret/*-max-lines): time-limit
//@ note: walks along all P-positions for every line, with a square root per step

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if (a, b) == (0, 0) {
            break;
        }
        let moves = winning_moves(a.min(b), a.max(b));
        output += if moves.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in moves {
            output += &format!("{} {}\n", x, y);
        }
    }
    print!("{}", output);
}

/// What the winning first moves leave of the piles `a <= b`.
fn winning_moves(a: u64, b: u64) -> Vec<(u64, u64)> {
    let mut moves = Vec::new();
    let k = b - a;
    if lower(k) == a {
        return moves;
    }
    if lower(k) < a {
        moves.push((lower(k), b - a + lower(k)));
    }
    for k in 0..=b {
        let (x, y) = (lower(k), lower(k) + k);
        if x > b {
            break;
        }
        if (x == a && y < b) || (y == a && x < b) || (y == b && x < a) {
            moves.push((x, y));
        }
    }
    moves
}

/// floor(k * phi). Piles of a million mean 5 * k * k < 2^53, where the square root of an f64 rounds
/// down correctly.
fn lower(k: u64) -> u64 {
    (k + ((5 * k * k) as f64).sqrt() as u64) / 2
}
