//! Wrong: the theorem the wrong way round. A nim-sum of 0 is bad for the player who has to move.
//@ expect: wrong-answer
//@ note: prints Yes where the nim-sum is 0

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
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum == 0 { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}
