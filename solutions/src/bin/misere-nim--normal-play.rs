//! Wrong: ordinary Nim, where the last stone wins. Positions of single stones are won and lost the
//! other way round.
//@ expect: wrong-answer
//@ note: plays ordinary Nim; only all-ones games differ

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
        let mut x = 0;
        for heap in numbers.by_ref().take(n as usize) {
            x ^= heap;
        }
        output += if x != 0 { "John\n" } else { "Brother\n" };
    }
    print!("{}", output);
}
