//! Nim, many games in one file. Bouton's theorem (1901): the player to move loses exactly when
//! the xor of the heaps, the nim-sum, is 0. From 0 every move leads away, because it changes one
//! heap and so the xor. From s > 0 a move leads back to 0: a heap h that holds the highest bit of s
//! has h ^ s < h, so shrink it to h ^ s. An empty heap changes neither the xor nor the moves.
//!
//! A game starts with its number of heaps; 0 there, or the end of the file, ends the list. A 0
//! among the heaps is just an empty heap. Words become numbers one by one as they are needed, so
//! what follows the final 0 may be anything.
//!
//! Sizes are below 2^31, and the xor of numbers has no bit that none of them has: `u64` is exact
//! far beyond that.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next().filter(|&n| n > 0) {
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Alice!\n" } else { "Bob!\n" };
    }
    print!("{}", output);
}
