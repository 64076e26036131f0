//! Nim as Bouton (1901) put it, with columns of binary digits and without the word xor: the player
//! to move loses exactly when every column holds an even number of ones.
//!
//! Here a column is a counter, filled by halving each heap until nothing is left of it.
//@ note: counts the ones in each binary column; no xor anywhere

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
        let mut ones_in_column = [0; 64];
        for heap in numbers.by_ref().take(n as usize) {
            let mut rest = heap;
            let mut column = 0;
            while rest > 0 {
                ones_in_column[column] += rest % 2;
                rest /= 2;
                column += 1;
            }
        }
        let balanced = ones_in_column.iter().all(|ones| ones % 2 == 0);
        output += if balanced { "No\n" } else { "Yes\n" };
    }
    print!("{}", output);
}
