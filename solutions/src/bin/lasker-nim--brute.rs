//! Lasker's Nim from its rules alone: a position is lost when every move from it leads to a won one.
//!
//! A position is the sorted list of its heaps, empty ones left out; positions are looked up once they are decided. No
//! values, no xor. Every move takes stones or makes more heaps of the same stones, so the search ends.
//@ expect(*/*-big-*): run-time-error
//@ note: too large for the brute force; it stops with exit code 3 before any work

use std::collections::HashMap;
use std::io::{self, Read};
use std::process;

/// Stones that one game may have: there are about 4500 ways to make heaps of up to 22.
const LIMIT: u64 = 22;

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let games = words.next().unwrap_or(0);
    let games: Vec<Vec<u64>> = (0..games)
        .map(|_| {
            let n = words.next().unwrap_or(0) as usize;
            words.by_ref().take(n).collect()
        })
        .collect();
    let too_large = |game: &Vec<u64>| game.iter().sum::<u64>() > LIMIT;
    if games.iter().any(too_large) {
        eprintln!("too large for the brute force");
        process::exit(3);
    }
    let mut decided = HashMap::new();
    for game in games {
        let won = is_won(sorted(game), &mut decided);
        println!("{}", if won { "Alice" } else { "Bob" });
    }
}

fn is_won(heaps: Vec<u64>, decided: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(&won) = decided.get(&heaps) {
        return won;
    }
    let won = (0..heaps.len()).any(|i| {
        let takes = (0..heaps[i]).map(|left| (left, 0));
        let splits = (1..=heaps[i] / 2).map(|part| (part, heaps[i] - part));
        takes.chain(splits).any(|(one, other)| {
            let mut next = heaps.clone();
            next[i] = one;
            next.push(other);
            !is_won(sorted(next), decided)
        })
    });
    decided.insert(heaps, won);
    won
}

fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&stones| stones > 0);
    heaps.sort_unstable();
    heaps
}
