//! Wrong: answers every line of the input. `0 0` is not a position but the end.
//@ expect: wrong-answer
//@ note: answers the terminator

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().unwrap_or(0));

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        let moves = winning_moves(a.min(b), a.max(b));
        output += if moves.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in moves {
            output += &format!("{} {}\n", x, y);
        }
    }
    print!("{}", output);
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
