//! Wythoff's moves with the single-pile moves in front.
//!
//! The right moves, but the equal take comes first in the answer.
//@ expect: wrong-answer
//@ note: lists the single-pile moves before the equal take

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
        let rest = partner(a);
        if rest < b {
            moves.push((a.min(rest), a.max(rest)));
        }
        let rest = partner(b);
        if rest < a && a < b {
            moves.push((rest, b));
        }
        let k = b - a;
        if lower(k) < a {
            moves.push((lower(k), lower(k) + k));
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
