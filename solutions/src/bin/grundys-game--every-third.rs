//! Goes on with the pattern 1, 4, 7, 10: every third heap is lost, and 2.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let lost = lost_heaps();
    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for n in numbers.take(games) {
        output += if lost.contains(&n) { "second\n" } else { "first\n" };
    }
    print!("{}", output);
}

fn lost_heaps() -> Vec<usize> {
    let thirds = (1..1300).filter(|heap| heap % 3 == 1);
    thirds.chain(vec![2]).collect()
}
