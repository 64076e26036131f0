//! Nim with at most k stones a move: a heap h is worth a Nim heap of h modulo k + 1.
//!
//! * The heaps 0 to k are Nim heaps: no take is too large.
//! * From a larger heap h the moves lead to the k heaps below it. Together with h they are k + 1
//!   neighbours, so their remainders modulo k + 1 are all different: the moves reach each remainder
//!   but that of h. So h has the least value that is missing, its Sprague-Grundy value.
//!
//! By the theorem of Sprague (1935) and Grundy (1939) the player to move loses exactly when the xor
//! of the values is 0. Each heap is reduced before the xor; the other way round is another number.

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
        let k = numbers.next().expect("the most stones that a move takes");
        let heaps = numbers.by_ref().take(n as usize);
        let sum = heaps.fold(0, |sum, heap| sum ^ (heap % (k + 1)));
        output += if sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
