//! Wrong: prints every winning move, as HDU 2176 asks for. Here one move is wanted, and there are
//! often three or more.
//@ expect: wrong-answer
//@ note: prints all winning moves instead of one

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps");
    let heaps: Vec<u64> = numbers.take(n as usize).collect();
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    if nim_sum == 0 {
        println!("lose");
    }
    for (i, &heap) in heaps.iter().enumerate() {
        if heap ^ nim_sum < heap {
            println!("{} {}", i + 1, heap ^ nim_sum);
        }
    }
}
