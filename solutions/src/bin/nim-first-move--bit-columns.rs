//! A winning first move of Nim as Bouton (1901) put it, with columns of binary digits and without the word xor: write the
//! heaps below one another in binary. The player to move loses exactly when every column holds an even number of ones.
//! Otherwise take a heap with a one in the leftmost odd column and flip its digits in all odd columns: every column
//! is even, and the heap is smaller.
//!
//! This takes the last such heap, so it often differs from the answer file.
//@ note: counts the ones in each binary column; prints the winning move of the last heap that has one

use std::io::{self, Read};

const COLUMNS: usize = 64;

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = numbers(&input);
    let n = numbers.next().unwrap_or(0) as usize;
    // Digits of each heap, the lowest first.
    let mut rows: Vec<Vec<bool>> = numbers.take(n).map(digits).collect();

    let odd: Vec<bool> = (0..COLUMNS)
        .map(|column| rows.iter().filter(|row| row[column]).count() % 2 == 1)
        .collect();
    let decisive = match odd.iter().rposition(|&is_odd| is_odd) {
        Some(column) => column,
        None => {
            println!("lose");
            return Ok(());
        }
    };
    // An odd count is not 0, so some heap has a one there.
    if let Some(i) = rows.iter().rposition(|row| row[decisive]) {
        for (digit, &is_odd) in rows[i].iter_mut().zip(&odd) {
            *digit = *digit != is_odd;
        }
        println!("{} {}", i + 1, value(&rows[i]));
    }
    Ok(())
}

fn digits(heap: u64) -> Vec<bool> {
    let mut rest = heap;
    let mut row = Vec::new();
    for _ in 0..COLUMNS {
        row.push(rest % 2 == 1);
        rest /= 2;
    }
    row
}

fn value(row: &[bool]) -> u64 {
    row.iter()
        .rev()
        .fold(0, |value, &digit| 2 * value + u64::from(digit))
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
