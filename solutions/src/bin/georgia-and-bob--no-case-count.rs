//! Wrong: knows no number of boards in front, as in a well-known listing: boards until the end of
//! the input. T is taken for the N of a first board, and from there on nothing stands where it
//! should.
//@ expect: wrong-answer
//@ note: never reads T and takes it for the first N

use std::io::{self, Read};

const WALL: u64 = 0;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut men: Vec<u64> = numbers.by_ref().take(n as usize).collect();
        if men.len() % 2 == 1 {
            men.push(WALL);
        }
        men.sort_unstable();
        let heaps = men.chunks(2).map(|couple| couple[1].wrapping_sub(couple[0] + 1));
        let winner = if heaps.fold(0, |xor, heap| xor ^ heap) != 0 { "Georgia" } else { "Bob" };
        output += &format!("{} will win\n", winner);
    }
    print!("{}", output);
}
