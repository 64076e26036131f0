//! Georgia and Bob as staircase Nim, read off the board itself: no sorting, no subtraction, no xor.
//!
//! Lay the strip out as cells and walk it from right to left. The chessmen met are numbered 1, 2, 3, …; the empty cells
//! between chessman i and the next one (or the wall) lie on step i of a staircase, since a chessman that moves left carries
//! cells from its own step to the step before. In staircase Nim only the odd steps count, so each run of empty cells
//! after an odd chessman is a heap. The heaps are balanced if every binary digit occurs in an even number of them, and
//! exactly then the first player loses.

use std::io::{self, Read, Write};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<usize>().expect("the input is numbers"));

    let mut out = String::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        let n = numbers.next().unwrap_or(0);
        let mut occupied: Vec<bool> = Vec::new();
        for cell in numbers.by_ref().take(n) {
            if cell >= occupied.len() {
                occupied.resize(cell + 1, false);
            }
            occupied[cell] = true;
        }
        let winner = if balanced(&occupied) {
            "Bob"
        } else {
            "Georgia"
        };
        out += &format!("{} will win\n", winner);
    }
    io::stdout()
        .write_all(out.as_bytes())
        .expect("stdout takes the output");
}

/// Whether every binary digit is set in an even number of the heaps on the odd steps. Cell 0 is the wall.
fn balanced(occupied: &[bool]) -> bool {
    let mut odd_columns = [false; 64];
    let mut on_odd_step = false;
    let mut heap = 0_u64;
    for (cell, &here) in occupied.iter().enumerate().rev() {
        if !here && cell > 0 {
            heap += 1;
            continue;
        }
        if on_odd_step {
            for (digit, odd) in odd_columns.iter_mut().enumerate() {
                *odd ^= heap >> digit & 1 == 1;
            }
        }
        on_odd_step = !on_odd_step;
        heap = 0;
    }
    odd_columns.iter().all(|odd| !odd)
}
