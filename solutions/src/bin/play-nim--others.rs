//! Playing Nim without the nim-sum of all heaps: heap i may shrink to the nim-sum of the *others*,
//! because that makes the whole 0 (Bouton 1901), and to nothing else.
//!
//! Of several winning moves this takes the one that removes the fewest stones, so its games are the
//! longest.
//@ note: another winning move than the model's; the longest games

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

/// The heap to shrink and what to leave of it, so that as few stones as possible are taken.
fn winning_move(heaps: &[usize]) -> Option<(usize, usize)> {
    let xor = |heaps: &[usize]| heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let others = (0..heaps.len()).map(|i| (i, xor(&heaps[..i]) ^ xor(&heaps[i + 1..])));
    let moves = others.filter(|&(i, left)| left < heaps[i]);
    moves.min_by_key(|&(i, left)| heaps[i] - left)
}
