//! Nim the way Bouton's paper (1901) plays it: heaps in binary, one under the other, and the digits
//! of each column counted.
//!
//! A position is balanced if every column holds an even number of ones. A winning move balances all
//! columns: it turns every digit of one heap that stands in an odd column. Turning a 1 takes
//! 2^column stones away, turning a 0 adds as many; the heap shrinks exactly when the highest odd
//! column holds a 1 of it. Heaps below 2^31 have 31 columns, and `i64` holds every change.
//@ note: turns the digits in odd columns one by one; no xor anywhere

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<i64>().expect("a number"));

    let mut output = String::new();
    while let Some(m) = numbers.next().filter(|&m| m > 0) {
        let heaps: Vec<i64> = numbers.by_ref().take(m as usize).collect();
        let ones = |column: i64| heaps.iter().map(|heap| heap >> column & 1).sum::<i64>();
        let odd_columns: Vec<i64> = (0..31).filter(|&column| ones(column) % 2 == 1).collect();

        output += if odd_columns.is_empty() { "No\n" } else { "Yes\n" };
        for heap in &heaps {
            let digit = |column: &i64| heap >> column & 1;
            let turned = |column: &i64| (1 << column) * (1 - 2 * digit(column));
            let change: i64 = odd_columns.iter().map(turned).sum();
            if change < 0 {
                output += &format!("{} {}\n", heap, heap + change);
            }
        }
    }
    print!("{}", output);
}
