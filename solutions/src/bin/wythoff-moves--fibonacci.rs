//! Wythoff's moves in Fibonacci's number system: no phi, no square root, no table of positions.
//!
//! Every number is a sum of Fibonacci numbers 1, 2, 3, 5, 8, … no two of which are neighbours
//! (Zeckendorf), so it can be written with the digits 0 and 1. The a_k are the numbers that end in
//! an even number of zeros, and b_k is a_k with one more zero behind it (Silber, "Wythoff's Nim and
//! Fibonacci representations", 1977): 4 = 101 and 7 = 1010. So the partner of a pile is a shift by
//! one digit, to the left or to the right. And a_k is k - 1 shifted to the left, plus 1: the shift
//! multiplies by phi, but for a fraction.
//!
//! Thirty digits reach beyond a million.
//@ note: shifts digits of Fibonacci's number system; no phi anywhere

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut values = vec![1, 2];
    while values.len() < 32 {
        values.push(values[values.len() - 1] + values[values.len() - 2]);
    }
    let fibonacci = Fibonacci(values);
    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if (a, b) == (0, 0) {
            break;
        }
        let moves = winning_moves(a.min(b), a.max(b), &fibonacci);
        output += if moves.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in moves {
            output += &format!("{} {}\n", x, y);
        }
    }
    print!("{}", output);
}

fn winning_moves(a: u64, b: u64, fibonacci: &Fibonacci) -> Vec<(u64, u64)> {
    let mut moves = Vec::new();
    let k = b - a;
    let lower = if k == 0 { 0 } else { 1 + fibonacci.shift_left(k - 1) };
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
    moves
}

/// The values of the digits: 1, 2, 3, 5, 8, …
struct Fibonacci(Vec<u64>);

impl Fibonacci {
    /// The places of the ones of `n`, the largest first: take the largest Fibonacci number that
    /// fits, and go on.
    fn ones(&self, n: u64) -> Vec<usize> {
        let mut rest = n;
        let mut ones = Vec::new();
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

    /// The pile that makes a P-position together with `pile`.
    fn partner(&self, pile: u64) -> u64 {
        let zeros_behind = self.ones(pile).last().map_or(0, |&place| place);
        if zeros_behind % 2 == 0 {
            self.shift_left(pile)
        } else {
            self.shift_right(pile)
        }
    }
}
