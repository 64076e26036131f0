//! Misère Nim by the number of heaps with two or more stones, without using the xor rule for small positions.
//!
//! - None: the players take turns taking single stones; the mover wins if their number is even.
//! - Exactly one: the mover wins, whatever else lies there: he lowers it to 0 or 1, so that the ones left are odd.
//! - Two or more: nobody can end this phase in one move. Whoever leaves every binary column even can go on doing so, until
//!   the other one has to move to exactly one large heap. So the mover loses exactly if all columns are even.

use std::io::{self, BufWriter, Read, Write};

fn mover_wins(heaps: &[u32]) -> bool {
    let large = heaps.iter().filter(|&&heap| heap >= 2).count();
    match large {
        0 => heaps.len() % 2 == 0,
        1 => true,
        _ => (0..32).any(|column| {
            let ones = heaps.iter().filter(|&&heap| heap >> column & 1 == 1);
            ones.count() % 2 == 1
        }),
    }
}

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u32>().expect("a heap is a number"));
    let stdout = io::stdout();
    let mut out = BufWriter::new(stdout.lock());

    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let count = numbers.next().expect("the number of heaps");
        let heaps: Vec<u32> = numbers.by_ref().take(count as usize).collect();
        let winner = if mover_wins(&heaps) {
            "John"
        } else {
            "Brother"
        };
        writeln!(out, "{}", winner)?;
    }
    out.flush()
}
