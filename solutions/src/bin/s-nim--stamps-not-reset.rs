//! Wrong: marks the values of the options with the number of the heap, so that nothing has to be
//! cleared between heaps; but the marks of the case before stay. There the same heap left the same
//! stamps, with the values of another set.
//@ expect: wrong-answer
//@ note: marks are stamped with the heap and never cleared between cases

use std::io::{self, Read};

const LARGEST: usize = 10_000;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    // More than enough: a set of 100 numbers gives values up to 100.
    let mut stamps = vec![LARGEST + 1; 201];
    let mut values = vec![0; LARGEST + 1];
    let mut output = String::new();
    while let Some(k) = numbers.next().filter(|&k| k > 0) {
        let set: Vec<usize> = numbers.by_ref().take(k).collect();
        for heap in 0..=LARGEST {
            for taken in set.iter().filter(|&&taken| taken <= heap) {
                stamps[values[heap - taken]] = heap;
            }
            let mex = stamps.iter().position(|&stamp| stamp != heap);
            values[heap] = mex.expect("k options cannot cover k + 1 values");
        }
        let m = numbers.next().expect("the number of positions");
        for _ in 0..m {
            let l = numbers.next().expect("the number of heaps");
            let heaps = numbers.by_ref().take(l);
            let value = heaps.fold(0, |value, heap| value ^ values[heap]);
            output += if value != 0 { "W" } else { "L" };
        }
        output += "\n";
    }
    print!("{}", output);
}
