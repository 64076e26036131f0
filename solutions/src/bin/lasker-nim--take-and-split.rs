//! Wrong: lets a move take stones and split what is left of the heap, all at once. A move takes or
//! splits, never both. That game has the values 0, 1, 2, 4, 6, 8, 10, ...
//@ expect: wrong-answer
//@ note: the values of a game in which one move may take and split

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
    if heap < 2 {
        heap
    } else {
        2 * heap - 2
    }
}
