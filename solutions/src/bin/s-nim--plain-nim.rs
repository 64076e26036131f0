//! Plays ordinary Nim: the take-set is read and ignored.
//@ expect: wrong-answer
//@ note: the xor of the heap sizes instead of the xor of their values

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text.split_whitespace();
    let mut next = || -> usize { words.next().map_or(0, |word| word.parse().unwrap_or(0)) };
    loop {
        let k = next();
        if k == 0 {
            break;
        }
        let take: Vec<usize> = (0..k).map(|_| next()).collect();
        drop(take);
        let mut letters = String::new();
        for _ in 0..next() {
            let l = next();
            let value = (0..l).fold(0, |x, _| x ^ next());
            letters.push(if value == 0 { 'L' } else { 'W' });
        }
        println!("{}", letters);
    }
}
