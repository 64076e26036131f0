//! Knows only won and lost, and takes a division into two heaps for lost if both are won or both
//! are lost. Two won heaps need not cancel each other.
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
    let mut won = vec![false];
    for heap in 1..2000 {
        let divides = |&small: &usize| 2 * small < heap && won[small] == won[heap - small];
        let some_division_wins = (1..heap).find(divides).is_some();
        won.push(some_division_wins);
    }
    (1..2000).filter(|&heap| !won[heap]).collect()
}
