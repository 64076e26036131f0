//! A Chess Game, without any mex: the positions are peeled off in layers.
//!
//! Layer 0 is the kernel of the graph: going through the positions so that out-positions come
//! first, a position joins unless one of its edges leads to a position that joined before. Layer 1
//! is the kernel of what is left, and so on. A position of layer x has no edge into layer x, and an
//! edge into each lower layer kept it out of that one; so the values of its out-positions include
//! 0..x and not x, and x is its Sprague-Grundy value (1935, 1939).
//!
//! The order comes from a depth-first search with a stack of its own. Each edge is used once, in
//! the layer of the position it leads to; position v is looked at once for each layer up to its
//! own, at most 1 + out-degree times.
//@ note: peels off kernels; neither mex nor xor

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut edges: Vec<Vec<usize>> = Vec::new();
        for _ in 0..n {
            let count = numbers.next().expect("the number of out-positions");
            edges.push(numbers.by_ref().take(count).collect());
        }
        let layers = layers(&edges);
        while let Some(m) = numbers.next().filter(|&m| m > 0) {
            let values: Vec<usize> = numbers.by_ref().take(m).map(|v| layers[v]).collect();
            output += if balanced(&values) { "LOSE\n" } else { "WIN\n" };
        }
    }
    print!("{}", output);
}

/// The layer of every position.
fn layers(edges: &[Vec<usize>]) -> Vec<usize> {
    let n = edges.len();
    let mut edges_into = vec![Vec::new(); n];
    for (from, out_positions) in edges.iter().enumerate() {
        out_positions.iter().for_each(|&to| edges_into[to].push(from));
    }
    let mut layers = vec![0; n];
    let mut waiting = out_positions_first(edges);
    let mut layer = 0;
    while !waiting.is_empty() {
        let mut kept_out = vec![false; n];
        waiting.retain(|&v| {
            if !kept_out[v] {
                layers[v] = layer;
                edges_into[v].iter().for_each(|&from| kept_out[from] = true);
            }
            kept_out[v]
        });
        layer += 1;
    }
    layers
}

/// All positions, each after all of its out-positions: the order in which a depth-first search
/// leaves them.
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

/// Bouton's rule: every binary digit occurs an even number of times. Values are below 1000, hence
/// below 2^10.
fn balanced(values: &[usize]) -> bool {
    (0..10).all(|digit| values.iter().filter(|&value| value >> digit & 1 == 1).count() % 2 == 0)
}
