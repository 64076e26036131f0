//! Wrong: carries the answer for two heaps ("equal heaps lose, copy the other player") over to any
//! number of them. Heaps that pair off do lose, but they are not the only ones: 1 2 3 has no pair
//! and is lost.
//@ expect: wrong-answer
//@ note: Bob only if every size occurs an even number of times

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let times = |size: u64| heaps.iter().filter(|&&heap| heap == size).count();
    let all_paired = heaps.iter().all(|&heap| times(heap) % 2 == 0);
    println!("{}", if all_paired { "Bob" } else { "Alice" });
}
