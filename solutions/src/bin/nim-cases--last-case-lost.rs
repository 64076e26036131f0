//! Wrong: asks "is there anything after this game?" before it answers, so a file that ends without
//! the final 0 loses its last answer.
//@ expect: wrong-answer
//@ note: drops the last game if no 0 follows

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number")).peekable();

    let mut output = String::new();
    while let Some(n) = numbers.next().filter(|&n| n > 0) {
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        if numbers.peek().is_none() {
            break;
        }
        output += if nim_sum != 0 { "Alice!\n" } else { "Bob!\n" };
    }
    print!("{}", output);
}
