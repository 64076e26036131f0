//! S-Nim, without any mex: the heaps are peeled off in layers.
//!
//! Layer 0 is the kernel of the game on one heap: going up from 0, a heap joins unless a move from it reaches a
//! heap that joined before. Layer 1 is the kernel of what is left, and so on. A heap of layer v has no move into
//! layer v, and it was kept out of every lower layer by a move into that layer; so the values its moves reach
//! include 0..v and not v, and v is its Sprague-Grundy value (Sprague 1935, Grundy 1939).
//!
//! Every heap marks its k followers once, in its own layer, and there are at most k + 1 layers: O(k * largest heap).

use std::io::{self, Read};

fn main() {
    let mut input = Vec::new();
    let read = io::stdin().read_to_end(&mut input);
    read.expect("standard input can be read");
    let mut words = input
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| !word.is_empty())
        .map(|word| word.iter().fold(0, |x, b| x * 10 + usize::from(b & 15)));
    let mut answers = String::new();
    while let Some(k) = words.next() {
        if k == 0 {
            break;
        }
        let take: Vec<usize> = words.by_ref().take(k).collect();
        let m = words.next().unwrap_or(0);
        let mut positions: Vec<Vec<usize>> = Vec::new();
        for _ in 0..m {
            let l = words.next().unwrap_or(0);
            positions.push(words.by_ref().take(l).collect());
        }
        let top = positions.iter().flatten().max().copied().unwrap_or(0);
        let layer = layers(&take, top);
        for position in &positions {
            answers.push(if nim_sum_is_zero(position, &layer) {
                'L'
            } else {
                'W'
            });
        }
        answers.push('\n');
    }
    print!("{}", answers);
}

fn layers(take: &[usize], top: usize) -> Vec<usize> {
    let mut layer = vec![0; top + 1];
    let mut waiting: Vec<usize> = (0..=top).collect();
    let mut current = 0;
    while !waiting.is_empty() {
        let mut reaches_layer = vec![false; top + 1];
        waiting.retain(|&heap| {
            if reaches_layer[heap] {
                return true;
            }
            layer[heap] = current;
            for follower in take.iter().map(|&taken| heap + taken) {
                if follower <= top {
                    reaches_layer[follower] = true;
                }
            }
            false
        });
        current += 1;
    }
    layer
}

/// Bouton's rule column by column: every binary digit has to occur an even number of times.
fn nim_sum_is_zero(position: &[usize], layer: &[usize]) -> bool {
    (0..usize::BITS).all(|bit| {
        let ones = position.iter().filter(|&&heap| layer[heap] >> bit & 1 == 1);
        ones.count() % 2 == 0
    })
}
