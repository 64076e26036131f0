//! Wrong: judges by the total number of stones. The nim-sum and the sum agree in their last binary
//! digit, so an odd total is indeed a win; but 1 + 3 is even, and taking two of the three wins.
//@ expect: wrong-answer
//@ note: even total means Bob; the smallest failure is 1 3

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let stones: u64 = heaps.iter().sum();
    println!("{}", if stones % 2 == 1 { "Alice" } else { "Bob" });
}
