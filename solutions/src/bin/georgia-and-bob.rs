//! Georgia and Bob: chessmen on a strip that only move left are a game of Nim in disguise.
//!
//! Couple the chessmen from the right, two by two; if one is left over, the wall (cell 0) is its partner. The heaps are
//! the empty cells *inside* the couples, and Georgia wins exactly if their xor is not 0 (Bouton's theorem, 1901):
//!
//! * every move changes exactly one heap, since every chessman borders exactly one of them, so xor 0 becomes non-zero;
//! * if the xor is not 0, Bouton's move shrinks one heap so that it becomes 0, and the right chessman of the couple
//!   plays it by walking into the gap. (A left chessman may enlarge a heap, but that is a move like any other.)
//!
//! At the end all chessmen stand in cells 1..N, and the xor is 0. The game ends, because nobody ever goes right.

use std::io::{self, Read, Write};

const WALL: u64 = 0;

fn main() -> io::Result<()> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let mut numbers = numbers(&bytes);

    let stdout = io::stdout();
    let mut out = io::BufWriter::new(stdout.lock());
    let mut men = Vec::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        let n = match numbers.next() {
            Some(n) => n as usize,
            None => break,
        };
        men.clear();
        men.extend(numbers.by_ref().take(n));
        let winner = if xor_of_heaps(&mut men) == 0 {
            "Bob"
        } else {
            "Georgia"
        };
        writeln!(out, "{} will win", winner)?;
    }
    out.flush()
}

/// The nim-sum of the gaps inside the couples. A gap is less than a position and an xor has no more bits than its
/// terms, so the type of the positions holds everything.
fn xor_of_heaps(men: &mut Vec<u64>) -> u64 {
    if men.len() % 2 == 1 {
        men.push(WALL);
    }
    men.sort_unstable();
    men.chunks(2)
        .fold(0, |xor, couple| xor ^ (couple[1] - couple[0] - 1))
}

/// The numbers of the input, wherever its line breaks stand; a word that is none ends the input.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| !word.is_empty())
        .scan((), |_, word| std::str::from_utf8(word).ok()?.parse().ok())
}
