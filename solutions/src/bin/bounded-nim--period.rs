//! Nim with a bounded take by the table of Sprague-Grundy values, without knowing the pattern: the
//! table finds it.
//!
//! The value of a heap is the least number that the values of the MOST heaps below it leave free
//! (mex). So a value is a function of the MOST values before it: as soon as MOST of them in a row
//! repeat, everything repeats from there on.
//@ note: finds the period of the values instead of knowing it

use std::io::{self, Read};

/// The most sticks that a move may take.
const MOST: usize = 3;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let values = values();
    let mut output = String::new();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let n = numbers.next().expect("the number of heaps");
        let heaps = numbers.by_ref().take(n);
        let value = heaps.fold(0, |value, heap| value ^ values[heap % values.len()]);
        output += if value != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// One period of the values; they begin with it at the empty heap.
fn values() -> Vec<usize> {
    let mut values = Vec::new();
    loop {
        let heap = values.len();
        values.push(mex(&values[heap.saturating_sub(MOST)..]));
        // The empty heap starts the first period: MOST values like the first MOST ones start the
        // second.
        if heap >= 2 * MOST && values[heap + 1 - MOST..] == values[..MOST] {
            values.truncate(heap + 1 - MOST);
            return values;
        }
    }
}

/// The least number that does not occur.
fn mex(reached: &[usize]) -> usize {
    (0..=reached.len())
        .find(|value| !reached.contains(value))
        .expect("k numbers leave one of k + 1")
}
