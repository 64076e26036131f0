//! Looks for the mex among the values 0 to 99 only.
//@ expect: wrong-answer
//@ note: values reach N - 1; a mex beyond the marks becomes 0

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
        let sg: Vec<usize> = (0..n).map(|v| visit(v, &edges, &mut memo)).collect();
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

/// Recursion is at most as deep as the graph has positions, 1000.
fn visit(v: usize, edges: &[Vec<usize>], sg: &mut [Option<usize>]) -> usize {
    if let Some(known) = sg[v] {
        return known;
    }
    let mut seen = [false; 100];
    for &to in &edges[v] {
        seen[visit(to, edges, sg)] = true;
    }
    let value = seen.iter().position(|&hit| !hit).unwrap_or(0);
    sg[v] = Some(value);
    value
}
