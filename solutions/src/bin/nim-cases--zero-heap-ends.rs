//! Wrong: stops at the first 0 of the file, wherever it stands. Only a 0 in the place of n ends the
//! list; among the heaps it is an empty heap.
//@ expect: wrong-answer
//@ note: takes an empty heap for the terminator

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let numbers = words.map(|word| word.parse::<u64>().expect("a number"));
    let mut numbers = numbers.take_while(|&number| number > 0);

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Alice!\n" } else { "Bob!\n" };
    }
    print!("{}", output);
}
