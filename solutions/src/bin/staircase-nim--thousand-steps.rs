//! Has room for a thousand steps and leaves out the rest.
//@ expect: wrong-answer
//@ note: steps beyond the 1000th do not count

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
    let kept = steps.iter().take(1000);
    let won = kept.step_by(2).fold(0, |x, a| x ^ a) != 0;
    println!("{}", if won { "Yes" } else { "No" });
}
