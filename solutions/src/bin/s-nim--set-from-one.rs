//! S-Nim with the take-set in the places 1 to k of an array, but walked through from place 0 on.
//!
//! Place 0 holds a 0, so every heap is an option of itself: it marks its own value before it has
//! one. That is the 0 of a fresh table, so no heap but the empty one is worth 0 any more. A move
//! takes at least one stone: a 0 has no place in a take-set, whoever puts it there.
//@ expect: wrong-answer

use std::io::{self, Read};

const LARGEST: usize = 10_000;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(k) = numbers.next().filter(|&k| k > 0) {
        let mut set = vec![0; k + 1];
        for place in &mut set[1..] {
            *place = numbers.next().expect("a number of the set");
        }
        let values = values(&set);
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

/// The table of the routine: heap 0 is worth 0, and the others follow.
fn values(set: &[usize]) -> Vec<usize> {
    let mut values = vec![0; LARGEST + 1];
    for heap in 1..=LARGEST {
        let mut occurs = vec![false; set.len() + 1];
        for &taken in set.iter().filter(|&&taken| taken <= heap) {
            occurs[values[heap - taken]] = true;
        }
        let mex = occurs.iter().position(|&occurs| !occurs);
        values[heap] = mex.expect("a set of k numbers and a 0 cannot cover k + 2 values");
    }
    values
}
