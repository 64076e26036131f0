//! Adds the heaps and reduces the sum modulo k + 1, as if they were one heap.
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
        let sum = heaps.sum::<u64>() % (k + 1);
        output += if sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
