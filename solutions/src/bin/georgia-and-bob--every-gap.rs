//! Georgia and Bob with the gap in front of every chessman as a heap.
//!
//! A move does take cells out of its gap, but it puts them into the next one: these heaps are not Nim heaps. Only every
//! second gap counts.
//@ expect: wrong-answer
//@ note: counts all gaps, not only those inside the couples

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<i64>().expect("the input is numbers"));

    for _ in 0..numbers.next().unwrap_or(0) {
        let n = numbers.next().unwrap_or(0);
        let mut men: Vec<i64> = numbers.by_ref().take(n as usize).collect();
        men.push(0);
        men.sort_unstable();
        let xor = men
            .windows(2)
            .fold(0, |xor, pair| xor ^ (pair[1] - pair[0] - 1));
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}
