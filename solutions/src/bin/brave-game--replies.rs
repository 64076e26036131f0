//! Bash's game, played: the first player takes what makes a round, and each round of a take and its
//! reply is m + 1 stones. Whoever can always complete a round takes the last stone.

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
        output += if first_wins(n, m) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// Lays whole rounds aside until less than a round is left. What is left is the first player's
/// first take; if it is nothing, the second player completes all the rounds.
fn first_wins(mut stones: usize, m: usize) -> bool {
    while stones > m {
        stones -= m + 1;
    }
    stones > 0
}
