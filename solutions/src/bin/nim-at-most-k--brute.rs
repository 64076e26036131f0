//! Nim with at most k stones a move, by its rules alone: no theorem, so this is the referee of the
//! other solutions.
//!
//! The player to move wins if some move leaves a position that loses, and loses if none does. What
//! has been found out about a position is remembered, together with k.
//@ only: !secret/*-big-*
//@ note: looks at every position that the games can reach

use std::collections::HashMap;
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    let mut known = HashMap::new();
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let k = numbers.next().expect("the most stones that a move takes");
        let heaps = numbers.by_ref().take(n as usize);
        let heaps = heaps.collect();
        output += if wins(k, heaps, &mut known) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// Whether the player to move wins.
fn wins(k: u64, mut heaps: Vec<u64>, known: &mut HashMap<(u64, Vec<u64>), bool>) -> bool {
    heaps.sort();
    if let Some(&won) = known.get(&(k, heaps.clone())) {
        return won;
    }
    let won = (0..heaps.len()).any(|i| {
        (1..=heaps[i].min(k)).any(|taken| {
            let mut after = heaps.clone();
            after[i] -= taken;
            !wins(k, after, known)
        })
    });
    known.insert((k, heaps), won);
    won
}
