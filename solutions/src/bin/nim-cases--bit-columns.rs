//! Nim as Bouton (1901) put it, with columns of binary digits and without the word xor: write the
//! heaps below one another in binary; the player to move loses exactly when every column holds an
//! even number of ones.
//!
//! Here a column is a flag, turned by every one that falls into it. Heaps below 2^31 have 31
//! columns.
//@ note: counts the ones in each binary column; no xor anywhere

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next().filter(|&n| n > 0) {
        let mut odd_columns = [false; 31];
        for heap in numbers.by_ref().take(n as usize) {
            for (column, odd) in odd_columns.iter_mut().enumerate() {
                if heap >> column & 1 == 1 {
                    *odd = !*odd;
                }
            }
        }
        output += if odd_columns.contains(&true) { "Alice!\n" } else { "Bob!\n" };
    }
    print!("{}", output);
}
