//! Wrong: divides by the largest take. The period is one more than that.
//@ expect: wrong-answer
//@ note: heap mod 3 in place of heap mod 4

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
        let value = heaps.fold(0, |value, heap| value ^ (heap % 3));
        output += if value != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
