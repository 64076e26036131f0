//! Looks at 29 columns: the highest digit of 10^9 is in the thirtieth.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let k = numbers.next().expect("the most heaps that a move touches");
        let heaps: Vec<usize> = numbers.by_ref().take(n).collect();
        output += if wins(&heaps, k) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// Whether some column's number of ones is not a multiple of k + 1.
fn wins(heaps: &[usize], k: usize) -> bool {
    (0..29).any(|column| {
        let ones = heaps.iter().filter(|&heap| heap >> column & 1 == 1).count();
        ones % (k + 1) != 0
    })
}
