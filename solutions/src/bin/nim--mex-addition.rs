//! Nim by adding heaps the way Sprague (1935) and Grundy (1939) define it. Two heaps a and b together are worth
//! a (+) b = the smallest number that is neither a' (+) b with a' < a nor a (+) b' with b' < b (the mex of the options),
//! and the player to move loses exactly when all heaps together are worth 0. The table below follows that definition.
//!
//! A table for heaps up to 10000 would be too large. But 128 is a power of two, and a heap 128 q + r is worth as much as
//! the two heaps 128 q and r (Bouton's sub-heaps). So the table for 0..128 serves, once for each digit to base 128.
//@ note: nim-addition table built by mex, used digit by digit; no xor anywhere

use std::io::{self, BufWriter, Read, Write};

/// Any power of two whose square exceeds 10000; more digits follow by themselves.
const BASE: usize = 128;
/// Nine digits to base 128 hold 63 bits; ten hold every `u64`.
const DIGITS: usize = 10;

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut numbers = input
        .split(|byte| !byte.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(|digits| {
            digits
                .iter()
                .fold(0, |value, digit| 10 * value + u64::from(digit - b'0'))
        });

    let nim_addition = nim_addition();
    let stdout = io::stdout();
    let mut output = BufWriter::new(stdout.lock());
    while let Some(n) = numbers.next() {
        let mut worth = [0; DIGITS];
        for heap in numbers.by_ref().take(n as usize) {
            let mut rest = heap;
            for digit in &mut worth {
                *digit = nim_addition[*digit][(rest % BASE as u64) as usize];
                rest /= BASE as u64;
            }
        }
        let lost = worth.iter().all(|&digit| digit == 0);
        writeln!(output, "{}", if lost { "Bob" } else { "Alice" })?;
    }
    output.flush()
}

/// `table[a][b]` is a (+) b, from the mex definition.
fn nim_addition() -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; BASE]; BASE];
    for a in 0..BASE {
        for b in 0..BASE {
            // a + b options exist, so their mex is at most a + b.
            let mut is_option = [false; 2 * BASE];
            for row in &table[..a] {
                is_option[row[b]] = true;
            }
            for &value in &table[a][..b] {
                is_option[value] = true;
            }
            let mex = is_option.iter().take_while(|&&taken| taken).count();
            table[a][b] = mex;
        }
    }
    table
}
