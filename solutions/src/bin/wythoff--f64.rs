//! The usual formula in doubles. Good enough for a million stones, not for a thousand million.
//@ expect: wrong-answer
//@ note: d * phi in f64 falls on the wrong side of an integer at 14 losing pairs, the first (165580140, 267914295)

use std::io::{self, Read};

fn mover_loses(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    let d = b - a;
    a == (d as f64 * (1.0 + 5f64.sqrt()) / 2.0) as u64
}

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let piles: Vec<u64> = text
        .split_ascii_whitespace()
        .map(|word| word.parse().expect("a pile is a number"))
        .collect();
    let mut out = String::new();
    for pair in piles.chunks(2) {
        out.push_str(if mover_loses(pair[0], pair[1]) {
            "0\n"
        } else {
            "1\n"
        });
    }
    print!("{}", out);
}
