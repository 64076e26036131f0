//! Wrong: drops the empty heaps first. They have no moves, but they have numbers.
//@ expect: wrong-answer
//@ note: empty heaps are not counted

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).filter(|&heap| heap > 0).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|&heap| heap ^ nim_sum < heap) {
        Some(i) => println!("{} {}", i + 1, heaps[i] ^ nim_sum),
        None => println!("lose"),
    }
}
