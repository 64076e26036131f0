//! Wythoff's moves in Fibonacci's number system: no phi, no square root, no table of positions.
//!
//! Every number is a sum of Fibonacci numbers 1, 2, 3, 5, 8, … no two of which are neighbours (Zeckendorf), so it can be
//! written with the digits 0 and 1. The a_k are the numbers that end in an even number of zeros, and b_k is a_k with one
//! more zero behind it (Silber, "Wythoff's Nim and Fibonacci representations", 1977): 4 = 101 and 7 = 1010. So
//! the partner of a pile is a shift by one digit, to the left or to the right. And a_k is k - 1 shifted to the left,
//! plus 1: the shift multiplies by phi, but for a fraction.

use std::io::{self, Read, Write};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().expect("the input is numbers"));
    let fibonacci = Fibonacci::new();

    let mut out = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if a == 0 && b == 0 {
            break;
        }
        let (a, b) = (a.min(b), a.max(b));
        let mut moves = Vec::new();
        let k = b - a;
        let lower = match k {
            0 => 0,
            _ => 1 + fibonacci.shift_left(k - 1),
        };
        if lower < a {
            moves.push((lower, lower + k));
        }
        let rest = fibonacci.partner(a);
        if rest < b {
            moves.push((a.min(rest), a.max(rest)));
        }
        let rest = fibonacci.partner(b);
        if rest < a && a < b {
            moves.push((rest, b));
        }
        out += if moves.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in moves {
            out += &format!("{} {}\n", x, y);
        }
    }
    io::stdout()
        .write_all(out.as_bytes())
        .expect("stdout takes the output");
}

/// The values of the digits: 1, 2, 3, 5, 8, …
struct Fibonacci(Vec<u64>);

impl Fibonacci {
    /// Forty-four digits reach beyond 10^8, a hundred times the largest pile.
    fn new() -> Fibonacci {
        let mut values = vec![1, 2];
        while values.len() < 44 {
            let next = values[values.len() - 1] + values[values.len() - 2];
            values.push(next);
        }
        Fibonacci(values)
    }

    /// The places of the ones of `n`, the largest first: take the largest Fibonacci number that fits, and go on.
    fn ones(&self, n: u64) -> Vec<usize> {
        let mut ones = Vec::new();
        let mut rest = n;
        for (place, &value) in self.0.iter().enumerate().rev() {
            if value <= rest {
                rest -= value;
                ones.push(place);
            }
        }
        ones
    }

    fn shift_left(&self, n: u64) -> u64 {
        self.ones(n).iter().map(|place| self.0[place + 1]).sum()
    }

    fn shift_right(&self, n: u64) -> u64 {
        self.ones(n).iter().map(|place| self.0[place - 1]).sum()
    }

    /// The pile that makes a lost position together with `pile`.
    fn partner(&self, pile: u64) -> u64 {
        let zeros_behind = self.ones(pile).last().map_or(0, |&place| place);
        if zeros_behind % 2 == 0 {
            self.shift_left(pile)
        } else {
            self.shift_right(pile)
        }
    }
}
