//! Wythoff's game: who wins, for piles up to 2^64 - 1?
//!
//! Wythoff (1907): with a <= b and d = b - a, the player to move loses exactly when
//! a = floor(d * phi), where phi = (1 + sqrt 5) / 2. The P-positions (0,0), (1,2), (3,5), (4,7),
//! ... have every difference d once and, past 0, every pile size once (Beatty's theorem, for
//! 1/phi + 1/phi^2 = 1), so no move joins two of them, and one move of the three kinds always
//! reaches one of them from anywhere else.
//!
//! The floor needs no root and no fraction. phi is the positive root of x^2 = x + 1, so for d > 0
//!
//!     a <= d * phi      <=>  a^2 <= d * (a + d) = d * b, and
//!     a + 1 > d * phi   <=>  (a + 1)^2 > d * (b + 1)  <=>  a * (a + 2) >= d * (b + 1).
//!
//! Both hold for a = b = 0 as well, and the first fails for a = b > 0, so d = 0 needs no case of
//! its own.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    // No pair ends the input: `0 0` is a game too, and a lost one.
    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        output += if mover_loses(a.min(b), a.max(b)) { "0\n" } else { "1\n" };
    }
    print!("{}", output);
}

/// Whether the piles `a <= b` are lost.
fn mover_loses(a: u64, b: u64) -> bool {
    // Piles below 2^64 make every product less than 2^128: a * (a + 2) = (a + 1)^2 - 1, and
    // d * (b + 1) <= (2^64 - 1) * 2^64.
    let (a, b) = (u128::from(a), u128::from(b));
    let d = b - a;
    a * a <= d * b && a * (a + 2) >= d * (b + 1)
}
