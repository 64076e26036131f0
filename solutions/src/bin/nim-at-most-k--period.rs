//! Nim with at most k stones a move, by the values' definition: each is the least number that the
//! values of the k heaps below do not hold. A window of "seen" marks over the last k values moves
//! along, so a table up to the largest heap takes a few steps a heap.
//@ only: !secret/*-big-*

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let k = numbers.next().expect("the most stones that a move takes");
        let heaps = numbers.by_ref().take(n as usize);
        let heaps: Vec<usize> = heaps.map(|heap| heap as usize).collect();
        let largest = heaps.iter().cloned().max().unwrap_or(0);
        let values = values(k as usize, largest);
        let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap]);
        output += if sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

/// The values of the heaps 0 to `largest`, each the mex of what its moves leave.
fn values(k: usize, largest: usize) -> Vec<usize> {
    let mut values = Vec::new();
    let mut seen = vec![0; largest + 2];
    for heap in 0..=largest {
        if heap > k {
            // The heap that no move reaches any more leaves the window.
            let gone: usize = values[heap - k - 1];
            seen[gone] -= 1;
        }
        let value = seen.iter().position(|&times| times == 0).expect("a window misses some value");
        values.push(value);
        seen[value] += 1;
    }
    values
}
