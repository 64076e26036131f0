//! Wrong: answers the first game only, as hihoCoder 1163 asks. The first number here is the number
//! of games.
//@ expect: wrong-answer
//@ note: ends after the first game

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let _games = numbers.next().expect("the number of games");
    let n = numbers.next().expect("the number of heaps");
    let heaps = numbers.take(n as usize);
    let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
    println!("{}", if nim_sum != 0 { "Yes" } else { "No" });
}
