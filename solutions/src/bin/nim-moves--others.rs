//! Nim by looking back from the end: after a winning move from heap i its size is the xor of all the *other* heaps.
//!
//! So compute that size first, from the xor of the heaps before i and the xor of the heaps behind it, and see whether
//! heap i can be lowered to it. A position from which no heap can is lost (Bouton 1901).

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());

    let mut words = text.split_ascii_whitespace();
    while let Some(count) = words.next().map(|word| word.parse().expect("a count")) {
        if count == 0 {
            break;
        }
        let heaps: Vec<u64> = words
            .by_ref()
            .take(count)
            .map(|word| word.parse().expect("a heap is a number"))
            .collect();

        let mut behind = vec![0; heaps.len() + 1];
        for (i, heap) in heaps.iter().enumerate().rev() {
            behind[i] = behind[i + 1] ^ heap;
        }
        let mut before = 0;
        let mut moves = Vec::new();
        for (&heap, &rest) in heaps.iter().zip(&behind[1..]) {
            let goal = before ^ rest;
            if goal < heap {
                moves.push((heap, goal));
            }
            before ^= heap;
        }

        writeln!(out, "{}", if moves.is_empty() { "No" } else { "Yes" })?;
        for (heap, goal) in moves {
            writeln!(out, "{} {}", heap, goal)?;
        }
    }
    out.flush()
}
