//! Wrong: generalises from 1 2 3, 1 4 5 and 1 2 4 7, where the largest heap equals all the others
//! together. 3 5 6 is lost as well.
//@ expect: wrong-answer
//@ note: Bob only if the largest heap is the sum of the others

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let stones: u64 = heaps.iter().sum();
    let largest = heaps.iter().max().expect("there is a heap");
    println!("{}", if 2 * largest == stones { "Bob" } else { "Alice" });
}
