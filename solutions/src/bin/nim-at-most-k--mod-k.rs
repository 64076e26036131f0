//! Reduces modulo k: one too few. A heap of k is won by taking it, and k modulo k is 0.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let k = numbers.next().expect("the most stones that a move takes");
        let heaps = numbers.by_ref().take(n as usize);
        let sum = heaps.fold(0, |sum, heap| sum ^ (heap % k));
        output += if sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
