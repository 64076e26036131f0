//! Nim, by Bouton's theorem (1901): the player to move loses exactly when the xor of the heaps, the
//! nim-sum, is 0.
//!
//! * No stones left: nim-sum 0, and the player to move has lost.
//! * From nim-sum 0 every move leads away from 0: it changes one heap, and the xor of the others
//!   stays as it was.
//! * From nim-sum s > 0 some move leads to 0: a heap h that holds the highest bit of s has
//!   h ^ s < h, so shrink it to h ^ s.
//!
//! The xor of numbers has no bit that none of them has, so `u64` is exact for every heap below
//! 2^64; the sizes here are at most 10000.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    // The judge's files hold one game. The texts' program reads on to the end of the file, and so
    // does this one.
    while let Some(n) = numbers.next() {
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        println!("{}", if nim_sum != 0 { "Alice" } else { "Bob" });
    }
}
