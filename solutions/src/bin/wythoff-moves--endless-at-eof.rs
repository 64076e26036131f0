//! Wrong: a loop that only `0 0` ends, as in a well-known listing. When the input ends without it,
//! reading fails, the piles keep their values, and the last answer is printed for ever.
//@ expect: output-limit, time-limit
//@ note: never stops at the end of an input without 0 0

use std::io::{self, BufWriter, Read, Write};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    let (mut a, mut b) = (1, 1);
    loop {
        a = numbers.next().unwrap_or(a);
        b = numbers.next().unwrap_or(b);
        if (a, b) == (0, 0) {
            break;
        }
        let moves = winning_moves(a.min(b), a.max(b));
        writeln!(output, "{}", if moves.is_empty() { 0 } else { 1 }).expect("somebody reads");
        for (x, y) in moves {
            writeln!(output, "{} {}", x, y).expect("somebody reads");
        }
    }
}

/// What the winning first moves leave of the piles `a <= b`.
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

/// floor(n / phi): the largest m with m * m <= n * (n - m).
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
