//! Wrong: the other rule. The text this problem comes from opens with the pearl game, in which
//! taking the last pearl *loses*; then heaps of one stone each are won exactly when their number is
//! even. Here the last stone wins.
//@ expect: wrong-answer
//@ note: plays the pearl game, where the last stone loses; only all-ones games differ

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let only_ones = heaps.iter().all(|&heap| heap == 1);
    println!("{}", if (nim_sum != 0) != only_ones { "Alice" } else { "Bob" });
}
