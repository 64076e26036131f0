//! Forgets that the larger pile may come first.
//@ expect: wrong-answer
//@ note: the first pile is taken for the smaller one, so (2, 1) passes for a win

use std::io::{self, Read};

fn mover_loses(a: u64, b: u64) -> bool {
    let d = b.saturating_sub(a);
    let (a, b, d) = (u128::from(a), u128::from(b), u128::from(d));
    a * a <= d * b && a * (a + 2) >= d * (b + 1)
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
