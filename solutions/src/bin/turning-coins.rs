//! Turning coins (Mock Turtles): a move turns one to three coins, the rightmost from heads to
//! tails.
//!
//! A head on coin a has as its value the mex (the least number that does not occur) of 0, g(b) and
//! g(b) xor g(c) for coins b, c on its left: turning a coin of tails makes a head, and a second
//! head on the same coin would cancel the first. So g(a) is the a-th number with an odd number of
//! ones in binary: those before it occur as g(b), and each number with an even number of ones is
//! its highest one xor the rest. That number is 2a or 2a + 1.
//!
//! The first player loses exactly if the xor over all heads is 0. A coin that is named twice is one
//! head.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut heads: Vec<usize> = numbers.by_ref().take(n).collect();
        heads.sort();
        heads.dedup();
        let sum = heads.iter().fold(0, |sum, &coin| sum ^ value(coin));
        output += if sum == 0 { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}

/// The one of 2a and 2a + 1 that has an odd number of ones.
fn value(coin: usize) -> usize {
    match coin.count_ones() % 2 {
        1 => 2 * coin,
        _ => 2 * coin + 1,
    }
}
