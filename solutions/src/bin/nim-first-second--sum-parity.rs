//! Wrong: judges by the total number of sticks. The nim-sum and the total agree in their last
//! binary digit only: 1 3 has an even total and is won.
//@ expect: wrong-answer
//@ note: an even total means second; the smallest failure is 1 3

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let n = numbers.next().expect("the number of heaps");
        let heaps = numbers.by_ref().take(n as usize);
        let total: u64 = heaps.sum();
        output += if total % 2 == 1 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
