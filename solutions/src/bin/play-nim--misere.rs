//! Wrong: plays the pearl game, where the last stone loses. Its moves are right until one would
//! leave only heaps of one stone; there it leaves an odd number of them instead of an even one, and
//! every game gets there.
//@ expect: wrong-answer
//@ note: leaves an odd number of single stones at the end

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

fn next_move(heaps: &[usize]) -> Option<(usize, usize)> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let ones = heaps.iter().filter(|&&heap| heap == 1).count();
    let (i, left) = match heaps.iter().filter(|&&heap| heap > 1).count() {
        0 => (heaps.iter().position(|&heap| heap == 1)?, 0),
        1 => (heaps.iter().position(|&heap| heap > 1)?, 1 - ones % 2),
        _ => {
            let i = heaps.iter().position(|&heap| heap ^ nim_sum < heap)?;
            (i, heaps[i] ^ nim_sum)
        }
    };
    Some((i, left))
}
