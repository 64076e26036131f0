//! Wrong: keeps the gaps in bytes. Two gaps that differ by 256 cancel here, and a gap of 256 is
//! not a heap at all.
//@ expect: wrong-answer
//@ note: keeps gaps in a u8, so they count modulo 256

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
        if n % 2 == 1 {
            men.push(WALL);
        }
        men.sort_unstable();
        let heaps = men.chunks(2).map(|couple| (couple[1] - couple[0] - 1) as u8);
        let winner = if heaps.fold(0, |xor, heap| xor ^ heap) != 0 { "Georgia" } else { "Bob" };
        output += &format!("{} will win\n", winner);
    }
    print!("{}", output);
}
