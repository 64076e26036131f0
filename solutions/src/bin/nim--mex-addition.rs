//! Nim by adding heaps the way Sprague (1935) and Grundy (1939) define it. Two heaps a and b
//! together are worth a (+) b, the smallest number that is neither a' (+) b with a' < a nor a (+)
//! b' with b' < b: the mex of the options. The player to move loses exactly when all heaps together
//! are worth 0. The table below follows that definition.
//!
//! A table for heaps up to 10000 would be too large. But 128 is a power of two, and a heap 128
//! q + r is worth as much as the two heaps 128 q and r (Bouton's sub-heaps). So a table for 0..128
//! serves, once for each digit to base 128; two digits reach 16383.
//@ note: a table of nim-addition built by mex, used digit by digit; no xor anywhere

use std::io::{self, Read};

const BASE: usize = 128;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let nim_addition = nim_addition();
    let (mut high, mut low) = (0, 0);
    let n = numbers.next().expect("the number of heaps");
    for heap in numbers.take(n) {
        high = nim_addition[high][heap / BASE];
        low = nim_addition[low][heap % BASE];
    }
    println!("{}", if (high, low) == (0, 0) { "Bob" } else { "Alice" });
}

/// `table[a][b]` is a (+) b, from the mex definition.
fn nim_addition() -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; BASE]; BASE];
    for a in 0..BASE {
        for b in 0..BASE {
            // There are a + b options, so their mex is at most a + b.
            let mut is_option = [false; 2 * BASE];
            table[..a].iter().for_each(|row| is_option[row[b]] = true);
            table[a][..b].iter().for_each(|&value| is_option[value] = true);
            table[a][b] = is_option.iter().take_while(|&&taken| taken).count();
        }
    }
    table
}
