//! Wrong: the usual formula in doubles. Good enough for a million stones, not for a thousand
//! million: d * phi falls on the wrong side of an integer at 14 P-positions, the first (165580140,
//! 267914295).
//@ expect: wrong-answer
//@ note: phi in double precision

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        output += if mover_loses(a.min(b), a.max(b)) { "0\n" } else { "1\n" };
    }
    print!("{}", output);
}

/// Whether the piles `a <= b` are lost.
fn mover_loses(a: u64, b: u64) -> bool {
    let d = b - a;
    a == (d as f64 * (1.0 + 5_f64.sqrt()) / 2.0) as u64
}
