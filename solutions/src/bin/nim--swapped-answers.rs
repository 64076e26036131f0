//! Wrong: the theorem the wrong way round. A nim-sum of 0 is bad for the player who has to move,
//! and that is Alice.
//@ expect: wrong-answer
//@ note: prints Alice where the nim-sum is 0

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    println!("{}", if nim_sum == 0 { "Alice" } else { "Bob" });
}
