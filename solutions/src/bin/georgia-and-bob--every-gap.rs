//! Wrong: takes the gap in front of every chessman for a heap. A move does take cells out of its
//! gap, but it puts them into the next one: these heaps are not Nim heaps. Only every second gap
//! counts.
//@ expect: wrong-answer
//@ note: counts all gaps, not only those inside the couples

use std::io::{self, Read};

const WALL: u64 = 0;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let boards = numbers.next().expect("the number of boards");
    for _ in 0..boards {
        let n = numbers.next().expect("the number of chessmen");
        let mut men: Vec<u64> = numbers.by_ref().take(n as usize).collect();
        men.push(WALL);
        men.sort_unstable();
        let heaps = men.windows(2).map(|pair| pair[1] - pair[0] - 1);
        let winner = if heaps.fold(0, |xor, heap| xor ^ heap) != 0 { "Georgia" } else { "Bob" };
        output += &format!("{} will win\n", winner);
    }
    print!("{}", output);
}
