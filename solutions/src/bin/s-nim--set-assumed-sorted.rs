//! Wrong: leaves the loop over the set at the first number that is larger than the heap. The set is
//! not sorted, so later numbers may still fit.
//@ expect: wrong-answer
//@ note: counts on a sorted set

use std::io::{self, Read};

const LARGEST: usize = 10_000;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(k) = numbers.next().filter(|&k| k > 0) {
        let set: Vec<usize> = numbers.by_ref().take(k).collect();
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

/// g(0) to g(LARGEST), each the mex of what its moves leave.
fn values(set: &[usize]) -> Vec<usize> {
    let mut values = Vec::new();
    for heap in 0..=LARGEST {
        let mut occurs = vec![false; set.len() + 1];
        for taken in set.iter().take_while(|&&taken| taken <= heap) {
            occurs[values[heap - taken]] = true;
        }
        let mex = occurs.iter().position(|&occurs| !occurs);
        values.push(mex.expect("k options cannot cover k + 1 values"));
    }
    values
}
