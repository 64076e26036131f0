//! Lasker's Nim by a table: the values of small heaps as the mex of what their moves leave,
//! straight from the rules.
//!
//! In the table every value beyond g(0) is the one four places before it plus four, and so it goes
//! on: a larger heap is reduced by a multiple of four to the last four of the table, and the same
//! multiple is added to the value. The program checks the rule on the whole table before it relies
//! on it (the statement proves it).
//!
//! Two values below 2 * SMALL have a xor below 2 * SMALL, as SMALL is a power of two, so the marks
//! suffice.
//@ note: extends a table of mex values by its period instead of knowing a formula

use std::io::{self, Read};

/// Heaps in the table.
const SMALL: usize = 128;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let table = table();
    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let heaps = numbers.by_ref().take(n);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ value(heap, &table));
        output += if nim_sum != 0 { "Alice\n" } else { "Bob\n" };
    }
    print!("{}", output);
}

fn value(heap: usize, table: &[usize]) -> usize {
    if heap < SMALL {
        return table[heap];
    }
    let fours = (heap - SMALL) / 4 + 1;
    table[heap - 4 * fours] + 4 * fours
}

fn table() -> Vec<usize> {
    let mut table = vec![0];
    for heap in 1..SMALL {
        let mut occurs = [false; 2 * SMALL];
        table.iter().for_each(|&value| occurs[value] = true);
        (1..heap).for_each(|part| occurs[table[part] ^ table[heap - part]] = true);
        table.push(occurs.iter().take_while(|&&occurs| occurs).count());
    }
    assert!((5..SMALL).all(|heap| table[heap] == table[heap - 4] + 4));
    table
}
