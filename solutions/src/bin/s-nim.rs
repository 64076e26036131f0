//! S-Nim: each move takes s stones from one heap, where s is a number of the take-set.
//!
//! By the Sprague-Grundy theorem (Sprague 1935, Grundy 1939) a heap of h stones is worth a Nim heap of g(h) stones,
//! where g(h) is the mex - the least number that does not occur - of the values g(h - s) that a move can leave.
//! A sum of heaps is lost exactly when the xor of their values is 0, as in Nim itself (Bouton 1901).
//!
//! The table grows from the smallest heap up, so each value needs only finished ones. A heap has at most k options,
//! and k options cannot cover the k + 1 values 0..=k, so every value is at most k and usize holds every xor.
//! A table per take-set: O(k * largest heap).

use std::io::{self, Read, Write};

fn main() {
    let mut input = Vec::new();
    let read = io::stdin().read_to_end(&mut input);
    read.expect("standard input can be read");
    let mut numbers = numbers(&input);
    let stdout = io::stdout();
    let mut output = io::BufWriter::new(stdout.lock());
    while let Some(k) = numbers.next().filter(|&k| k > 0) {
        let take: Vec<usize> = numbers.by_ref().take(k).collect();
        let m = numbers.next().unwrap_or(0);
        let mut positions: Vec<Vec<usize>> = Vec::new();
        for _ in 0..m {
            let heaps = numbers.next().unwrap_or(0);
            positions.push(numbers.by_ref().take(heaps).collect());
        }
        let highest = positions.iter().flatten().copied().max().unwrap_or(0);
        let grundy = grundy_table(&take, highest);
        for position in &positions {
            let value = position.iter().fold(0, |x, &heap| x ^ grundy[heap]);
            let letter = if value == 0 { "L" } else { "W" };
            write!(output, "{}", letter).expect("standard output is open");
        }
        writeln!(output).expect("standard output is open");
    }
}

/// g(0) to g(highest), each the mex of what its moves leave.
fn grundy_table(take: &[usize], highest: usize) -> Vec<usize> {
    let mut grundy: Vec<usize> = Vec::with_capacity(highest + 1);
    // seen_at[v] is the heap that last had an option of value v, so nothing needs clearing between heaps.
    let mut seen_at = vec![usize::MAX; take.len() + 1];
    for heap in 0..=highest {
        for &taken in take.iter().filter(|&&taken| 0 < taken && taken <= heap) {
            seen_at[grundy[heap - taken]] = heap;
        }
        let mex = seen_at.iter().position(|&last| last != heap);
        grundy.push(mex.expect("k options cannot cover k + 1 values"));
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
