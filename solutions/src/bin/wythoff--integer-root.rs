//! Wythoff's game by the textbook formula, done in integers: floor(d * phi) = floor((d + isqrt(5
//! d^2)) / 2). The floor may be taken in two steps, because (d + m) / 2 reaches an integer only
//! when m does.
//!
//! The difference d is at most 10^9, so 5 d^2 <= 5 * 10^18 < 2^63: u64 is enough here (it is until
//! d = 1920767766).
//@ note: an integer square root in place of a floating one

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        let d = a.max(b) - a.min(b);
        let lost = a.min(b) == (d + integer_root(5 * d * d)) / 2;
        output += if lost { "0\n" } else { "1\n" };
    }
    print!("{}", output);
}

/// The largest root with root * root <= n, for n < 2^64: bit by bit from the highest one.
fn integer_root(n: u64) -> u64 {
    let mut root = 0_u64;
    for bit in (0..32).rev() {
        let larger = root + (1 << bit);
        if larger * larger <= n {
            root = larger;
        }
    }
    root
}
