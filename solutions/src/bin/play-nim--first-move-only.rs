//! Wrong: makes the winning first move and leaves. The game has to be played to the end.
//@ expect: wrong-answer
//@ note: ends after its first move

use std::io::{self, BufRead};

fn main() {
    read_numbers(); // How many heaps there are shows in the next line.
    let heaps = read_numbers();
    if let Some((i, left)) = winning_move(&heaps) {
        println!("{} {}", i + 1, heaps[i] - left);
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
