//! Computes the values from the last position down to the first, as if every edge led to a higher number.
//@ expect: wrong-answer
//@ note: the numbers of the positions are no topological order

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
        let mut sg = vec![0; n];
        for v in (0..n).rev() {
            let mut seen = vec![false; n + 1];
            for &to in &edges[v] {
                seen[sg[to]] = true;
            }
            sg[v] = seen.iter().position(|&hit| !hit).unwrap_or(0);
        }
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
