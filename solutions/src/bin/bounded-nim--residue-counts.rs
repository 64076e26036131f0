//! Nim with at most three stones a move, without xor: only the parities of three counts matter.
//!
//! Say that ones, twos and threes are the numbers of heaps that leave 1, 2 and 3 when divided by 4. In binary the column of
//! 1 holds ones + threes digits, the column of 2 holds twos + threes. Both are even exactly if the three counts are
//! all even or all odd: then the mover is lost. All odd is 1 2 3, the smallest lost position of three different heaps.

use std::io::{self, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<usize>().expect("a heap is a number"));
    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());

    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let count = numbers.next().expect("the number of heaps");
        let mut counts = [0; 4];
        for heap in numbers.by_ref().take(count) {
            counts[heap % 4] += 1;
        }
        let lost = counts[1] % 2 == counts[3] % 2 && counts[2] % 2 == counts[3] % 2;
        let wins = !lost;
        writeln!(out, "{}", if wins { "first" } else { "second" })?;
    }
    out.flush()
}
