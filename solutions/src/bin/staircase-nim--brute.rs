//! Staircase Nim by its rules alone: no theorem, so this is the referee of the other solutions.
//!
//! The player to move wins if some move leaves a position that loses, and loses if none does. What
//! has been found out about a position is remembered.
//@ only: !secret/*-big-*
//@ note: looks at every position that the game can reach

use std::collections::HashMap;
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let n = numbers.next().expect("the number of steps");
    let steps = numbers.take(n).collect();
    let first = wins(steps, &mut HashMap::new());
    println!("{}", if first { "Yes" } else { "No" });
}

/// Whether the player to move wins. `steps[0]` is the lowest step; what leaves it lies on the
/// ground.
fn wins(steps: Vec<usize>, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&won) = known.get(&steps) {
        return won;
    }
    let won = (0..steps.len()).any(|i| {
        (1..=steps[i]).any(|taken| {
            let mut after = steps.clone();
            after[i] -= taken;
            if i > 0 {
                after[i - 1] += taken;
            }
            !wins(after, known)
        })
    });
    known.insert(steps, won);
    won
}
