//! The xor lives outside the loop over the games.
//@ expect: wrong-answer
//@ note: the xor is never reset between games, as in the first of the four texts

use std::io::{self, Read};

fn mover_wins(heaps: &[u64], x: &mut u64) -> bool {
    let larger_heap = heaps.iter().any(|&heap| heap > 1);
    *x = heaps.iter().fold(*x, |x, heap| x ^ heap);
    (*x != 0) == larger_heap
}

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().expect("a heap is a number"));
    let mut x = 0;
    let mut out = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let count = numbers.next().expect("the number of heaps") as usize;
        let heaps: Vec<u64> = numbers.by_ref().take(count).collect();
        out.push_str(if mover_wins(&heaps, &mut x) {
            "John\n"
        } else {
            "Brother\n"
        });
    }
    print!("{}", out);
}
