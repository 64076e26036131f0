//! S-Nim, without any mex: the heaps are peeled off in layers.
//!
//! Layer 0 is the kernel of the game on one heap: going up from 0, a heap joins unless a move from
//! it reaches a heap that joined before. Layer 1 is the kernel of what is left, and so on. A heap
//! of layer v has no move into layer v, and it was kept out of every lower layer by a move into
//! that layer; so the values its moves reach include 0..v and not v, and v is its Sprague-Grundy
//! value (Sprague 1935, Grundy 1939).
//!
//! Every heap marks its k followers once, in its own layer, and there are at most k + 1 layers:
//! O(k * largest heap).
//@ note: peels off kernels; neither mex nor xor

use std::io::{self, Read};

const LARGEST: usize = 10_000;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(k) = numbers.next().filter(|&k| k > 0) {
        let set: Vec<usize> = numbers.by_ref().take(k).collect();
        let layers = layers(&set);
        let m = numbers.next().expect("the number of positions");
        for _ in 0..m {
            let l = numbers.next().expect("the number of heaps");
            let values: Vec<usize> = numbers.by_ref().take(l).map(|heap| layers[heap]).collect();
            output += if balanced(&values) { "L" } else { "W" };
        }
        output += "\n";
    }
    print!("{}", output);
}

/// The layer of every heap.
fn layers(set: &[usize]) -> Vec<usize> {
    let mut layers = vec![0; LARGEST + 1];
    let mut waiting: Vec<usize> = (0..=LARGEST).collect();
    let mut layer = 0;
    while !waiting.is_empty() {
        let mut reaches_layer = vec![false; LARGEST + 1];
        waiting.retain(|&heap| {
            if reaches_layer[heap] {
                return true;
            }
            layers[heap] = layer;
            let followers = set.iter().map(|taken| heap + taken);
            followers.filter(|&heap| heap <= LARGEST).for_each(|heap| reaches_layer[heap] = true);
            false
        });
        layer += 1;
    }
    layers
}

/// Bouton's rule: every binary digit occurs an even number of times. Values are at most 100, below
/// 2^7.
fn balanced(values: &[usize]) -> bool {
    (0..7).all(|digit| values.iter().filter(|&value| value >> digit & 1 == 1).count() % 2 == 0)
}
