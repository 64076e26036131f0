//! Takes the steps with an odd index, counting from 0: these are the even steps.
//@ expect: wrong-answer
//@ note: steps 2, 4, 6, ... instead of 1, 3, 5, ...

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let n = words.next().unwrap_or(0) as usize;
    let steps: Vec<u64> = words.take(n).collect();
    let odd = steps.iter().enumerate().filter(|(i, _)| i % 2 == 1);
    let won = odd.fold(0, |x, (_, a)| x ^ a) != 0;
    println!("{}", if won { "Yes" } else { "No" });
}
