//! Applies the rule for the game in which the last move loses: with nothing above 1, an even number of ones wins.
//@ expect: wrong-answer
//@ note: misère play; here the player who cannot move loses

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let n = words.next().unwrap_or(0) as usize;
    let heaps: Vec<u64> = words.take(n).step_by(2).collect();
    let nim_sum = heaps.iter().fold(0, |x, a| x ^ a);
    let won = if heaps.iter().all(|&a| a <= 1) {
        nim_sum == 0
    } else {
        nim_sum != 0
    };
    println!("{}", if won { "Yes" } else { "No" });
}
