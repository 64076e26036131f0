//! Wrong: reads the judge's moves but does not make them, so its heaps are soon not those on the
//! table.
//@ expect: wrong-answer
//@ note: does not apply the replies to its heaps

use std::io::{self, BufRead, Write};

fn main() {
    read_numbers(); // How many heaps there are shows in the next line.
    let mut heaps = read_numbers();
    while let Some((i, left)) = next_move(&heaps) {
        println!("{} {}", i + 1, heaps[i] - left);
        io::stdout().flush().expect("the judge listens");
        heaps[i] = left;
        if heaps.iter().all(|&heap| heap == 0) {
            break;
        }
        read_numbers();
    }
}

/// The numbers of the next line; none at the end of the input.
fn read_numbers() -> Vec<usize> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).expect("the input is text");
    let words = line.split_ascii_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}

/// A winning move as far as this program knows; when it sees none, a single stone.
fn next_move(heaps: &[usize]) -> Option<(usize, usize)> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|&heap| heap ^ nim_sum < heap) {
        Some(i) => Some((i, heaps[i] ^ nim_sum)),
        None => {
            let i = heaps.iter().position(|&heap| heap > 0)?;
            Some((i, heaps[i] - 1))
        }
    }
}
