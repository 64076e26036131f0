//! Misère Nim by the number of heaps with two or more stones, and by columns of binary digits.
//!
//! * None: the players take turns taking single stones; the mover wins if their number is even.
//! * One: the mover wins, whatever else lies there: he lowers it to 0 or 1, so that the ones left
//!   are odd.
//! * Two or more: nobody can end this phase in one move. Whoever leaves every binary column even
//!   can go on doing so, until the other one has to leave exactly one large heap. So the mover
//!   loses exactly if all columns are even.
//@ note: counts the large heaps and the ones in each binary column; no xor anywhere

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let heaps: Vec<u64> = numbers.by_ref().take(n as usize).collect();
        let mover_wins = match heaps.iter().filter(|&&heap| heap >= 2).count() {
            0 => n % 2 == 0,
            1 => true,
            // Heaps below 2^13.
            _ => (0..13).any(|column| ones(&heaps, column) % 2 == 1),
        };
        output += if mover_wins { "John\n" } else { "Brother\n" };
    }
    print!("{}", output);
}

/// How many of the heaps have a one in this binary column.
fn ones(heaps: &[u64], column: u32) -> usize {
    heaps.iter().filter(|&heap| heap >> column & 1 == 1).count()
}
