//! Wrong: prints how many stones the move takes. The output asks for what is left; the two agree
//! only when the move halves the heap.
//@ expect: wrong-answer
//@ note: prints what is taken instead of what is left

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().position(|&heap| heap ^ nim_sum < heap) {
        Some(i) => println!("{} {}", i + 1, heaps[i] - (heaps[i] ^ nim_sum)),
        None => println!("lose"),
    }
}
