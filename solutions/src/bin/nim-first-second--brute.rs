//! Nim by its rules alone: no theorem, so this is the referee of the other solutions.
//!
//! The player to move wins if some move leaves a position that loses, and loses if none does. What
//! has been found out about a position is remembered, from one test to the next as well; the heaps
//! are sorted for that, because their order changes nothing.
//@ only: !secret/*-big-*, !secret/*-max-*
//@ note: looks at every position that the games can reach

use std::collections::HashMap;
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut known = HashMap::new();
    let mut output = String::new();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let n = numbers.next().expect("the number of heaps");
        let heaps = numbers.by_ref().take(n).collect();
        output += if wins(heaps, &mut known) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// Whether the player to move wins.
fn wins(mut heaps: Vec<usize>, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    heaps.sort_unstable();
    if let Some(&won) = known.get(&heaps) {
        return won;
    }
    let won = (0..heaps.len()).any(|i| {
        (0..heaps[i]).any(|left| {
            let mut after = heaps.clone();
            after[i] = left;
            !wins(after, known)
        })
    });
    known.insert(heaps, won);
    won
}
