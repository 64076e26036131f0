//! Wrong: takes the differences between neighbouring steps for heaps, as in the game where the
//! heaps have to stay sorted. Here each stone already is on a step.
//@ expect: wrong-answer
//@ note: differences belong to another game

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let n = numbers.next().expect("the number of steps");
    let mut steps = vec![0];
    steps.extend(numbers.take(n as usize));
    let differences = steps.windows(2).map(|pair| pair[0].max(pair[1]) - pair[0].min(pair[1]));
    let nim_sum = differences.rev().step_by(2).fold(0, |sum, stones| sum ^ stones);
    println!("{}", if nim_sum != 0 { "Yes" } else { "No" });
}
