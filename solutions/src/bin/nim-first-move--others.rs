//! A winning first move of Nim without the nim-sum of all heaps: heap i may shrink to the nim-sum
//! of the *others*, because that makes the whole 0 (Bouton 1901), and to nothing else. The others
//! are a stretch before i and a stretch behind it; their nim-sums are read off two tables, filled
//! from either end.
//!
//! Of several winning moves this takes the one that removes the most stones, so it often differs
//! from the answer file.
//@ note: prefix and suffix tables; prints the winning move that takes the most

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of heaps") as usize;
    let heaps: Vec<u64> = numbers.take(n).collect();
    // before[i] is the nim-sum of the heaps before i, behind[i] of those from i on.
    let mut before = vec![0; n + 1];
    let mut behind = vec![0; n + 1];
    for i in 0..n {
        before[i + 1] = before[i] ^ heaps[i];
    }
    for i in (0..n).rev() {
        behind[i] = behind[i + 1] ^ heaps[i];
    }

    let others = (0..n).map(|i| (i, before[i] ^ behind[i + 1]));
    let moves = others.filter(|&(i, left)| left < heaps[i]);
    match moves.max_by_key(|&(i, left)| heaps[i] - left) {
        Some((i, left)) => println!("{} {}", i + 1, left),
        None => println!("lose"),
    }
}
