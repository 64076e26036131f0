//! The winning moves of Nim by the rules alone: no theorem, so this is the referee of the other
//! solutions.
//!
//! The player to move wins if some move leaves a position that loses, and loses if none does; every
//! move that leaves a position that loses is printed. What has been found out about a position is
//! remembered, from one case to the next as well; the heaps are sorted for that, because their
//! order changes nothing.
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
    while let Some(m) = numbers.next().filter(|&m| m > 0) {
        let heaps: Vec<usize> = numbers.by_ref().take(m).collect();
        output += if wins(heaps.clone(), &mut known) { "Yes\n" } else { "No\n" };
        for (i, &heap) in heaps.iter().enumerate() {
            for left in 0..heap {
                if !wins(after(&heaps, i, left), &mut known) {
                    output += &format!("{} {}\n", heap, left);
                }
            }
        }
    }
    print!("{}", output);
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
