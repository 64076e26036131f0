//! S-Nim from its rules alone: a position is lost when every move from it leads to a won one.
//!
//! A position (h1, ..., hl) is written as one number in the mixed radix (h1 + 1), (h2 + 1), ...; a move makes one
//! digit smaller, so it always leads to a smaller number and one sweep upwards decides everything. No values, no xor.
//@ expect(*/*-big-*): run-time-error
//@ note: too large for the brute force; it stops with exit code 3 before any work

use std::io::{self, Read};
use std::process;

/// Moves that one test may cost.
const LIMIT: u64 = 20_000_000;

struct Case {
    take: Vec<usize>,
    positions: Vec<Vec<usize>>,
}

fn main() {
    let cases = read_cases();
    let cost = cases.iter().flat_map(|case| {
        let k = case.take.len() as u64;
        let heaps = case.positions.iter();
        heaps.map(move |heaps| states(heaps).saturating_mul(k * heaps.len() as u64))
    });
    if cost.fold(0, u64::saturating_add) > LIMIT {
        eprintln!("too large for the brute force");
        process::exit(3);
    }
    for case in &cases {
        let letters = case
            .positions
            .iter()
            .map(|heaps| if is_won(&case.take, heaps) { 'W' } else { 'L' });
        println!("{}", letters.collect::<String>());
    }
}

/// How many positions can be reached, at most.
fn states(heaps: &[usize]) -> u64 {
    let sizes = heaps.iter().map(|&heap| heap as u64 + 1);
    sizes.fold(1, u64::saturating_mul)
}

fn is_won(take: &[usize], heaps: &[usize]) -> bool {
    let count = states(heaps) as usize;
    let mut won = vec![false; count];
    for position in 0..count {
        let mut weight = 1;
        let mut moves_to_lost = false;
        for &heap in heaps {
            let stones = position / weight % (heap + 1);
            moves_to_lost |= take
                .iter()
                .any(|&taken| taken <= stones && !won[position - taken * weight]);
            weight *= heap + 1;
        }
        won[position] = moves_to_lost;
    }
    won[count - 1]
}

fn read_cases() -> Vec<Case> {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut numbers = text
        .split_whitespace()
        .map(|word| word.parse().unwrap_or(0));
    let mut cases = Vec::new();
    loop {
        let take = read_list(&mut numbers);
        if take.is_empty() {
            return cases;
        }
        let m = numbers.next().unwrap_or(0);
        let positions = (0..m).map(|_| read_list(&mut numbers)).collect();
        cases.push(Case { take, positions });
    }
}

fn read_list(numbers: &mut impl Iterator<Item = usize>) -> Vec<usize> {
    let length = numbers.next().unwrap_or(0);
    numbers.by_ref().take(length).collect()
}
