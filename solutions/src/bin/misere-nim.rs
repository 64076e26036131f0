//! Nim where whoever takes the last stone *loses*.
//!
//! Bouton (1901): play it like ordinary Nim, leaving xor 0, until your move would leave only heaps
//! of one stone; then leave an odd number of them, so that the opponent takes the last one. That
//! move falls to the right player: it is made from a position with exactly one larger heap,
//! whose xor is not 0, and the larger heap may be lowered to 1 or to 0, as the parity asks. So the
//! player to move wins
//!
//! * with a heap of two or more somewhere: if the xor of all heaps is not 0, as in ordinary Nim;
//! * with heaps of one only: if their number is even, that is if the xor is 0.
//!
//! The xor of numbers has no bit that none of them has, so `u64` is exact; the heaps here are at
//! most 5000.

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
        let mut x = 0;
        let mut larger_heap = false;
        for heap in numbers.by_ref().take(n as usize) {
            x ^= heap;
            larger_heap |= heap > 1;
        }
        output += if (x != 0) == larger_heap { "John\n" } else { "Brother\n" };
    }
    print!("{}", output);
}
