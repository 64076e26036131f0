//! Lasker's Nim: a move takes stones from one heap, or splits one heap into two that are not empty.
//!
//! By the Sprague-Grundy theorem (Sprague 1935, Grundy 1939) each heap h has a value g(h), the mex
//! (the least number that does not occur) of the values its moves leave: g(0) to g(h - 1), and
//! g(a) xor g(b) for a + b = h. The first player wins exactly when the xor of all values is not 0.
//! The values are
//!
//!     g(4k + 1) = 4k + 1,   g(4k + 2) = 4k + 2,   g(4k + 3) = 4k + 4,   g(4k + 4) = 4k + 3
//!
//! because splits of heaps 1, 2, 3, 0 modulo 4 have the xors 2, {0, 1}, 3, {0, 1} modulo 4, so only
//! for 4k + 3 does a split (1 and 4k + 2) hit the next number. The statement has the whole proof.
//!
//! Heaps go up to 2^31 - 1, which is 4k + 3: its value 2^31 does not fit i32, and u64 leaves room
//! to spare.

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
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ value(heap));
        output += if nim_sum != 0 { "Alice\n" } else { "Bob\n" };
    }
    print!("{}", output);
}

fn value(heap: u64) -> u64 {
    match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    }
}
