//! A winning first move of Nim without the nim-sum of all heaps: heap i may shrink to the nim-sum of the *others*, because
//! that makes the whole 0 (Bouton 1901), and to nothing else. The others are a stretch before i and a stretch behind
//! it; their nim-sums are read off two tables, filled from either end.
//!
//! Of several winning moves this takes the one that removes the most stones, so it often differs from the answer file.
//@ note: prefix and suffix tables; prints the winning move that takes the most

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let n = numbers.next().unwrap_or(0) as usize;
    let heaps: Vec<u64> = numbers.take(n).collect();

    // before[i] is the nim-sum of the heaps before i, behind[i] of those from i on.
    let mut before = vec![0];
    for (i, heap) in heaps.iter().enumerate() {
        before.push(before[i] ^ heap);
    }
    let mut behind = vec![0; heaps.len() + 1];
    for (i, heap) in heaps.iter().enumerate().rev() {
        behind[i] = behind[i + 1] ^ heap;
    }

    let best = (0..heaps.len())
        .map(|i| (i, before[i] ^ behind[i + 1]))
        .filter(|&(i, left)| left < heaps[i])
        .max_by_key(|&(i, left)| heaps[i] - left);
    match best {
        Some((i, left)) => println!("{} {}", i + 1, left),
        None => println!("lose"),
    }
    Ok(())
}

fn numbers(input: &[u8]) -> impl Iterator<Item = u64> + '_ {
    input
        .split(|byte| !byte.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| {
            digits
                .iter()
                .fold(0, |value, digit| 10 * value + u64::from(digit - b'0'))
        })
}
