//! Nim with a bounded take by the Sprague-Grundy table, without knowing the pattern: the table finds it.
//!
//! The value of a heap is the least number that the values of the MOST heaps below it leave free (mex). So a value is a
//! function of the MOST values before it: as soon as MOST of them in a row repeat, everything repeats from there on.

use std::io::{self, BufWriter, Read, Write};

/// The most stones that a move may take.
const MOST: usize = 3;

fn mex(reached: &[usize]) -> usize {
    (0..).find(|value| !reached.contains(value)).unwrap_or(0)
}

/// One period of the values; they begin with it at the empty heap.
fn values() -> Vec<usize> {
    let mut values = Vec::new();
    loop {
        let size = values.len();
        let value = mex(&values[size.saturating_sub(MOST)..]);
        values.push(value);
        // The empty heap starts the first period: MOST values like the first MOST ones start the second.
        if size >= 2 * MOST && values[size + 1 - MOST..] == values[..MOST] {
            values.truncate(values.len() - MOST);
            return values;
        }
    }
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<usize>().expect("a heap is a number"));
    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());

    let values = values();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let count = numbers.next().expect("the number of heaps");
        let x = numbers
            .by_ref()
            .take(count)
            .fold(0, |x, heap| x ^ values[heap % values.len()]);
        let wins = x != 0;
        writeln!(out, "{}", if wins { "first" } else { "second" })?;
    }
    out.flush()
}
