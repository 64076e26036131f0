//! Playing Nim to win, by Bouton's theorem (1901): always hand over nim-sum 0.
//!
//! * We start with a nim-sum s > 0. A heap h that holds the highest bit of s has h ^ s < h, so
//!   shrinking it to h ^ s is a move, and it leaves nim-sum 0.
//! * Whatever the judge then does changes one heap and so makes the nim-sum positive again: the
//!   first point applies anew.
//! * The stones run out. The empty table has nim-sum 0, so we are the one who leaves it, with the
//!   last stone.
//!
//! Every move has to be on its way before the reply can come: hence the flush. There are at most
//! 2000 stones; `usize` holds any xor of numbers that it holds.

use std::io::{self, BufRead, Write};

fn main() {
    read_numbers(); // How many heaps there are shows in the next line.
    let mut heaps = read_numbers();
    while let Some((i, left)) = winning_move(&heaps) {
        println!("{} {}", i + 1, heaps[i] - left);
        io::stdout().flush().expect("the judge listens");
        heaps[i] = left;
        if heaps.iter().all(|&heap| heap == 0) {
            break;
        }
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
