//! The formula in single precision.
//@ expect: wrong-answer
//@ note: f32 has 24 bits: wrong from (4180, 6764) on

use std::io::{self, Read};

fn mover_loses(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    let d = b - a;
    a == (d as f32 * (1.0 + 5f32.sqrt()) / 2.0) as u64
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
