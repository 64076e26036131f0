//! Kayles and Dawson's Kayles by their rules alone: no theorem, so this is the referee of the other
//! solutions.
//!
//! A position is the letter and all rows, sorted. It is won if some throw leaves a position that is
//! lost.
//@ only: !secret/*-big-*
//@ note: looks at every position that the games can reach

use std::collections::HashMap;
use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let mut words = input.split_ascii_whitespace();

    let (mut kayles, mut dawson) = (HashMap::new(), HashMap::new());
    let mut output = String::new();
    let games = words.next().and_then(|word| word.parse().ok()).expect("the number of games");
    for _ in 0..games {
        let is_kayles = words.next() == Some("K");
        let m = words.next().and_then(|word| word.parse().ok()).expect("the number of rows");
        let rows = words.by_ref().take(m).map(|word| word.parse().expect("a row")).collect();
        let won = if is_kayles {
            wins(rows, &[1, 2], &mut kayles)
        } else {
            wins(rows, &[2], &mut dawson)
        };
        output += if won { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// Whether the player to move wins, where a throw knocks down one of these numbers of pins.
fn wins(mut rows: Vec<usize>, throws: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    rows.retain(|&row| row > 0);
    rows.sort();
    if let Some(&won) = known.get(&rows) {
        return won;
    }
    let won = (0..rows.len()).any(|i| {
        throws.iter().filter(|&&pins| pins <= rows[i]).any(|pins| {
            let rest = rows[i] - pins;
            (0..=rest).any(|left| {
                let mut after = rows.clone();
                after[i] = left;
                after.push(rest - left);
                !wins(after, throws, known)
            })
        })
    });
    known.insert(rows, won);
    won
}
