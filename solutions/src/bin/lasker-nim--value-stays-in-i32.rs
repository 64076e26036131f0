//! Wrong: keeps the values in signed 32 bits and stops at the largest of them. The heap of
//! 2147483647 stones has the value 2147483648.
//@ expect: wrong-answer
//@ note: the value of the largest heap is one too small

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<i32>().expect("a number"));

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

fn value(heap: i32) -> i32 {
    match heap % 4 {
        3 => heap.saturating_add(1),
        0 if heap > 0 => heap - 1,
        _ => heap,
    }
}
