//! Wrong: computes the values by mex for heaps of up to 1000 stones and takes larger heaps for
//! themselves.
//@ expect: wrong-answer
//@ note: the exchange is forgotten beyond the table

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let table = table();
    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ value(heap, &table));
        output += if nim_sum != 0 { "Alice\n" } else { "Bob\n" };
    }
    print!("{}", output);
}

fn value(heap: u64, table: &[u64]) -> u64 {
    table.get(heap as usize).copied().unwrap_or(heap)
}

fn table() -> Vec<u64> {
    let mut table: Vec<u64> = Vec::new();
    for heap in 0..=1000 {
        let mut occurs = [false; 2048];
        table.iter().for_each(|&value| occurs[value as usize] = true);
        (1..heap).for_each(|part| occurs[(table[part] ^ table[heap - part]) as usize] = true);
        table.push(occurs.iter().take_while(|&&occurs| occurs).count() as u64);
    }
    table
}
