//! Wrong: waits for a reply to its last move. Nobody has a move then: the judge waits for the
//! program to end, the program waits for the judge, and that is a deadlock.
//!
//! One test shows it as well as seventy.
//@ only: secret/*-three-single-stones-no-flush
//@ expect: time-limit
//@ note: reads on after it has taken the last stone

use std::io::{self, BufRead, Write};

fn main() {
    read_numbers(); // How many heaps there are shows in the next line.
    let mut heaps = read_numbers();
    while let Some((i, left)) = winning_move(&heaps) {
        println!("{} {}", i + 1, heaps[i] - left);
        io::stdout().flush().expect("the judge listens");
        heaps[i] = left;
        match read_numbers()[..] {
            [heap, taken] => heaps[heap - 1] -= taken,
            _ => break, // The judge has left.
        }
    }
}

/// The numbers of the next line; none at the end of the input.
fn read_numbers() -> Vec<usize> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).expect("the input is text");
    let words = line.split_ascii_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}

/// The heap to shrink and what to leave of it: there is such a move while the nim-sum is not 0.
fn winning_move(heaps: &[usize]) -> Option<(usize, usize)> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let i = heaps.iter().position(|&heap| heap ^ nim_sum < heap)?;
    Some((i, heaps[i] ^ nim_sum))
}
