//! Moore's Nim by its rules alone: no theorem, so this is the referee of the other solutions.
//!
//! The player to move wins if some move leaves a position that loses. What has been found out about
//! a position is remembered, together with k; the heaps are sorted for that.
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
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let k = numbers.next().expect("the most heaps that a move touches");
        let heaps: Vec<usize> = numbers.by_ref().take(n).collect();
        output += if wins(heaps, k, &mut known) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// Whether the player to move wins.
fn wins(mut heaps: Vec<usize>, k: usize, known: &mut HashMap<(usize, Vec<usize>), bool>) -> bool {
    heaps.retain(|&heap| heap > 0);
    heaps.sort();
    if let Some(&won) = known.get(&(k, heaps.clone())) {
        return won;
    }
    let mut options = Vec::new();
    moves(&heaps, k, Vec::new(), &mut options);
    let won = options.into_iter().any(|after| after != heaps && !wins(after, k, known));
    known.insert((k, heaps), won);
    won
}

/// Every way to leave each of the remaining heaps as it is, or to make it smaller if `k` allows.
fn moves(heaps: &[usize], k: usize, begun: Vec<usize>, options: &mut Vec<Vec<usize>>) {
    let heap = match heaps.first() {
        Some(&heap) => heap,
        None => return options.push(begun),
    };
    for left in 0..=heap {
        let cost = if left < heap { 1 } else { 0 };
        if cost <= k {
            let mut next = begun.clone();
            next.push(left);
            moves(&heaps[1..], k - cost, next, options);
        }
    }
}
