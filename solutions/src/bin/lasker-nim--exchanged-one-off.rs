//! Wrong: remembers that two neighbours change places, but takes the wrong two: 4k and 4k + 1 in
//! place of 4k + 3 and 4k + 4.
//@ expect: wrong-answer
//@ note: exchanges 4 and 5, 8 and 9, ... in place of 3 and 4, 7 and 8, ...

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
        0 => heap + 1,
        1 if heap > 1 => heap - 1,
        _ => heap,
    }
}
