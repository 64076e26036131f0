//! Staircase Nim as chessmen on a line (POJ 1704, Georgia and Bob).
//!
//! Step i is the gap in front of the i-th chessman counted from the right. A chessman that moves c
//! cells to the left makes its own gap smaller by c and the gap of its right neighbour larger by c.
//! So, numbered from the right, stones go from a gap to the next lower one, and those of the last
//! chessman's gap leave the game. This program builds the line, pairs the chessmen off from the
//! right and sums the gaps inside the pairs digit by digit in base 2.
//!
//! Positions reach n * (a + 1), at most 10^5 * (10^9 + 1), which fits u64; a gap is below 2^30.
//@ note: builds the line of chessmen that the stairs stand for

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of steps") as usize;
    let gaps: Vec<u64> = numbers.take(n).collect();
    let mut chessmen = Vec::new();
    if n % 2 == 1 {
        // A chessman on cell 0 that never moves is the partner of the leftmost one.
        chessmen.push(0);
    }
    let mut cell = 0;
    for gap in gaps.iter().rev() {
        cell += gap + 1;
        chessmen.push(cell);
    }

    let mut odd_columns = [false; 30];
    for pair in chessmen.chunks(2) {
        let free = pair[1] - pair[0] - 1;
        for (column, odd) in odd_columns.iter_mut().enumerate() {
            *odd ^= free >> column & 1 == 1;
        }
    }
    println!("{}", if odd_columns.contains(&true) { "Yes" } else { "No" });
}
