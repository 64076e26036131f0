//! Georgia and Bob with an array that is filled from index 1 and used from index 0, as in a well-known listing.
//!
//! For even N the 0 at index 0 takes part and the chessman read last does not; for odd N the wall overwrites the chessman
//! read last, and the couple (0, 0) has the gap -1, which no xor of real gaps takes back.
//@ expect: wrong-answer
//@ note: fills p[1..=n] but sorts and couples p[0..n]

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<i64>().expect("the input is numbers"));

    let mut p = [0_i64; 2000];
    for _ in 0..numbers.next().unwrap_or(0) {
        let mut n = numbers.next().unwrap_or(0) as usize;
        p[0] = 0;
        for (place, position) in p[1..=n].iter_mut().zip(numbers.by_ref()) {
            *place = position;
        }
        if n % 2 == 1 {
            p[n] = 0;
            n += 1;
        }
        p[..n].sort_unstable();
        let xor = p[..n]
            .chunks_exact(2)
            .fold(0, |xor, couple| xor ^ (couple[1] - couple[0] - 1));
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}
