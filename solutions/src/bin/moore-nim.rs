//! Moore's Nim: a move takes stones from at most k heaps.
//!
//! The player to move loses exactly if every binary column holds a multiple of k + 1 ones (Moore
//! 1910; for k = 1 this is Nim).
//!
//! * A move changes at most k heaps. In the leftmost column that changes, ones become zeros, at
//!   least one and at most k of them: no multiple of k + 1 is left.
//! * From any other position, go through the columns from the left. Heaps that have become smaller
//!   are free and may have any digits from there on. A column with s ones too many gets k + 1 - s
//!   more from the free heaps, if there are so many of them; if not, s further heaps lose their one
//!   and become free, and altogether they are still at most k.
//!
//! Heaps of up to 10^9 have 30 columns.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let k = numbers.next().expect("the most heaps that a move touches");
        let heaps: Vec<usize> = numbers.by_ref().take(n).collect();
        output += if wins(&heaps, k) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// Whether some column's number of ones is not a multiple of k + 1.
fn wins(heaps: &[usize], k: usize) -> bool {
    (0..30).any(|column| {
        let ones = heaps.iter().filter(|&heap| heap >> column & 1 == 1).count();
        ones % (k + 1) != 0
    })
}
