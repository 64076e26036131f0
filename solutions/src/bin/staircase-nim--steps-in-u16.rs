//! Keeps the stones of a step in 16 bits.
//@ expect: wrong-answer
//@ note: stones beyond 65535 lose their high digits

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
    let won = steps.iter().step_by(2).fold(0, |x, &a| x ^ a as u16) != 0;
    println!("{}", if won { "Yes" } else { "No" });
}
