//! Grundy's game by its rules alone: no theorem, so this is the referee of the other solutions.
//!
//! A position is all heaps, sorted, without those of one and two coins, which nobody can divide. It
//! is won if some move leaves a position that is lost.
//@ only: !secret/*-big-*
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
    let games = numbers.next().expect("the number of games");
    for n in numbers.take(games) {
        output += if wins(vec![n], &mut known) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// Whether the player to move wins.
fn wins(mut heaps: Vec<usize>, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    heaps.retain(|&heap| heap > 2);
    heaps.sort();
    if let Some(&won) = known.get(&heaps) {
        return won;
    }
    let won = (0..heaps.len()).any(|i| {
        let heap = heaps[i];
        (1..heap).take_while(|small| 2 * small < heap).any(|small| {
            let mut after = heaps.clone();
            after[i] = small;
            after.push(heap - small);
            !wins(after, known)
        })
    });
    known.insert(heaps, won);
    won
}
