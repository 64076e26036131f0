//! Counts the moves that taking everything one by one would need, and looks whether that is odd.
//@ expect: wrong-answer
//@ note: the number of stones modulo 2 decides nothing here

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let games = words.next().unwrap_or(0);
    for _ in 0..games {
        let n = words.next().unwrap_or(0) as usize;
        let won = words.by_ref().take(n).sum::<u64>() % 2 == 1;
        println!("{}", if won { "Alice" } else { "Bob" });
    }
}
