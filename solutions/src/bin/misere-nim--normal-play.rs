//! Ordinary Nim: who takes the last stone wins.
//@ expect: wrong-answer
//@ note: heaps of one stone only are won and lost the other way round

use std::io::{self, Read};

fn mover_wins(heaps: &[u64]) -> bool {
    let x = heaps.iter().fold(0, |x, heap| x ^ heap);
    x != 0
}

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().expect("a heap is a number"));
    let mut out = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let count = numbers.next().expect("the number of heaps") as usize;
        let heaps: Vec<u64> = numbers.by_ref().take(count).collect();
        out.push_str(if mover_wins(&heaps) {
            "John\n"
        } else {
            "Brother\n"
        });
    }
    print!("{}", out);
}
