//! Remembers the value of a heap once it is known, and forgets that the next case has another take-set.
//@ expect: wrong-answer
//@ note: the table of values is kept from one take-set to the next

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text.split_whitespace();
    let mut next = || -> usize { words.next().map_or(0, |word| word.parse().unwrap_or(0)) };
    let mut known = Vec::new();
    loop {
        let k = next();
        if k == 0 {
            break;
        }
        let take: Vec<usize> = (0..k).map(|_| next()).collect();
        let mut letters = String::new();
        for _ in 0..next() {
            let l = next();
            let value = (0..l).fold(0, |x, _| x ^ value_of(next(), &take, &mut known));
            letters.push(if value == 0 { 'L' } else { 'W' });
        }
        println!("{}", letters);
    }
}

fn value_of(heap: usize, take: &[usize], known: &mut Vec<usize>) -> usize {
    while known.len() <= heap {
        let stones = known.len();
        let mut seen = vec![false; take.len() + 1];
        for &taken in take.iter().filter(|&&taken| taken <= stones) {
            // A value left by an earlier set may be more than this set can give.
            let option = known[stones - taken];
            if option < seen.len() {
                seen[option] = true;
            }
        }
        known.push(seen.iter().position(|&hit| !hit).unwrap_or(0));
    }
    known[heap]
}
