//! Wrong: keeps the nim-sum in one byte, so heaps that are equal modulo 256 cancel: 1 257 looks
//! like 1 1.
//@ expect: wrong-answer
//@ note: keeps only the low eight bits of every heap

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
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap as u8);
        output += if nim_sum != 0 { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}
