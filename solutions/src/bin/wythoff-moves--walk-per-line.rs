//! Wythoff's moves by walking along all lost positions, for every line anew.
//!
//! Right, and fast enough for a few lines: a walk takes b / 1.6 steps with a square root in each. For fifteen thousand lines
//! of the largest piles that is more than nine billion steps. (The walk finds the single-pile moves; the equal take, which
//! comes first in the answer, is evaluated before.)
//@ expect(secret/*-max-lines): time-limit
//@ note: walks along all lost positions for every line, with a square root per step

use std::io::{self, Read, Write};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().expect("the input is numbers"));

    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if a == 0 && b == 0 {
            break;
        }
        let (a, b) = (a.min(b), a.max(b));
        let k = b - a;
        if lower(k) == a {
            out += "0\n";
            continue;
        }
        out += "1\n";
        if lower(k) < a {
            out += &format!("{} {}\n", lower(k), lower(k) + k);
        }
        for i in 0.. {
            let (x, y) = (lower(i), lower(i) + i);
            if x > b {
                break;
            }
            if (x == a && y < b) || (y == a && x < b) || (y == b && x < a) {
                out += &format!("{} {}\n", x, y);
            }
        }
    }
    io::stdout()
        .write_all(out.as_bytes())
        .expect("stdout takes the output");
}

/// floor(k * phi). Piles of a million mean 5 * k * k < 2^53, where the square root of an f64 rounds down correctly.
fn lower(k: u64) -> u64 {
    (k + ((5 * k * k) as f64).sqrt() as u64) / 2
}
