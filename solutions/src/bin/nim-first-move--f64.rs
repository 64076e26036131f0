//! Wrong: reads the heaps as floating-point numbers, which are exact only up to 2^53, about
//! 9 * 10^15.
//@ expect: wrong-answer
//@ note: heaps pass through f64

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<f64>().expect("a number") as u64);

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|&heap| heap ^ nim_sum < heap) {
        Some(i) => println!("{} {}", i + 1, heaps[i] ^ nim_sum),
        None => println!("lose"),
    }
}
