//! Georgia and Bob by the rules alone: no theorem, so this is the referee of the other solutions.
//!
//! The player to move wins if some move leaves a board that loses, and loses if none does. A board
//! is a set of bits, cell 1 the lowest; a move clears a bit and sets a lower one. What has been
//! found out about a board is remembered.
//@ only: !secret/*-big-*, !secret/*-max-*
//@ note: looks at every board that can be reached, on strips of 20 cells

use std::io::{self, Read};

const CELLS: usize = 20;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut known = vec![None; 1 << CELLS];
    let mut output = String::new();
    let boards = numbers.next().expect("the number of boards");
    for _ in 0..boards {
        let n = numbers.next().expect("the number of chessmen");
        let board = numbers.by_ref().take(n).fold(0, |board, cell| board | 1 << (cell - 1));
        let winner = if wins(board, &mut known) { "Georgia" } else { "Bob" };
        output += &format!("{} will win\n", winner);
    }
    print!("{}", output);
}

/// Whether the player to move wins.
fn wins(board: usize, known: &mut [Option<bool>]) -> bool {
    if let Some(won) = known[board] {
        return won;
    }
    let occupied = |cell: usize| board >> cell & 1 == 1;
    let won = (0..CELLS).filter(|&from| occupied(from)).any(|from| {
        let free = (0..from).rev().take_while(|&to| !occupied(to));
        free.map(|to| board ^ 1 << from ^ 1 << to).any(|after| !wins(after, known))
    });
    known[board] = Some(won);
    won
}
