//! Wythoff's moves in a loop that only `0 0` ends, as in a well-known listing.
//!
//! When the input ends without it, reading fails, the piles keep their values, and the last answer is printed for ever.
//@ expect: output-limit, time-limit
//@ note: never stops at the end of an input without 0 0

use std::io::{self, Read, Write};

const PHI: f64 = 1.618_033_988_749_895;

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<i64>().expect("the input is numbers"));

    let stdout = io::stdout();
    let mut out = io::BufWriter::new(stdout.lock());
    let (mut a, mut b) = (0, 0);
    loop {
        let next = numbers.next();
        let at_end = next.is_none();
        a = next.unwrap_or(a);
        b = numbers.next().unwrap_or(b);
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
        let rest = partner(b);
        if rest < a && a < b {
            moves.push((rest, b));
        }
        let mut answer = format!("{}\n", if moves.is_empty() { 0 } else { 1 });
        for (x, y) in moves {
            answer += &format!("{} {}\n", x, y);
        }
        if at_end {
            // From here on nothing changes any more; there is no need to be slow about it.
            answer = answer.repeat(10_000);
        }
        if out.write_all(answer.as_bytes()).is_err() {
            // Nobody reads any more: there is no point in flushing the rest either.
            std::process::exit(0);
        }
    }
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
