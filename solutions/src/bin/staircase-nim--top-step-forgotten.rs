//! Stops one step too early, as the listing for chessmen on a line does that fills 1..=n and uses 0..n.
//@ expect: wrong-answer
//@ note: the step read last is never used

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
    let used = steps.iter().take(n.saturating_sub(1));
    let won = used.step_by(2).fold(0, |x, a| x ^ a) != 0;
    println!("{}", if won { "Yes" } else { "No" });
}
