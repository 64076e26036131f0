//! S-Nim by its rules alone: no values and no theorem, so this is the referee of the other
//! solutions.
//!
//! The player to move wins if some move leaves a position that loses, and loses if none does. What
//! has been found out about a position is remembered as long as the set is the same; the heaps are
//! sorted for that, because their order changes nothing.
//@ only: !secret/*-big-*
//@ note: looks at every position that the games can reach

use std::collections::HashMap;
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(k) = numbers.next().filter(|&k| k > 0) {
        let set: Vec<usize> = numbers.by_ref().take(k).collect();
        let mut known = HashMap::new();
        let m = numbers.next().expect("the number of positions");
        for _ in 0..m {
            let l = numbers.next().expect("the number of heaps");
            let heaps = numbers.by_ref().take(l).collect();
            output += if wins(heaps, &set, &mut known) { "W" } else { "L" };
        }
        output += "\n";
    }
    print!("{}", output);
}

/// Whether the player to move wins.
fn wins(mut heaps: Vec<usize>, set: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    heaps.sort_unstable();
    if let Some(&won) = known.get(&heaps) {
        return won;
    }
    let won = (0..heaps.len()).any(|i| {
        set.iter().filter(|&&taken| taken <= heaps[i]).any(|taken| {
            let mut after = heaps.clone();
            after[i] -= taken;
            !wins(after, set, known)
        })
    });
    known.insert(heaps, won);
    won
}
