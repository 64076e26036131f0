//! Wrong: knows only the end of the file. The final 0 becomes a game without heaps, with an answer
//! of its own.
//@ expect: wrong-answer
//@ note: n = 0 does not end the list

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().unwrap_or(0));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Alice!\n" } else { "Bob!\n" };
    }
    print!("{}", output);
}
