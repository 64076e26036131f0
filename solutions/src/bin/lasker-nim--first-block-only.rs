//! Wrong: exchanges 3 and 4 as the smallest games show, and nothing beyond. The pattern goes on: 7
//! and 8, 11 and 12, ...
//@ expect: wrong-answer
//@ note: only 3 and 4 change places

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
    match heap {
        3 => 4,
        4 => 3,
        _ => heap,
    }
}
