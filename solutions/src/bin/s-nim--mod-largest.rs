//! Reduces every heap modulo the largest take plus one, which is right only for the set {1, ..., k}.
//@ expect: wrong-answer
//@ note: the rule "mod (k+1)" needs every number from 1 to k

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
        let period = take.iter().max().map_or(1, |largest| largest + 1);
        let mut letters = String::new();
        for _ in 0..next() {
            let l = next();
            let value = (0..l).fold(0, |x, _| x ^ (next() % period));
            letters.push(if value == 0 { 'L' } else { 'W' });
        }
        println!("{}", letters);
    }
}
