//! Wrong: has room for 64 heaps, and what does not fit is dropped in silence.
//@ expect: wrong-answer
//@ note: heaps after the 64th are ignored

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().take(64).fold(0, |sum, heap| sum ^ heap);
    println!("{}", if nim_sum != 0 { "Alice" } else { "Bob" });
}
