//! Wythoff's game: every winning first move, for piles of any size that fits in 64 bits.
//!
//! The lost positions are (a_k, b_k) with a_k = floor(k * phi) and b_k = a_k + k, k = 0, 1, 2, … (Wythoff 1907). The a_k and
//! the b_k together hit every positive number exactly once (Beatty's theorem, 1/phi + 1/phi^2 = 1). So each number has one
//! partner, each difference k belongs to one lost position, and there are at most three winning moves: to the lost position
//! with the difference of the piles, to the one with the smaller pile in it, and to the one with the larger pile in it –
//! each of them only if it lies below. A position without a winning move is lost.
//!
//! phi is irrational, so floating point fails sooner or later (f64 at k = 102334155). The integers here are exact.

use std::io::{self, Read, Write};

fn main() -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let mut numbers = numbers(&bytes);

    let stdout = io::stdout();
    let mut out = io::BufWriter::new(stdout.lock());
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if (a, b) == (0, 0) {
            break;
        }
        let moves = winning_moves(a.min(b), a.max(b));
        writeln!(out, "{}", if moves.is_empty() { 0 } else { 1 })?;
        for (x, y) in moves {
            writeln!(out, "{} {}", x, y)?;
        }
    }
    out.flush()
}

/// The lost positions that one move from `(a, b)`, `a <= b`, can leave: by taking from both piles, from the larger one, from
/// the smaller one. A position that can be reached in two ways is listed twice.
fn winning_moves(a: u64, b: u64) -> Vec<(u64, u64)> {
    let mut moves = Vec::new();
    let lower = lower(b - a);
    if lower < u128::from(a) {
        let lower = lower as u64;
        moves.push((lower, lower + (b - a)));
    }
    let rest = partner(a);
    if rest < u128::from(b) {
        let rest = rest as u64;
        moves.push((a.min(rest), a.max(rest)));
    }
    let rest = partner(b);
    if a < b && rest < u128::from(a) {
        moves.push((rest as u64, b));
    }
    moves
}

/// The pile that makes a lost position together with `pile`.
///
/// If pile = a_k, then pile <= k * phi < pile + 1, and k lies between pile / phi and pile / phi + 0.62: only the next whole
/// number can be k, and evaluating a_k tells whether it is. Otherwise pile = b_k for some k. With f the fraction of
/// k * phi, b_k = k * phi^2 - f, so b_k / phi = k * phi - f / phi = a_k + f * (1 - 1 / phi), and rounding that down gives
/// a_k. This holds for the pile 0 as well: its partner is 0.
fn partner(pile: u64) -> u128 {
    let section = golden_section(pile);
    let k = section + 1;
    if lower(k) == u128::from(pile) {
        u128::from(pile) + u128::from(k)
    } else {
        u128::from(section)
    }
}

/// a_k = floor(k * phi) = k + floor(k / phi), which may need 65 bits.
fn lower(k: u64) -> u128 {
    u128::from(k) + u128::from(golden_section(k))
}

/// floor(n / phi), an integer square root taken bit by bit.
///
/// The closed form is (isqrt(5 * n^2) - n) / 2, but 5 * n^2 leaves even 128 bits at the upper end. It is the largest m
/// with (2m + n)^2 <= 5 * n^2, and that says the same as m * m <= n * (n - m): Euclid's golden section of a line n, in
/// numbers that never exceed n * n < 2^128.
fn golden_section(n: u64) -> u64 {
    let n = u128::from(n);
    let mut m = 0;
    for bit in (0..128 - n.leading_zeros()).rev() {
        let longer = m | 1 << bit;
        if longer <= n && longer * longer <= n * (n - longer) {
            m = longer;
        }
    }
    m as u64
}

/// The numbers of the input, wherever its line breaks stand; a word that is none ends the input.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| !word.is_empty())
        .scan((), |_, word| std::str::from_utf8(word).ok()?.parse().ok())
}
