//! Wythoff's game in the Fibonacci number system, a second way without roots.
//!
//! Zeckendorf: every n is a sum of Fibonacci numbers 1, 2, 3, 5, 8, ... of which no two are neighbours, in one way only.
//! Write the places used as bits. The losing pairs (a, b) are those where a ends in an even number of zeros and b is a
//! with one more zero: 1 = "1" and 2 = "10"; 3 = "100" and 5 = "1000"; 4 = "101" and 7 = "1010" (Silber 1976).

use std::io::{self, BufWriter, Read, Write};

/// The places of n in the Fibonacci system, as bits: bit 0 counts 1, bit 1 counts 2, bit 2 counts 3, bit 3 counts 5.
fn places(n: u64, fibonacci: &[u64]) -> u128 {
    let mut rest = n;
    let mut bits = 0;
    for (place, &value) in fibonacci.iter().enumerate().rev() {
        if value <= rest {
            rest -= value;
            bits |= 1 << place;
        }
    }
    bits
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let piles: Vec<u64> = text
        .split_ascii_whitespace()
        .map(|word| word.parse().expect("a pile is a number"))
        .collect();

    // 91 places: every Fibonacci number below 2^63, so the bits, shifted once, fit into 128.
    let mut fibonacci = vec![1u64, 2];
    while fibonacci.len() < 91 {
        let next = fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2];
        fibonacci.push(next);
    }

    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());
    for pair in piles.chunks(2) {
        let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        let (small, large) = (places(a, &fibonacci), places(b, &fibonacci));
        let even_zeros = a == 0 || small.trailing_zeros() % 2 == 0;
        let loses = even_zeros && large == small << 1;
        writeln!(out, "{}", u8::from(!loses))?;
    }
    out.flush()
}
