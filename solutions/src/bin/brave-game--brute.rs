//! Bash's game by its rules alone: no theorem, so this is the referee of the other solutions.
//!
//! A heap is won if some move leaves a heap that is lost, and lost if none does.
//@ only: !secret/*-big-*

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
        output += if wins(n, m) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

fn wins(n: usize, m: usize) -> bool {
    let mut won: Vec<bool> = Vec::new();
    for heap in 0..=n {
        let some_move_wins = (1..=m.min(heap)).any(|taken| !won[heap - taken]);
        won.push(some_move_wins);
    }
    won[n]
}
