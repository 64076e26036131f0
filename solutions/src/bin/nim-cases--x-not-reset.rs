//! Wrong: the nim-sum is set to 0 once, before the first game, and every later game starts from
//! what the earlier ones left behind. This is the slip of the text's own listing. Smallest failure:
//! two games of one stone each, where the second cancels the first.
//@ expect: wrong-answer
//@ note: the xor is never reset between cases

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut nim_sum = 0;
    let mut output = String::new();
    while let Some(n) = numbers.next().filter(|&n| n > 0) {
        let heaps = numbers.by_ref().take(n as usize);
        nim_sum = heaps.fold(nim_sum, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Alice!\n" } else { "Bob!\n" };
    }
    print!("{}", output);
}
