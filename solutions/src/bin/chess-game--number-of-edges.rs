//! Takes the number of out-positions for the value of a position, as if all of them had different values.
//@ expect: wrong-answer
//@ note: the out-degree instead of the mex

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<usize>().unwrap_or(0));
    while let Some(n) = words.next() {
        let edges: Vec<Vec<usize>> = (0..n)
            .map(|_| {
                let count = words.next().unwrap_or(0);
                words.by_ref().take(count).collect()
            })
            .collect();
        let sg: Vec<usize> = edges.iter().map(Vec::len).collect();
        loop {
            let m = words.next().unwrap_or(0);
            if m == 0 {
                break;
            }
            let value = words.by_ref().take(m).fold(0, |x, v| x ^ sg[v]);
            println!("{}", if value == 0 { "LOSE" } else { "WIN" });
        }
    }
}
