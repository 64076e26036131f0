//! Nim, test after test, in the words of CSES 1730: `first` or `second`, the winner.
//!
//! Bouton (1901): the player to move loses exactly when the xor of the heaps, the nim-sum, is 0.
//! From nim-sum 0 every move changes one heap and with it the nim-sum. From nim-sum s > 0 a heap h
//! that holds the highest bit of s can shrink to h ^ s, which makes the nim-sum 0. Without sticks
//! the nim-sum is 0, and the player to move has lost.
//!
//! Heaps are at most 10^9, and the xor has no bit that no heap has: it stays below 2^30.

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
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
