//! Wrong: counts the couples from the left. With an odd number of chessmen the one left over is the
//! rightmost here, and its gap is not counted at all. It must be the leftmost, coupled with the
//! wall.
//@ expect: wrong-answer
//@ note: couples from the left and ignores the last chessman when N is odd

use std::io::{self, Read};

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
        men.sort_unstable();
        let heaps = men.chunks_exact(2).map(|couple| couple[1] - couple[0] - 1);
        let winner = if heaps.fold(0, |xor, heap| xor ^ heap) != 0 { "Georgia" } else { "Bob" };
        output += &format!("{} will win\n", winner);
    }
    print!("{}", output);
}
