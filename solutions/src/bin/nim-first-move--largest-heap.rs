//! Wrong: believes that the largest heap always has the winning move. In 4 5 2 the nim-sum is 3,
//! and 5 ^ 3 is more than 5.
//@ expect: wrong-answer
//@ note: shrinks the largest heap, which may mean adding stones

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match (0..heaps.len()).max_by_key(|&i| heaps[i]) {
        Some(i) if nim_sum != 0 => println!("{} {}", i + 1, heaps[i] ^ nim_sum),
        _ => println!("lose"),
    }
}
