//! Georgia and Bob: chessmen on a strip that only move left are a game of Nim in disguise.
//!
//! Couple the chessmen from the right, two by two; if one is left over, the wall (cell 0) is its
//! partner. The heaps are the empty cells *inside* the couples, and Georgia wins exactly if
//! their xor is not 0 (Bouton's theorem, 1901):
//!
//! * every move changes exactly one heap, since every chessman borders exactly one of them,
//!   so xor 0 becomes non-zero;
//! * if the xor is not 0, Bouton's move shrinks one heap so that it becomes 0, and the right
//!   chessman of the couple plays it by walking into the gap. (A left chessman may enlarge a heap,
//!   but that is a move like any other.)
//!
//! At the end all chessmen stand in cells 1..N, and the xor is 0. The game ends, because nobody
//! ever goes right.
//!
//! A gap is less than a position, and a xor has no more bits than its terms: the type of the
//! positions holds everything.

use std::io::{self, Read};

const WALL: u64 = 0;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let boards = numbers.next().expect("the number of boards");
    for _ in 0..boards {
        let n = numbers.next().expect("the number of chessmen");
        let mut men: Vec<u64> = numbers.by_ref().take(n as usize).collect();
        if n % 2 == 1 {
            men.push(WALL);
        }
        men.sort_unstable();
        let heaps = men.chunks(2).map(|couple| couple[1] - couple[0] - 1);
        let winner = if heaps.fold(0, |xor, heap| xor ^ heap) != 0 { "Georgia" } else { "Bob" };
        output += &format!("{} will win\n", winner);
    }
    print!("{}", output);
}
