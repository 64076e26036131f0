//! A Chess Game, without any mex: the positions are peeled off in layers.
//!
//! Layer 0 is the kernel of the graph: going through the positions so that out-positions come first, a position joins
//! unless one of its edges leads to a position that joined before. Layer 1 is the kernel of what is left, and so on.
//! A position of layer x has no edge into layer x, and an edge into each lower layer kept it out of that one; so the
//! values of its out-positions include 0..x and not x, and x is its Sprague-Grundy value (1935, 1939).
//!
//! The order comes from a depth-first search with a stack of its own. Each edge is used once, in the layer of the
//! position it leads to; position v is looked at once for each layer up to its own, at most 1 + out-degree times.

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<usize>().unwrap_or(0));
    let mut answers = String::new();
    while let Some(n) = words.next() {
        let mut edges = Vec::new();
        for _ in 0..n {
            let count = words.next().unwrap_or(0);
            edges.push(words.by_ref().take(count).collect::<Vec<usize>>());
        }
        let layer = layers(&edges);
        loop {
            let m = words.next().unwrap_or(0);
            if m == 0 {
                break;
            }
            let chessmen: Vec<usize> = words.by_ref().take(m).collect();
            // Bouton's rule column by column: every binary digit has to occur an even number of times.
            let lost = (0..usize::BITS).all(|bit| {
                let ones = chessmen.iter().filter(|&&v| layer[v] >> bit & 1 == 1);
                ones.count() % 2 == 0
            });
            answers.push_str(if lost { "LOSE\n" } else { "WIN\n" });
        }
    }
    print!("{}", answers);
}

fn layers(edges: &[Vec<usize>]) -> Vec<usize> {
    let n = edges.len();
    let mut into = vec![Vec::new(); n];
    for (from, row) in edges.iter().enumerate() {
        for &to in row {
            into[to].push(from);
        }
    }
    let mut layer = vec![0; n];
    let mut waiting = out_positions_first(edges);
    let mut current = 0;
    while !waiting.is_empty() {
        let mut kept_out = vec![false; n];
        waiting.retain(|&v| {
            if !kept_out[v] {
                layer[v] = current;
                for &from in &into[v] {
                    kept_out[from] = true;
                }
            }
            kept_out[v]
        });
        current += 1;
    }
    layer
}

/// All positions, each after all of its out-positions: the order in which a depth-first search leaves them.
fn out_positions_first(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut entered = vec![false; edges.len()];
    for start in 0..edges.len() {
        if entered[start] {
            continue;
        }
        entered[start] = true;
        // The path of the search: a position and how many of its edges have been followed.
        let mut path = vec![(start, 0)];
        while let Some((v, followed)) = path.pop() {
            match edges[v].get(followed) {
                Some(&to) => {
                    path.push((v, followed + 1));
                    if !entered[to] {
                        entered[to] = true;
                        path.push((to, 0));
                    }
                }
                None => order.push(v),
            }
        }
    }
    order
}
