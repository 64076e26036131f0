//! Fibonacci Nim: a move takes at most twice as many stones as the move before it.
//!
//! Every number is in one way a sum of Fibonacci numbers 1, 2, 3, 5, 8, … no two of which are
//! neighbours (Zeckendorf). The player to move loses exactly if he may take less than the smallest
//! summand (Whinihan 1963):
//!
//! * If he may take it, he does: the next summand is more than twice as large, out of reach.
//! * If he may not, whatever he takes lets the opponent reach the smallest summand of the rest, or
//!   else the summands of the rest and of the take would be a second way to write the number.
//!
//! At first all stones but one may be taken, so a heap is lost exactly if it is one summand: a
//! Fibonacci number.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    for n in numbers.take_while(|&n| n > 0) {
        output += if first_wins(n) { "First win\n" } else { "Second win\n" };
    }
    print!("{}", output);
}

fn first_wins(n: u64) -> bool {
    let (mut small, mut large) = (1, 2);
    while large < n {
        let next = small + large;
        small = large;
        large = next;
    }
    large != n
}
