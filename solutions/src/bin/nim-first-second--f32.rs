//! Wrong: reads the heaps as f32, which has 24 bits: 16777216 and 16777217 look equal.
//@ expect: wrong-answer
//@ note: heaps pass through f32

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<f32>().expect("a number") as u64);

    let mut output = String::new();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let n = numbers.next().expect("the number of heaps");
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
