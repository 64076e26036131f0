//! Georgia and Bob as staircase Nim, read off the board itself: no sorting, no subtraction, no xor.
//!
//! Lay the strip out as cells and walk it from right to left. The chessmen met are numbered 1, 2,
//! 3, …; the empty cells between chessman i and the next one (or the wall) lie on step i of a
//! staircase, since a chessman that moves left carries cells from its own step to the step before.
//! In staircase Nim only the odd steps count, so each run of empty cells after an odd chessman is a
//! heap. The heaps are balanced if every binary digit occurs in an even number of them, and exactly
//! then the first player loses.
//@ note: walks the strip cell by cell and counts binary digits

use std::io::{self, Read};

/// Cell 0 is the wall.
const CELLS: usize = 10_001;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    let boards = numbers.next().expect("the number of boards");
    for _ in 0..boards {
        let n = numbers.next().expect("the number of chessmen");
        let mut occupied = vec![false; CELLS];
        numbers.by_ref().take(n).for_each(|cell| occupied[cell] = true);
        let winner = if balanced(&occupied) { "Bob" } else { "Georgia" };
        output += &format!("{} will win\n", winner);
    }
    print!("{}", output);
}

/// Whether every binary digit is set in an even number of the heaps on the odd steps.
fn balanced(occupied: &[bool]) -> bool {
    // A heap is less than 2^14 cells.
    let mut odd_columns = [false; 14];
    let mut on_odd_step = false;
    let mut heap = 0;
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
    !odd_columns.contains(&true)
}
