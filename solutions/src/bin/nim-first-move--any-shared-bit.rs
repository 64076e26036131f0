//! Wrong: takes the first heap that has any bit in common with the nim-sum. Only the highest bit
//! makes the heap smaller.
//@ expect: wrong-answer
//@ note: a lower shared bit may make the heap larger: 7 of 7 9 12 15 would become 10

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|&heap| heap & nim_sum != 0) {
        Some(i) => println!("{} {}", i + 1, heaps[i] ^ nim_sum),
        None => println!("lose"),
    }
}
