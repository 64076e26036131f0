//! Wrong: has room for 100 heaps, which is enough for hihoCoder 1163, and ignores the others. Here
//! there may be 10000.
//@ expect: wrong-answer
//@ note: heaps after the 100th do not count

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
        let heaps: Vec<u64> = numbers.by_ref().take(n as usize).collect();
        let nim_sum = heaps.iter().take(100).fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Yes\n" } else { "No\n" };
    }
    print!("{}", output);
}
