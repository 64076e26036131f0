//! Wythoff's moves from a table of the lost positions, which is built without phi.
//!
//! The recurrence: a_k is the smallest number that occurs in no lost position before the k-th (the mex), and
//! b_k = a_k + k. No two lost positions share a pile or a difference, or one could be reached from the other; and the mex
//! makes sure that every position in between can reach one. The table goes as far as the largest pile of the input, and
//! every question is then looked up.

use std::io::{self, Read, Write};

/// The partner, or the lower pile, is beyond the table, hence of no use to anyone.
const BEYOND: usize = usize::MAX;

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let numbers: Vec<usize> = text
        .split_ascii_whitespace()
        .map(|word| word.parse().expect("the input is numbers"))
        .collect();
    let pairs: Vec<&[usize]> = numbers
        .chunks_exact(2)
        .take_while(|&pair| pair != [0, 0])
        .collect();
    let size = 1 + pairs
        .iter()
        .map(|pair| pair[0].max(pair[1]))
        .max()
        .unwrap_or(0);

    let mut partner = vec![BEYOND; size];
    let mut lower = vec![BEYOND; size];
    let mut mex = 0;
    for k in 0..size {
        while mex < size && partner[mex] != BEYOND {
            mex += 1;
        }
        if mex + k >= size {
            break;
        }
        lower[k] = mex;
        partner[mex] = mex + k;
        partner[mex + k] = mex;
    }

    let mut out = String::new();
    for pair in pairs {
        let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        if partner[a] == b {
            out += "0\n";
            continue;
        }
        out += "1\n";
        let from_both = lower[b - a];
        if from_both < a {
            out += &format!("{} {}\n", from_both, from_both + b - a);
        }
        let from_larger = partner[a];
        if from_larger < b {
            out += &format!("{} {}\n", a.min(from_larger), a.max(from_larger));
        }
        let from_smaller = partner[b];
        if from_smaller < a && a < b {
            out += &format!("{} {}\n", from_smaller, b);
        }
    }
    io::stdout()
        .write_all(out.as_bytes())
        .expect("stdout takes the output");
}
