//! Too slow, and without using any time: the moves go into a buffer that nobody empties. They never
//! leave the program, the judge waits for the first of them, the program waits for the judge, and
//! only the wall guard ends that.
//!
//! One test shows it as well as seventy: each costs the wall guard.
//@ only: secret/*-three-single-stones-no-flush
//@ expect: time-limit
//@ note: never flushes: both sides wait

use std::io::{self, BufRead, BufWriter, Write};

fn main() {
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    read_numbers(); // How many heaps there are shows in the next line.
    let mut heaps = read_numbers();
    while let Some((i, left)) = winning_move(&heaps) {
        writeln!(output, "{} {}", i + 1, heaps[i] - left).expect("the buffer takes it");
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
