//! Wrong: plays Nim Game II, CSES 1098, where a move takes three sticks at most. Here a move may
//! take a whole heap, so 4 alone is won.
//@ expect: wrong-answer
//@ note: counts every heap modulo 4

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
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ (heap % 4));
        output += if nim_sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
