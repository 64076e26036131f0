//! Remembers the larger heap of an earlier game.
//@ expect: wrong-answer
//@ note: the flag for a larger heap is never cleared between games

use std::io::{self, Read};

fn mover_wins(heaps: &[u64], seen_larger: &mut bool) -> bool {
    let x = heaps.iter().fold(0, |x, heap| x ^ heap);
    let larger_heap = *seen_larger || heaps.iter().any(|&heap| heap > 1);
    *seen_larger = larger_heap;
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
    let mut seen_larger = false;
    let mut out = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let count = numbers.next().expect("the number of heaps") as usize;
        let heaps: Vec<u64> = numbers.by_ref().take(count).collect();
        out.push_str(if mover_wins(&heaps, &mut seen_larger) {
            "John\n"
        } else {
            "Brother\n"
        });
    }
    print!("{}", out);
}
