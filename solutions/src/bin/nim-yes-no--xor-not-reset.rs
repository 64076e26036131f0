//! Wrong: every game starts from the nim-sum that the earlier ones left behind. Smallest failure:
//! two games of one stone each.
//@ expect: wrong-answer
//@ note: the xor is never reset between games

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut nim_sum = 0;
    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let heaps = numbers.by_ref().take(n as usize);
        nim_sum = heaps.fold(nim_sum, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}
