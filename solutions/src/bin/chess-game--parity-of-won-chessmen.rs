//! Calls the game won when the number of chessmen that win alone is odd.
//@ expect: wrong-answer
//@ note: won and lost are not enough: a sum needs the values

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
        let mut memo = vec![None; n];
        let sg: Vec<bool> = (0..n).map(|v| visit(v, &edges, &mut memo)).collect();
        loop {
            let m = words.next().unwrap_or(0);
            if m == 0 {
                break;
            }
            let won = words.by_ref().take(m).filter(|&v| sg[v]).count();
            let value = won % 2;
            println!("{}", if value == 0 { "LOSE" } else { "WIN" });
        }
    }
}

/// Recursion is at most as deep as the graph has positions, 1000.
fn visit(v: usize, edges: &[Vec<usize>], sg: &mut [Option<bool>]) -> bool {
    if let Some(known) = sg[v] {
        return known;
    }
    let value = edges[v].iter().any(|&to| !visit(to, edges, sg));
    sg[v] = Some(value);
    value
}
