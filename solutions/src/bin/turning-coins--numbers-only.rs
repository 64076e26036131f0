//! Looks at the xor of the coins' numbers, and not at the number of heads.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut heads: Vec<usize> = numbers.by_ref().take(n).collect();
        heads.sort();
        heads.dedup();
        let sum = heads.iter().fold(0, |sum, &coin| sum ^ value(coin));
        output += if sum / 2 == 0 { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}

/// The one of 2a and 2a + 1 that has an odd number of ones.
fn value(coin: usize) -> usize {
    match coin.count_ones() % 2 {
        1 => 2 * coin,
        _ => 2 * coin + 1,
    }
}
