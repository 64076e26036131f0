//! Wrong: takes "the second line" at its word. The heaps are the next n numbers, however the lines
//! are broken.
//@ expect: wrong-answer
//@ note: reads the heaps from line 2 only

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.lines().nth(1).unwrap_or("").split_ascii_whitespace();
    let heaps = words.map(|word| word.parse::<u64>().expect("a number"));

    let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
    println!("{}", if nim_sum != 0 { "Alice" } else { "Bob" });
}
