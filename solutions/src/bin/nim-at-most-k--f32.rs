//! Divides in single precision: beyond 2^24 the heaps are rounded, and the remainder is gone.
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
        let modulus = k as f32 + 1.0;
        let remainder = |heap: u64| heap as f32 - modulus * (heap as f32 / modulus).floor();
        let sum = heaps.fold(0, |sum, heap| sum ^ remainder(heap) as u64);
        output += if sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
