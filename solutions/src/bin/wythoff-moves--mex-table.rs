//! Wythoff's moves from a table of the P-positions, which is built without phi.
//!
//! The P-positions are those that the player to move loses. The recurrence: a_k is the smallest
//! number that occurs in no P-position before the k-th (the mex), and b_k = a_k + k. No two
//! P-positions share a pile or a difference, or one could be reached from the other; and the mex
//! makes sure that every position in between can reach one. The table goes as far as the largest
//! pile, and every question is then looked up.
//@ note: builds the table of P-positions; no phi anywhere

use std::io::{self, Read};

const LARGEST: usize = 1_000_000;
/// The partner of a pile, or the lower pile for a difference, lies beyond the table: of no use to
/// anyone.
const BEYOND: usize = usize::MAX;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let (lower, partner) = lost_positions();
    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if (a, b) == (0, 0) {
            break;
        }
        let (a, b) = (a.min(b), a.max(b));
        if partner[a] == b {
            output += "0\n";
            continue;
        }
        output += "1\n";
        let from_both = lower[b - a];
        if from_both < a {
            output += &format!("{} {}\n", from_both, from_both + b - a);
        }
        let from_larger = partner[a];
        if from_larger < b {
            output += &format!("{} {}\n", a.min(from_larger), a.max(from_larger));
        }
        let from_smaller = partner[b];
        if from_smaller < a && a < b {
            output += &format!("{} {}\n", from_smaller, b);
        }
    }
    print!("{}", output);
}

/// For every difference the lower pile of its P-position, and for every pile its partner.
fn lost_positions() -> (Vec<usize>, Vec<usize>) {
    let mut lower = vec![BEYOND; LARGEST + 1];
    let mut partner = vec![BEYOND; LARGEST + 1];
    let mut mex = 0;
    for k in 0..=LARGEST {
        while mex <= LARGEST && partner[mex] != BEYOND {
            mex += 1;
        }
        if mex + k > LARGEST {
            break;
        }
        lower[k] = mex;
        partner[mex] = mex + k;
        partner[mex + k] = mex;
    }
    (lower, partner)
}
