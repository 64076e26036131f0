//! Wythoff's game by the textbook formula, done in integers: floor(d * phi) = floor((d + isqrt(5 d^2)) / 2).
//! The floor may be taken in two steps, because (d + m) / 2 reaches an integer only when m does.

use std::io::{self, BufWriter, Read, Write};

/// The largest root with root * root <= n, by Newton's method from above.
fn integer_root(n: u64) -> u64 {
    if n == 0 {
        return 0;
    }
    // At least the root, since n < 2^bits gives a root below 2^(bits / 2).
    let mut root = 1u64 << ((64 - n.leading_zeros() + 1) / 2);
    loop {
        let next = (root + n / root) / 2;
        if next >= root {
            return root;
        }
        root = next;
    }
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let piles: Vec<u64> = text
        .split_ascii_whitespace()
        .map(|word| word.parse().expect("a pile is a number"))
        .collect();

    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());
    for pair in piles.chunks(2) {
        let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        let d = b - a;
        // d <= 10^9, so 5 d^2 <= 5 * 10^18 < 2^63: u64 is enough here (it is until d = 1920767766).
        let loses = a == (d + integer_root(5 * d * d)) / 2;
        writeln!(out, "{}", u8::from(!loses))?;
    }
    out.flush()
}
