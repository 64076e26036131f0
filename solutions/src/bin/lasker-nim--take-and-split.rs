//! Lets a move take stones and split what is left of the heap, all at once.
//@ expect: wrong-answer
//@ note: a move takes or splits, never both

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
    let small = heap as usize % table.len();
    table[small] + (heap - small as u64)
}

fn table() -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..64 {
        let mut seen = vec![false; 256];
        for rest in 0..=heap {
            for part in 1..=rest / 2 {
                seen[(values[part] ^ values[rest - part]) as usize] = true;
            }
            if rest < heap {
                seen[values[rest] as usize] = true;
            }
        }
        let mex = seen.iter().position(|&hit| !hit).unwrap_or(0);
        values.push(mex as u64);
    }
    values
}
