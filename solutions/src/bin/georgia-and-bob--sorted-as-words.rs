//! Georgia and Bob with the positions sorted before they are numbers.
//!
//! As words, `10` stands before `9`. Boards of one-digit positions come out right.
//@ expect: wrong-answer
//@ note: sorts the positions as words, so 10 comes before 9

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut words = text.split_ascii_whitespace();

    for _ in 0..next(&mut words) {
        let n = next(&mut words);
        let mut sorted: Vec<&str> = words.by_ref().take(n as usize).collect();
        sorted.sort_unstable();
        let mut men: Vec<i64> = sorted.iter().map(|word| number(word)).collect();
        if n % 2 == 1 {
            men.insert(0, 0);
        }
        let xor = men
            .chunks_exact(2)
            .fold(0, |xor, couple| xor ^ (couple[1] - couple[0] - 1));
        println!("{} will win", if xor == 0 { "Bob" } else { "Georgia" });
    }
}

fn next<'a>(words: &mut impl Iterator<Item = &'a str>) -> i64 {
    words.next().map_or(0, number)
}

fn number(word: &str) -> i64 {
    word.parse().expect("the input is numbers")
}
