//! Wythoff's game: who wins, for piles up to 2^64 - 1?
//!
//! Wythoff (1907): with a <= b and d = b - a, the player to move loses exactly when a = floor(d * phi), where
//! phi = (1 + sqrt 5) / 2. The losing pairs (0,0), (1,2), (3,5), (4,7), ... have every difference d once and, past 0,
//! every pile size once (Beatty's theorem, for 1/phi + 1/phi^2 = 1), so no move joins two of them, and one move of the
//! three kinds always reaches one of them from anywhere else.
//!
//! The floor needs no root and no fraction. phi is the positive root of x^2 = x + 1, so for d > 0
//!     a <= d * phi   <=>  a^2 <= d * (a + d) = d * b, and
//!     a + 1 > d * phi  <=>  (a + 1)^2 > d * (b + 1)  <=>  a * (a + 2) >= d * (b + 1).
//! Both hold for a = b = 0 as well, and the first fails for a = b > 0, so d = 0 needs no case of its own.

use std::io::{self, BufWriter, Read, Write};

fn mover_loses(a: u64, b: u64) -> bool {
    // Piles below 2^64 make every product less than 2^128: a * (a + 2) = (a + 1)^2 - 1, and
    // d * (b + 1) <= (2^64 - 1) * 2^64.
    let (a, b) = (u128::from(a.min(b)), u128::from(a.max(b)));
    let d = b - a;
    a * a <= d * b && a * (a + 2) >= d * (b + 1)
}

/// The numbers of the text, in order. Anything that is not a digit separates them.
fn numbers<'a>(text: &'a [u8]) -> impl Iterator<Item = u64> + 'a {
    text.split(|byte| !byte.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.iter()
                .fold(0, |n, digit| n * 10 + u64::from(digit - b'0'))
        })
}

fn main() -> io::Result<()> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());

    // No pair ends the input: `0 0` is a game too, and a lost one.
    let mut numbers = numbers(&text);
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        let answer = if mover_loses(a, b) { "0" } else { "1" };
        writeln!(out, "{}", answer)?;
    }
    out.flush()
}
