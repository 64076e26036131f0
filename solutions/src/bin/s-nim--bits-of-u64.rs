//! Keeps the values of the options as bits of one machine word.
//@ expect: wrong-answer
//@ note: a value of 64 or more wraps around to a low bit

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
        let sg = table(&take);
        let mut letters = String::new();
        for _ in 0..next() {
            let l = next();
            let value = (0..l).fold(0, |x, _| x ^ sg[next()]);
            letters.push(if value == 0 { 'L' } else { 'W' });
        }
        println!("{}", letters);
    }
}

fn table(take: &[usize]) -> Vec<u32> {
    let mut sg: Vec<u32> = Vec::new();
    for heap in 0..=10_000 {
        let options = take.iter().filter(|&&taken| taken <= heap);
        let seen = options.fold(0, |bits, &taken| bits | 1u64.wrapping_shl(sg[heap - taken]));
        sg.push((!seen).trailing_zeros());
    }
    sg
}
