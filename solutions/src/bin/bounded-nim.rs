//! Nim with at most three sticks a move.
//!
//! One heap first: with a multiple of 4 the mover is lost, because every 1, 2 or 3 can be answered
//! by 3, 2 or 1. In general a heap of h is worth as much as an ordinary Nim heap of h mod 4 (its
//! Sprague-Grundy value): the one to three moves lead to the other remainders, all of them for
//! h >= 3, so the least value not reached, the mex, is h mod 4. Sprague (1935) and Grundy (1939):
//! the value of several heaps is the xor of theirs, and the mover loses if it is 0.
//!
//! Heaps are at most 10^9; nothing is ever added to one, so `u64` is more than enough.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let n = numbers.next().expect("the number of heaps");
        let heaps = numbers.by_ref().take(n as usize);
        let value = heaps.fold(0, |value, heap| value ^ (heap % 4));
        output += if value != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
