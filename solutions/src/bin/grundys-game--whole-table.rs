//! Grundy's game by the whole table, as far as the largest heap of the input: every value is
//! computed exactly, and no list or pattern is believed. The table to 1000000 takes some ten
//! seconds, so the tests with such heaps are left out here; a test of the repository makes it and
//! compares.
//!
//! Call a value *rare* if it has an even number of ones in binary, the last digit left out, and
//! *common* if not. The xor of a rare and a common value is common, and that of two rare or of two
//! common values is rare. Nearly all heaps turn out to be common: up to 1000000 only 1273 are rare.
//! So all common values among the options of a heap come from its divisions with a rare part,
//! which are few. The least common value that is missing there is an upper bound of the mex. The
//! rare values below it can only come from other divisions; these are tried until each such value
//! has occurred, or to the end. (This is how Flammenkamp computes; that rare heaps are rare speeds
//! the search up, and its result does not depend on it.)
//@ only: !secret/13-*, !secret/14-*, !secret/19-*
//@ note: leaves out the tests with heaps beyond 2500

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let games = numbers.next().expect("the number of games");
    let heaps: Vec<usize> = numbers.take(games).collect();
    let values = values(heaps.iter().cloned().max().unwrap_or(0));
    let mut output = String::new();
    for n in heaps {
        output += if values[n] == 0 { "second\n" } else { "first\n" };
    }
    print!("{}", output);
}

fn is_rare(value: usize) -> bool {
    (value >> 1).count_ones() % 2 == 0
}

/// The Sprague-Grundy values of the heaps from 0 to this one.
fn values(largest: usize) -> Vec<usize> {
    let mut values: Vec<usize> = vec![0];
    // The heaps with rare values.
    let mut rare_heaps = Vec::new();
    // The last heap of whose options this was a value.
    let mut occurs_in = vec![0; 1024];
    for heap in 1..=largest {
        for &part in &rare_heaps {
            let other = heap - part;
            if part != other {
                occurs_in[values[part] ^ values[other]] = heap;
            }
        }
        let is_missing = |value: usize| !is_rare(value) && occurs_in[value] != heap;
        let bound = (0..occurs_in.len()).find(|&value| is_missing(value));
        let bound = bound.expect("the values stay below 1024");

        let is_open =
            |value: usize, occurs_in: &[usize]| is_rare(value) && occurs_in[value] != heap;
        let mut open = (0..bound).filter(|&value| is_open(value, &occurs_in)).count();
        let mut part = 1;
        while open > 0 && 2 * part < heap {
            let value = values[part] ^ values[heap - part];
            if value < bound && is_open(value, &occurs_in) {
                occurs_in[value] = heap;
                open -= 1;
            }
            part += 1;
        }
        let mex = (0..=bound).find(|&value| occurs_in[value] != heap);
        let mex = mex.expect("the bound is missing");
        if is_rare(mex) {
            rare_heaps.push(heap);
        }
        values.push(mex);
    }
    values
}
