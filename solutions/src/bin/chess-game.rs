//! A Chess Game: chessmen on a directed graph without cycles; a move pushes one of them along an edge.
//!
//! Each chessman is a game of its own, and all of them together are the sum of these games. By the Sprague-Grundy
//! theorem (Sprague 1935, Grundy 1939) a chessman on position v is worth a Nim heap of g(v) stones, where g(v) is the
//! mex - the least number that does not occur - of the values of the out-positions of v; the player to move wins
//! exactly when the xor of all chessmen's values is not 0.
//!
//! A value needs those of all out-positions first. So the positions are taken in the order in which they become
//! ready, terminal positions first (Kahn's topological order, against the edges): no recursion, however long the
//! paths are. O(N + edges) for each graph; a value is at most the length of the longest path, so it is below N.

use std::io::{self, Read, Write};

fn main() {
    let mut input = Vec::new();
    let read = io::stdin().read_to_end(&mut input);
    read.expect("standard input can be read");
    let mut numbers = numbers(&input);
    let stdout = io::stdout();
    let mut output = io::BufWriter::new(stdout.lock());
    while let Some(n) = numbers.next() {
        let out_positions: Vec<Vec<usize>> = (0..n)
            .map(|_| {
                let count = numbers.next().unwrap_or(0);
                numbers.by_ref().take(count).collect()
            })
            .collect();
        let grundy = grundy_values(&out_positions);
        while let Some(m) = numbers.next().filter(|&m| m > 0) {
            let chessmen = numbers.by_ref().take(m);
            let value = chessmen.fold(0, |x, position| x ^ grundy[position]);
            let answer = if value == 0 { "LOSE" } else { "WIN" };
            writeln!(output, "{}", answer).expect("standard output is open");
        }
    }
}

/// The Sprague-Grundy value of every position.
fn grundy_values(out_positions: &[Vec<usize>]) -> Vec<usize> {
    let n = out_positions.len();
    let mut in_positions: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (from, row) in out_positions.iter().enumerate() {
        for &to in row {
            in_positions[to].push(from);
        }
    }
    let mut unknown: Vec<usize> = out_positions.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..n).filter(|&v| unknown[v] == 0).collect();
    let mut grundy = vec![0; n];
    // seen_at[x] is the position that last had an option of value x, so nothing needs clearing between positions.
    let mut seen_at = vec![usize::MAX; n + 1];
    while let Some(v) = ready.pop() {
        for &option in &out_positions[v] {
            seen_at[grundy[option]] = v;
        }
        let mex = seen_at.iter().position(|&last| last != v);
        grundy[v] = mex.expect("fewer than n options cannot cover n + 1 values");
        for &from in &in_positions[v] {
            unknown[from] -= 1;
            if unknown[from] == 0 {
                ready.push(from);
            }
        }
    }
    grundy
}

/// The numbers of the input, whatever stands between them.
fn numbers(input: &[u8]) -> impl Iterator<Item = usize> + '_ {
    let words = input.split(|byte| !byte.is_ascii_digit());
    words.filter(|word| !word.is_empty()).map(|word| {
        let digits = word.iter().map(|digit| usize::from(digit - b'0'));
        digits.fold(0, |number: usize, digit| number * 10 + digit)
    })
}
