//! Nim with at most k stones a move, in two steps: what is left of each heap when blocks of k + 1
//! stones are laid aside, and then the binary columns of these rests. The player to move loses
//! exactly when every column holds an even number of ones (Bouton 1901 for the rests; a take of c
//! stones from a block is answered by the other k + 1 - c).

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
        let mut ones = [0; 30];
        for heap in numbers.by_ref().take(n as usize) {
            let blocks = heap / (k + 1);
            let rest = heap - blocks * (k + 1);
            for (column, count) in ones.iter_mut().enumerate() {
                *count += rest >> column & 1;
            }
        }
        let is_balanced = ones.iter().all(|count| count % 2 == 0);
        output += if is_balanced { "second\n" } else { "first\n" };
    }
    print!("{}", output);
}
