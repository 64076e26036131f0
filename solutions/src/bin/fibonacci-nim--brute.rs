//! Fibonacci Nim by its rules alone: no theorem, so this is the referee of the other solutions.
//!
//! A position is the stones and how many may be taken. It is won if some move leaves a position
//! that is lost. For each number of stones one number says it all: the least take that wins, since
//! whoever may take more may take that as well.
//@ only: !secret/*-big-*

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
    let n = n as usize;
    // The position without stones is lost whatever may be taken: no take wins there.
    let mut least = vec![usize::MAX];
    for stones in 1..=n {
        // After a take the opponent may take twice as much, and loses if that is too little.
        let wins = |&taken: &usize| 2 * taken < least[stones - taken];
        let take = (1..=stones).find(wins).expect("taking everything wins");
        least.push(take);
    }
    least[n] < n
}
