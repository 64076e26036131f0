//! A winning first move of Nim by the rules alone: no theorem, so this is the referee of the other
//! solutions.
//!
//! The player to move wins if some move leaves a position that loses, and loses if none does; the
//! first move found that leaves a position that loses is printed. What has been found out about a
//! position is remembered; the heaps are sorted for that, because their order changes nothing.
//@ only: !secret/*-big-*, !secret/*-max-*, !secret/*-999-ones
//@ note: looks at every position that the game can reach

use std::collections::HashMap;
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<usize> = numbers.take(n).collect();
    let mut known = HashMap::new();
    for (i, &heap) in heaps.iter().enumerate() {
        for left in 0..heap {
            if !wins(after(&heaps, i, left), &mut known) {
                println!("{} {}", i + 1, left);
                return;
            }
        }
    }
    println!("lose");
}

/// Whether the player to move wins.
fn wins(mut heaps: Vec<usize>, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    heaps.sort_unstable();
    if let Some(&won) = known.get(&heaps) {
        return won;
    }
    let won =
        (0..heaps.len()).any(|i| (0..heaps[i]).any(|left| !wins(after(&heaps, i, left), known)));
    known.insert(heaps, won);
    won
}

/// The heaps with `left` stones in heap `i`.
fn after(heaps: &[usize], i: usize, left: usize) -> Vec<usize> {
    let mut heaps = heaps.to_vec();
    heaps[i] = left;
    heaps
}
