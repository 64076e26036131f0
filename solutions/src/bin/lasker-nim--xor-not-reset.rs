//! Never sets the xor back between the games.
//@ expect: wrong-answer
//@ note: the xor of a game starts from that of the game before

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut words = text
        .split_whitespace()
        .map(|word| word.parse::<u64>().unwrap_or(0));
    let games = words.next().unwrap_or(0);
    let mut x = 0;
    for _ in 0..games {
        let n = words.next().unwrap_or(0) as usize;
        x = words.by_ref().take(n).fold(x, |x, heap| x ^ value(heap));
        let won = x != 0;
        println!("{}", if won { "Alice" } else { "Bob" });
    }
}

fn value(heap: u64) -> u64 {
    match heap % 4 {
        0 => heap - 1,
        3 => heap + 1,
        _ => heap,
    }
}
