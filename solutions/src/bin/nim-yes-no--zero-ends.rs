//! Wrong: takes a 0 for the end of a game. Here it is an empty heap, and what follows it is read as
//! the next game.
//@ expect: wrong-answer
//@ note: stops reading a game at an empty heap

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().unwrap_or(0);
        let heaps = numbers.by_ref().take(n as usize).take_while(|&heap| heap > 0);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}
