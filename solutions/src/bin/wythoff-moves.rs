//! Wythoff's game: every winning first move, for piles of up to 2^32 - 1.
//!
//! The P-positions, which the player to move loses, are (a_k, b_k) with a_k = floor(k * phi) and
//! b_k = a_k + k, k = 0, 1, 2, … (Wythoff 1907). The a_k and the b_k together hit every positive
//! number exactly once (Beatty's theorem, 1/phi + 1/phi^2 = 1). So each number has one partner,
//! each difference k belongs to one P-position, and there are at most three winning moves: to the
//! P-position with the difference of the piles, to the one with the smaller pile in it, and to the
//! one with the larger pile in it – each of them only if it lies below. A position without a
//! winning move is lost.
//!
//! phi is irrational, so floating point fails sooner or later (f64 at k = 102334155). The integers
//! here are exact.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if (a, b) == (0, 0) {
            break;
        }
        let moves = winning_moves(a.min(b), a.max(b));
        output += if moves.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in moves {
            output += &format!("{} {}\n", x, y);
        }
    }
    print!("{}", output);
}

/// The P-positions that one move from `(a, b)`, `a <= b`, can leave: by taking from both piles,
/// from the larger one, from the smaller one. A position that can be reached in two ways is listed
/// twice.
fn winning_moves(a: u64, b: u64) -> Vec<(u64, u64)> {
    let mut moves = Vec::new();
    let k = b - a;
    if lower(k) < a {
        moves.push((lower(k), lower(k) + k));
    }
    let rest = partner(a);
    if rest < b {
        moves.push((a.min(rest), a.max(rest)));
    }
    let rest = partner(b);
    if rest < a && a < b {
        moves.push((rest, b));
    }
    moves
}

/// The pile that makes a P-position together with `pile`.
///
/// If pile = a_k, then pile <= k * phi < pile + 1, and k lies between pile / phi and pile / phi +
/// 0.62: only the next whole number can be k, and evaluating a_k tells whether it is. Otherwise
/// pile = b_k for some k. With f the fraction of k * phi, b_k = k * phi^2 - f, so b_k / phi = k *
/// phi - f / phi = a_k + f * (1 - 1 / phi), and rounding that down gives a_k. This holds for the
/// pile 0 as well: its partner is 0.
fn partner(pile: u64) -> u64 {
    let section = golden_section(pile);
    let k = section + 1;
    if lower(k) == pile {
        pile + k
    } else {
        section
    }
}

/// a_k = floor(k * phi) = k + floor(k / phi).
fn lower(k: u64) -> u64 {
    k + golden_section(k)
}

/// floor(n / phi), an integer square root taken bit by bit, for n below 2^32.
///
/// The closed form is (isqrt(5 * n^2) - n) / 2, the largest m with (2m + n)^2 <= 5 * n^2. That says
/// the same as m * m <= n * (n - m): Euclid's golden section of a line n, in numbers that never
/// exceed n * n < 2^64.
fn golden_section(n: u64) -> u64 {
    let mut m = 0;
    for bit in (0..32).rev() {
        let longer = m + (1 << bit);
        if longer <= n && longer * longer <= n * (n - longer) {
            m = longer;
        }
    }
    m
}
