//! Staircase Nim: a move takes stones from one step to the step below, step 1's stones to the
//! ground.
//!
//! Only the steps 1, 3, 5, ... count, and they are ordinary Nim heaps (Bouton 1901): the first
//! player wins exactly when their xor is not 0. Moving stones from an odd step takes them out of
//! the Nim game, to an even step or to the ground. Moving stones from an even step puts them into
//! it, but the opponent at once moves the same stones one step further down, to an even step or to
//! the ground again, and the Nim position is what it was. Stones only ever move down, so this
//! cannot go on for ever.
//!
//! A xor has no more binary digits than the largest number, so u64 is exact for steps of fewer than
//! 2^64 stones.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of steps");
    // The first number after n is step 1, so every second one from there on is an odd step.
    let odd_steps = numbers.take(n as usize).step_by(2);
    let nim_sum = odd_steps.fold(0, |sum, stones| sum ^ stones);
    println!("{}", if nim_sum != 0 { "Yes" } else { "No" });
}
