//! Bash's game: one heap of n stones, a move takes 1 to m of them.
//!
//! The multiples of m + 1 are lost. No move joins two of them, since they are m + 1 apart; and from
//! any other heap the remainder, 1 to m stones, can be taken, which leaves such a multiple. The
//! empty heap is the multiple 0: who faces it has lost.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the stones");
        let m = numbers.next().expect("the most that a move takes");
        output += if n % (m + 1) != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
