//! Wrong: takes the first pile for the smaller one. The larger may come first, so (2, 1) passes for
//! a win.
//@ expect: wrong-answer
//@ note: does not swap the piles when a > b

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        output += if mover_loses(a, b) { "0\n" } else { "1\n" };
    }
    print!("{}", output);
}

/// Whether the piles `a <= b` are lost.
fn mover_loses(a: u64, b: u64) -> bool {
    // Piles below 2^64 make every product less than 2^128: a * (a + 2) = (a + 1)^2 - 1, and
    // d * (b + 1) <= (2^64 - 1) * 2^64.
    let (a, b) = (u128::from(a), u128::from(b));
    let d = b.saturating_sub(a);
    a * a <= d * b && a * (a + 2) >= d * (b + 1)
}
