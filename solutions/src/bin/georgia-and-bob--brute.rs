//! Georgia and Bob by the rules alone: a board is won if some move leads to a board that is lost.
//!
//! A board is a set of bits, cell 1 the lowest. A move clears a bit and sets a lower one, so it makes the number smaller
//! and the search comes to an end; what it finds out about a board is remembered. On strips of more than 20 cells there
//! are too many boards, and the program refuses at once.
//@ expect(secret/*-big-*): run-time-error
//@ expect(secret/*-max-*): run-time-error
//@ note: searches all boards, so it refuses strips of more than 20 cells

use std::io::{self, Read, Write};

const CELLS: u64 = 20;

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let boards = match boards(&text) {
        Some(boards) => boards,
        None => {
            eprintln!("too large for the brute force");
            std::process::exit(3);
        }
    };

    let mut known = vec![None; 1 << CELLS];
    let mut out = String::new();
    for board in boards {
        let winner = if is_won(board, &mut known) {
            "Georgia"
        } else {
            "Bob"
        };
        out += &format!("{} will win\n", winner);
    }
    io::stdout()
        .write_all(out.as_bytes())
        .expect("stdout takes the output");
}

/// All boards of the input as bit sets, or nothing if a chessman stands beyond the last cell.
fn boards(text: &str) -> Option<Vec<usize>> {
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().expect("the input is numbers"));
    let mut boards = Vec::new();
    for _ in 0..numbers.next().unwrap_or(0) {
        let n = numbers.next().unwrap_or(0);
        let mut board = 0;
        for _ in 0..n {
            let cell = numbers.next().unwrap_or(1);
            if cell > CELLS {
                return None;
            }
            board |= 1 << (cell - 1);
        }
        boards.push(board);
    }
    Some(boards)
}

/// Whether one chessman can go left, over empty cells only, so that the board it leaves is a lost one.
fn is_won(board: usize, known: &mut [Option<bool>]) -> bool {
    if let Some(won) = known[board] {
        return won;
    }
    let mut won = false;
    for from in (0..CELLS).filter(|cell| board >> cell & 1 == 1) {
        let empty = (0..from).rev().take_while(|cell| board >> cell & 1 == 0);
        for to in empty {
            won = won || !is_won(board ^ (1 << from) ^ (1 << to), known);
        }
    }
    known[board] = Some(won);
    won
}
