//! Staircase Nim as chessmen on a line (POJ 1704, Georgia and Bob).
//!
//! Step i is the gap in front of the i-th chessman counted from the right. A chessman that moves c cells to the left
//! makes its own gap smaller by c and the gap of its right neighbour larger by c - so numbered from the right, stones
//! go from a gap to the next lower one, and those of the last chessman's gap leave the game. This program builds the
//! line, pairs the chessmen off from the right and sums the gaps inside the pairs digit by digit in base 2.
//!
//! Positions reach n * (a + 1), at most 10^5 * (10^9 + 1), which fits u64.

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let n = words.next().unwrap_or(0) as usize;
    let gaps: Vec<u64> = words.take(n).collect();

    let mut chessmen = Vec::with_capacity(n + 1);
    if n % 2 == 1 {
        // A chessman on cell 0 that never moves is the partner of the leftmost one.
        chessmen.push(0);
    }
    let mut cell = 0;
    for gap in gaps.iter().rev() {
        cell += gap + 1;
        chessmen.push(cell);
    }

    let mut digit_is_odd = [false; 64];
    for pair in chessmen.chunks(2) {
        let mut free = pair[1] - pair[0] - 1;
        for odd in digit_is_odd.iter_mut() {
            *odd ^= free % 2 == 1;
            free /= 2;
        }
    }
    let won = digit_is_odd.contains(&true);
    println!("{}", if won { "Yes" } else { "No" });
}
