//! Playing Nim by the rules alone: no theorem, only moves to positions that lose.
//!
//! The player to move wins if some move leaves a position that loses, and loses if none does. What
//! has been found out about a position is remembered for the whole game; the heaps are sorted for
//! that, because their order changes nothing.
//@ only: !secret/*-big-*, !secret/*-max-*
//@ note: looks at every position that the game can reach

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

fn main() {
    let mut known = HashMap::new();
    read_numbers(); // How many heaps there are shows in the next line.
    let mut heaps = read_numbers();
    while let Some((i, left)) = winning_move(&heaps, &mut known) {
        println!("{} {}", i + 1, heaps[i] - left);
        io::stdout().flush().expect("the judge listens");
        heaps[i] = left;
        if heaps.iter().all(|&heap| heap == 0) {
            break;
        }
        match read_numbers()[..] {
            [heap, taken] => heaps[heap - 1] -= taken,
            _ => break, // The judge has left.
        }
    }
}

/// The numbers of the next line; none at the end of the input.
fn read_numbers() -> Vec<usize> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).expect("the input is text");
    let words = line.split_ascii_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}

/// The heap to shrink and what to leave of it, so that the judge loses.
fn winning_move(heaps: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> Option<(usize, usize)> {
    let mut moves = (0..heaps.len()).flat_map(|i| (0..heaps[i]).map(move |left| (i, left)));
    moves.find(|&(i, left)| {
        let mut after = heaps.to_vec();
        after[i] = left;
        !wins(after, known)
    })
}

/// Whether the player to move wins.
fn wins(mut heaps: Vec<usize>, known: &mut HashMap<Vec<usize>, bool>) -> bool {
    heaps.sort_unstable();
    if let Some(&won) = known.get(&heaps) {
        return won;
    }
    let won = winning_move(&heaps, known).is_some();
    known.insert(heaps, won);
    won
}
