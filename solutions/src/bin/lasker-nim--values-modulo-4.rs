//! Wrong: takes the values modulo 4. The pattern is periodic only up to adding 4.
//@ expect: wrong-answer
//@ note: sees a period of 4 in the values themselves

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
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ (value(heap) % 4));
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
