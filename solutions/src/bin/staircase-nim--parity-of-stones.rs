//! Looks only at whether the number of stones on the odd steps is odd.
//@ expect: wrong-answer
//@ note: the sum modulo 2 instead of the xor

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
    let won = steps.iter().step_by(2).sum::<u64>() % 2 == 1;
    println!("{}", if won { "Yes" } else { "No" });
}
