//! Sets the running xor back once per take-set instead of once per position.
//@ expect: wrong-answer
//@ note: the xor of a position starts from that of the position before

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
        let mut value = 0;
        let mut letters = String::new();
        for _ in 0..next() {
            let l = next();
            for _ in 0..l {
                value ^= sg[next()];
            }
            letters.push(if value == 0 { 'L' } else { 'W' });
        }
        println!("{}", letters);
    }
}

const HEAPS: usize = 10_001;
const VALUES: usize = 101;

fn table(take: &[usize]) -> Vec<usize> {
    let mut sg = vec![0; HEAPS];
    for heap in 1..HEAPS {
        let mut seen = [false; VALUES];
        for &taken in take {
            if taken <= heap {
                seen[sg[heap - taken]] = true;
            }
        }
        sg[heap] = seen.iter().position(|&hit| !hit).unwrap_or(0);
    }
    sg
}
