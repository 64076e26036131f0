//! Wrong: reads the recipe of the first text as it is printed there, with the first heap as the
//! example: compute what the first heap should be, and if that is less, this is the move. The
//! recipe has to be tried on every heap.
//@ expect: wrong-answer
//@ note: only the first heap is tried; 1 2 is given up

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().take(1).position(|&heap| heap ^ nim_sum < heap) {
        Some(i) => println!("{} {}", i + 1, heaps[i] ^ nim_sum),
        None => println!("lose"),
    }
}
