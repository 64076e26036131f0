//! Computes the values by mex for heaps of up to 1000 stones and takes larger heaps for themselves.
//@ expect: wrong-answer
//@ note: the exchange is forgotten beyond the table

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let games = words.next().unwrap_or(0);
    let table = table();
    for _ in 0..games {
        let n = words.next().unwrap_or(0) as usize;
        let won = words
            .by_ref()
            .take(n)
            .fold(0, |x, heap| x ^ value(&table, heap))
            != 0;
        println!("{}", if won { "Alice" } else { "Bob" });
    }
}

fn value(table: &[u64], heap: u64) -> u64 {
    table.get(heap as usize).copied().unwrap_or(heap)
}

fn table() -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=1000 {
        let mut seen = vec![false; 2048];
        for &value in &values {
            seen[value as usize] = true;
        }
        for part in 1..=heap / 2 {
            seen[(values[part] ^ values[heap - part]) as usize] = true;
        }
        let mex = seen.iter().position(|&hit| !hit).unwrap_or(0);
        values.push(mex as u64);
    }
    values
}
