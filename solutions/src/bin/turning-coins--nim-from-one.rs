//! Takes the coins' numbers, counted from 1, for heaps of Nim. That is the game in which a move
//! turns one or two coins (Turtles).
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
        output += if sum == 0 { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}

fn value(coin: usize) -> usize {
    coin + 1
}
