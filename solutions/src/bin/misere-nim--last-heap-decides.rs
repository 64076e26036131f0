//! Looks for a larger heap in the last place only.
//@ expect: wrong-answer
//@ note: the larger heap may stand anywhere

use std::io::{self, Read};

fn mover_wins(heaps: &[u64]) -> bool {
    let x = heaps.iter().fold(0, |x, heap| x ^ heap);
    let larger_heap = heaps.last().map_or(false, |&heap| heap > 1);
    (x != 0) == larger_heap
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
