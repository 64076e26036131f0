//! Wrong: prints the words of the one-game problem `nim`. Here they carry an exclamation mark.
//@ expect: wrong-answer
//@ note: Alice and Bob without the exclamation mark

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next().filter(|&n| n > 0) {
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Alice\n" } else { "Bob\n" };
    }
    print!("{}", output);
}
