//! A winning first move of Nim, by Bouton's theorem (1901): a move wins exactly when it leaves
//! nim-sum 0.
//!
//! * If the nim-sum of all heaps is s, the others of heap h have nim-sum h ^ s. So the only move of
//!   this heap that can win is the one to h ^ s, and it is a move if h ^ s < h.
//! * If s = 0, no heap satisfies that: h ^ 0 = h. Every move loses.
//! * If s > 0, a heap that holds the highest bit of s does: this bit goes away and outweighs all
//!   changes below it.
//!
//! Any winning move will do, so the first heap that has one is taken. Sizes are at most 10^18;
//! a xor has no bit that none of its parts has, so `u64` is exact for every heap below 2^64.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|&heap| heap ^ nim_sum < heap) {
        Some(i) => println!("{} {}", i + 1, heaps[i] ^ nim_sum),
        None => println!("lose"),
    }
}
