//! Nim with at most three sticks a move, without xor: only the parities of three counts matter.
//!
//! Say that ones, twos and threes are the numbers of heaps that leave 1, 2 and 3 when divided by 4.
//! In binary the column of 1 holds ones + threes digits, the column of 2 holds twos + threes. Both
//! are even exactly if the three counts are all even or all odd: then the mover is lost. All odd is
//! 1 2 3, the smallest P-position of three different heaps.
//@ note: counts the remainders; no xor anywhere

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let n = numbers.next().expect("the number of heaps");
        let mut counts = [0; 4];
        for heap in numbers.by_ref().take(n) {
            counts[heap % 4] += 1;
        }
        let lost = counts[1] % 2 == counts[3] % 2 && counts[2] % 2 == counts[3] % 2;
        output += if lost { "second\n" } else { "first\n" };
    }
    print!("{}", output);
}
