//! Grundy's game: a move divides a heap into two unequal ones.
//!
//! A divided heap is a sum of two games, so by the Sprague-Grundy theorem (Sprague 1935, Grundy
//! 1939) the value of a heap is the mex (the least number that does not occur) of g(a) xor g(b) for
//! all a + b = n with a < b, and the heap is lost exactly if its value is 0.
//!
//! Up to 1000000 the last lost heap is 1222: `grundys-game--whole-table` computes all these
//! values. So a table to 2000 is enough, and every larger heap is won. No theorem says so for heaps
//! of any size.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let lost = lost_heaps();
    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for n in numbers.take(games) {
        output += if lost.contains(&n) { "second\n" } else { "first\n" };
    }
    print!("{}", output);
}

const LARGEST: usize = 2000;

/// The heaps of value 0.
fn lost_heaps() -> Vec<usize> {
    let values = values();
    (1..values.len()).filter(|&heap| values[heap] == 0).collect()
}

/// The Sprague-Grundy values of the heaps up to LARGEST, each the mex of what its divisions leave.
fn values() -> Vec<usize> {
    let mut values = vec![0];
    for heap in 1..=LARGEST {
        let mut occurs = vec![false; heap + 1];
        for small in 1..=heap {
            let large = heap - small;
            if small >= large {
                break;
            }
            let value = values[small] ^ values[large];
            if value <= heap {
                occurs[value] = true;
            }
        }
        let mex = occurs.iter().position(|&occurs| !occurs);
        values.push(mex.expect("there are fewer divisions than coins"));
    }
    values
}
