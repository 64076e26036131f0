//! Reads the number of steps from the first line and the steps from the second.
//@ expect: wrong-answer
//@ note: the numbers may stand on any lines

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let second = text.lines().nth(1).unwrap_or("");
    let steps = second
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let won = steps.step_by(2).fold(0, |x, a| x ^ a) != 0;
    println!("{}", if won { "Yes" } else { "No" });
}
