//! Wrong: keeps the heaps in an array of 10000 and counts them from 1, as the text's listing does,
//! so the 10000th heap is out of bounds. (There it is undefined behaviour; here it is a panic.)
//! Nothing has to be kept at all.
//@ expect: run-time-error
//@ note: index out of bounds from 10000 heaps on

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut heaps = [0; 10000];
    let mut output = String::new();
    while let Some(n) = numbers.next().filter(|&n| n > 0) {
        let mut nim_sum = 0;
        for (i, heap) in (1..).zip(numbers.by_ref().take(n as usize)) {
            heaps[i] = heap;
            nim_sum ^= heaps[i];
        }
        output += if nim_sum != 0 { "Alice!\n" } else { "Bob!\n" };
    }
    print!("{}", output);
}
