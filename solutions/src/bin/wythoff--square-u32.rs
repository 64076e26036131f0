//! Wrong: the formula with an integer root, but the square is computed in 32 bits. 5 d^2 leaves
//! them at d = 29309.
//@ expect: wrong-answer
//@ note: 5 d^2 counts modulo 2^32

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
    let square = (d as u32).wrapping_mul(d as u32).wrapping_mul(5);
    // Below 2^32 the root of an f64 rounds down correctly.
    a == (d + f64::from(square).sqrt() as u64) / 2
}
