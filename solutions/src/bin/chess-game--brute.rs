//! A Chess Game by its rules alone: no values and no theorem, so this is the referee of the other
//! solutions.
//!
//! The player to move wins if some move leaves a placing that loses, and loses if none does. What
//! has been found out about a placing is remembered as long as the board is the same; the chessmen
//! are sorted for that, because it does not matter which of them stands where.
//@ only: !secret/*-big-*
//@ note: looks at every placing that the games can reach

use std::collections::HashMap;
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut edges: Vec<Vec<usize>> = Vec::new();
        for _ in 0..n {
            let count = numbers.next().expect("the number of out-positions");
            edges.push(numbers.by_ref().take(count).collect());
        }
        let mut known = HashMap::new();
        while let Some(m) = numbers.next().filter(|&m| m > 0) {
            let chessmen = numbers.by_ref().take(m).collect();
            output += if wins(chessmen, &edges, &mut known) { "WIN\n" } else { "LOSE\n" };
        }
    }
    print!("{}", output);
}

/// Whether the player to move wins.
fn wins(
    mut chessmen: Vec<usize>,
    edges: &[Vec<usize>],
    known: &mut HashMap<Vec<usize>, bool>,
) -> bool {
    chessmen.sort_unstable();
    if let Some(&won) = known.get(&chessmen) {
        return won;
    }
    let won = (0..chessmen.len()).any(|i| {
        edges[chessmen[i]].iter().any(|&to| {
            let mut after = chessmen.clone();
            after[i] = to;
            !wins(after, edges, known)
        })
    });
    known.insert(chessmen, won);
    won
}
