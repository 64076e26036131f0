//! Wrong: the nim-sum is kept in one byte, so heaps that are equal modulo 256 cancel: 1 257 looks
//! like 1 1.
//@ expect: wrong-answer
//@ note: keeps only the low eight bits of every heap

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, &heap| sum ^ heap as u8);
    println!("{}", if nim_sum != 0 { "Alice" } else { "Bob" });
}
