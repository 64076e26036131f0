//! Playing Nim from the rules alone: a position is won if some move leads to a lost one, and lost if none does; a move to a
//! lost position is played. The search remembers every position it has judged, for the whole game. A position is its
//! sorted list of non-empty heaps, because neither the order nor an empty heap changes the moves. No theorem is used.
//!
//! Before it searches, it counts the positions it may meet and gives up if the work would be too much. That may also be
//! taken for a wrong answer, because at the same moment the judge sees the output end.
//@ expect(secret/*-big-*): run-time-error, wrong-answer
//@ expect(secret/*-max-*): run-time-error, wrong-answer
//@ note: memoised search over all positions; leaves large games alone (exit code 3)

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::process;

/// Positions times moves a search may cost: some hundredths of a second.
const WORK_LIMIT: u64 = 1_200_000;

type Position = Vec<u64>;

fn main() -> io::Result<()> {
    let stdin = io::stdin();
    let stdout = io::stdout();
    let mut input = stdin.lock();
    let mut output = stdout.lock();

    let _n = read_numbers(&mut input)?;
    let mut heaps = read_numbers(&mut input)?;
    if search_cost(&tidy(heaps.clone())) > WORK_LIMIT {
        eprintln!("too large for the brute force");
        process::exit(3);
    }

    let mut known = HashMap::new();
    while let Some((i, left)) = winning_move(&heaps, &mut known) {
        writeln!(output, "{} {}", i + 1, heaps[i] - left)?;
        output.flush()?;
        heaps[i] = left;
        if heaps.iter().all(|&heap| heap == 0) {
            break;
        }

        let reply = read_numbers(&mut input)?;
        if let [heap, take] = reply[..] {
            heaps[heap as usize - 1] -= take;
        }
    }
    Ok(())
}

/// The heap to shrink and what to leave of it, so that the judge loses.
fn winning_move(heaps: &[u64], known: &mut HashMap<Position, bool>) -> Option<(usize, u64)> {
    for (i, &heap) in heaps.iter().enumerate() {
        for left in 0..heap {
            if !wins(&after(heaps, i, left), known) {
                return Some((i, left));
            }
        }
    }
    None
}

/// Does the player to move win? By definition: if and only if some move leaves a position that loses.
fn wins(position: &[u64], known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&result) = known.get(position) {
        return result;
    }
    let result = (0..position.len()).any(|i| {
        // Of several equal heaps one is enough.
        let seen = i > 0 && position[i] == position[i - 1];
        !seen && (0..position[i]).any(|left| !wins(&after(position, i, left), known))
    });
    known.insert(position.to_vec(), result);
    result
}

/// The position in which heap `i` has shrunk to `left` stones.
fn after(position: &[u64], i: usize, left: u64) -> Position {
    let mut heaps = position.to_vec();
    heaps[i] = left;
    tidy(heaps)
}

fn tidy(mut heaps: Position) -> Position {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

/// An upper bound for the moves looked at: the number of positions below this one, each with at most as many moves
/// as there are stones. Anything above `WORK_LIMIT` may come back as just above it.
fn search_cost(position: &[u64]) -> u64 {
    let too_much = WORK_LIMIT + 1;
    let mut stones = 0u64;
    for &heap in position {
        stones = stones.saturating_add(heap);
    }
    // There is a position for every number of stones left, hence at least stones + 1 of them.
    if stones.saturating_mul(stones.saturating_add(1)) > WORK_LIMIT {
        return too_much;
    }
    // The positions below (a_1 <= ... <= a_n) are the sequences b_1 <= ... <= b_n with b_i <= a_i.
    // ending_in[v] counts those whose last member is v.
    let mut ending_in = vec![1u64];
    for &heap in position {
        ending_in.resize(heap as usize + 1, 0);
        let mut sum = 0u64;
        for count in &mut ending_in {
            sum = sum.saturating_add(*count);
            *count = sum;
        }
    }
    let positions = ending_in.iter().fold(0u64, |sum, &c| sum.saturating_add(c));
    positions.saturating_mul(stones + 1).min(too_much)
}

/// The numbers of the next line.
fn read_numbers<R: BufRead>(input: &mut R) -> io::Result<Vec<u64>> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(line
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect())
}
