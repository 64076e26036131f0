//! Takes every second step beginning with the highest one, as if the ground were above it.
//@ expect: wrong-answer
//@ note: wrong whenever the number of steps is even

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
    let counting = steps.iter().rev().step_by(2);
    let won = counting.fold(0, |x, a| x ^ a) != 0;
    println!("{}", if won { "Yes" } else { "No" });
}
