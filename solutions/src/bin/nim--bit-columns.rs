//! Nim as Bouton (1901) put it, with columns of binary digits and without the word xor: write the
//! heaps below one another in binary; the player to move loses exactly when every column holds an
//! even number of ones.
//!
//! Here a column is a counter, filled by halving each heap until nothing is left of it. A `u64` has
//! 64 columns.
//@ note: counts the ones in each binary column; no xor anywhere

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let mut ones_in_column = [0; 64];
    for heap in numbers.take(n as usize) {
        let mut rest = heap;
        for ones in &mut ones_in_column {
            *ones += rest % 2;
            rest /= 2;
        }
    }
    let balanced = ones_in_column.iter().all(|ones| ones % 2 == 0);
    println!("{}", if balanced { "Bob" } else { "Alice" });
}
