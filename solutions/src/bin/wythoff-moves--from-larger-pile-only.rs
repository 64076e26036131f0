//! Wythoff's moves without those that take from the smaller pile.
//!
//! They are easily forgotten, since they need a larger pile that is the upper one of its lost position: (4, 5) -> (3, 5).
//@ expect: wrong-answer
//@ note: forgets the moves that take from the smaller pile

use std::io::{self, Read};

const PHI: f64 = 1.618_033_988_749_895;

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<i64>().expect("the input is numbers"));

    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if a == 0 && b == 0 {
            break;
        }
        let (a, b) = (a.min(b), a.max(b));
        let mut moves = Vec::new();
        let k = b - a;
        if lower(k) < a {
            moves.push((lower(k), lower(k) + k));
        }
        let rest = partner(a);
        if rest < b {
            moves.push((a.min(rest), a.max(rest)));
        }
        out += if moves.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in moves {
            out += &format!("{} {}\n", x, y);
        }
    }
    print!("{}", out);
}

/// The lower pile of the k-th lost position. An f64 is exact enough up to a million.
fn lower(k: i64) -> i64 {
    (k as f64 * PHI) as i64
}

/// The pile that makes a lost position together with `pile`.
fn partner(pile: i64) -> i64 {
    let rest = (pile as f64 / PHI) as i64;
    if lower(rest + 1) == pile {
        pile + rest + 1
    } else {
        rest
    }
}
