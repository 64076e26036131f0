//! Wythoff's game in the Fibonacci number system, a second way without roots.
//!
//! Zeckendorf: every n is a sum of Fibonacci numbers 1, 2, 3, 5, 8, ... of which no two are
//! neighbours, in one way only. Write the places used as bits. The P-positions (a, b) are those
//! where a ends in an even number of zeros and b is a with one more zero: 1 = "1" and 2 = "10";
//! 3 = "100" and 5 = "1000"; 4 = "101" and 7 = "1010" (Silber 1976).
//!
//! The 60th Fibonacci number is beyond 10^12, so 60 places hold every pile, and a u64 holds them
//! shifted.
//@ note: compares the digits of the piles in Fibonacci's number system

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut fibonacci = vec![1, 2];
    while fibonacci.len() < 60 {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        let (a, b) = (places(a.min(b), &fibonacci), places(a.max(b), &fibonacci));
        // The empty pile has no digits, and 64 zeros here: an even number as well.
        let lost = a.trailing_zeros() % 2 == 0 && b == a << 1;
        output += if lost { "0\n" } else { "1\n" };
    }
    print!("{}", output);
}

/// The places of n in the Fibonacci system as bits: bit 0 counts 1, bit 1 counts 2, bit 2 counts 3,
/// bit 3 counts 5.
fn places(n: u64, fibonacci: &[u64]) -> u64 {
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
