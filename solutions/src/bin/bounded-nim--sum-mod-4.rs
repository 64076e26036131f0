//! Wrong: puts all heaps together into one. 1 and 3 make 4, but are not lost: the values combine by
//! xor, not by sum.
//@ expect: wrong-answer
//@ note: the sum of all heaps, mod 4

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
        let value = heaps.sum::<u64>() % 4;
        output += if value != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
