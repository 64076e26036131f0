//! Staircase Nim: a move takes stones from one step to the step below, step 1's stones to the ground.
//!
//! Only the steps 1, 3, 5, ... count, and they are ordinary Nim heaps (Bouton 1901): the first player wins exactly
//! when their xor is not 0. Moving stones from an odd step takes them out of the Nim game, to an even step or to the
//! ground. Moving stones from an even step puts them into it, but the opponent at once moves the same stones one step
//! further down, to an even step or to the ground again, and the Nim position is what it was. Stones only ever move
//! down, so this cannot go on for ever.
//!
//! An xor has no more binary digits than the largest number, so u64 is exact for steps of up to 2^64 - 1 stones.

use std::io::{self, Read};

fn main() {
    let mut input = Vec::new();
    let read = io::stdin().read_to_end(&mut input);
    read.expect("standard input can be read");
    let mut numbers = numbers(&input);
    let n = numbers.next().unwrap_or(0);
    // The first number after n is step 1, so every second one from there on is an odd step.
    let odd_steps = numbers.take(n as usize).step_by(2);
    let nim_sum = odd_steps.fold(0, |x, stones| x ^ stones);
    println!("{}", if nim_sum == 0 { "No" } else { "Yes" });
}

/// The numbers of the input, whatever stands between them.
fn numbers(input: &[u8]) -> impl Iterator<Item = u64> + '_ {
    let words = input.split(|byte| !byte.is_ascii_digit());
    words.filter(|word| !word.is_empty()).map(|word| {
        let digits = word.iter().map(|digit| u64::from(digit - b'0'));
        digits.fold(0, |number, digit| number * 10 + digit)
    })
}
