//! Wrong: has room for 1000 heaps and ignores the others. There may be 200000.
//@ expect: wrong-answer
//@ note: heaps after the 1000th do not count

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
        let heaps: Vec<u64> = numbers.by_ref().take(n as usize).collect();
        let nim_sum = heaps.iter().take(1000).fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
