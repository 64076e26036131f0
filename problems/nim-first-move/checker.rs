//! Judges an output of nim-first-move by the rules of the game: any winning move is right.
//!
//! The answer has to pass, too. An output that finds a win where the answer says `lose` would
//! otherwise pay for the jury's mistake.

use kit::{Reader, Result};
use std::fmt;

fn main() {
    kit::check(|test, output| {
        let n = test.input.int("n", 1..)?;
        let heaps = test.input.ints("heap", n, 0..)?;
        judge(&heaps, &mut test.answer)?;
        judge(&heaps, output)
    })
}

/// Takes a winning move, or `lose` where there is none.
fn judge(heaps: &[i64], text: &mut Reader) -> Result<()> {
    if text.skip("lose") {
        text.end()?;
        return match winning_move(heaps) {
            Some(better) => Err(text.complain(format_args!("'lose', but {} wins", better))),
            None => Ok(()),
        };
    }
    let heap = text.int("the heap", 1..=heaps.len() as i64)?;
    let left = text.int("the number of stones left", 0..)?;
    text.end()?;

    let mut after = heaps.to_vec();
    let stones = std::mem::replace(&mut after[heap as usize - 1], left);
    if left >= stones {
        let mistake = if left == stones { "takes none" } else { "adds some" };
        let why = format_args!("heap {} has {} stones, leaving {} {}", heap, stones, left, mistake);
        return Err(text.complain(why));
    }
    match winning_move(&after) {
        None => Ok(()),
        Some(reply) => {
            let ours = Move { heap, from: stones, to: left };
            Err(text.complain(format_args!("{} does not win, the reply {} does", ours, reply)))
        }
    }
}

/// A move that leaves nim-sum 0. By Bouton's theorem these are the winning moves, and there is one
/// exactly when the player to move wins.
fn winning_move(heaps: &[i64]) -> Option<Move> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let index = heaps.iter().position(|heap| heap ^ nim_sum < *heap)?;
    let from = heaps[index];
    Some(Move { heap: index as i64 + 1, from, to: from ^ nim_sum })
}

struct Move {
    heap: i64,
    from: i64,
    to: i64,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heap {} from {} to {}", self.heap, self.from, self.to)
    }
}
