//! Lasker's Nim by a table: the values of small heaps as the mex of what their moves leave, straight from the rules.
//!
//! In the table every value beyond g(0) is the one four places before it plus four. Larger heaps go on like this: a
//! heap is reduced by a multiple of four to the last four of the table, and the same multiple is added to the value.
//! The program checks the rule on the whole table before it relies on it (the statement proves it).
//!
//! Two values below 2 * SMALL have an xor below 2 * SMALL, as SMALL is a power of two, so the marks suffice.

use std::io::{self, Read};

/// Heaps in the table.
const SMALL: usize = 128;

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let table = table();
    let mut answers = String::new();
    for _ in 0..words.next().unwrap_or(0) {
        let n = words.next().unwrap_or(0) as usize;
        // Bouton's rule column by column: how often does each binary digit occur?
        let mut columns = [0; 64];
        for heap in words.by_ref().take(n) {
            let mut rest = value(&table, heap);
            for count in columns.iter_mut() {
                if rest == 0 {
                    break;
                }
                *count += rest % 2;
                rest /= 2;
            }
        }
        let lost = columns.iter().all(|count| count % 2 == 0);
        answers.push_str(if lost { "Bob\n" } else { "Alice\n" });
    }
    print!("{}", answers);
}

fn value(table: &[u64], heap: u64) -> u64 {
    let small = SMALL as u64;
    if heap < small {
        table[heap as usize]
    } else {
        let fours = (heap - small) / 4 + 1;
        table[(heap - 4 * fours) as usize] + 4 * fours
    }
}

fn table() -> Vec<u64> {
    let mut table: Vec<u64> = vec![0];
    for heap in 1..SMALL {
        let mut seen = [false; 2 * SMALL];
        for &value in &table {
            seen[value as usize] = true;
        }
        for part in 1..=heap / 2 {
            seen[(table[part] ^ table[heap - part]) as usize] = true;
        }
        let mex = seen.iter().position(|&hit| !hit);
        table.push(mex.expect("a heap has fewer options than there are marks") as u64);
    }
    let goes_on = (5..SMALL).all(|heap| table[heap] == table[heap - 4] + 4);
    assert!(goes_on, "the values do not go on in steps of four");
    table
}
