//! Moore's Nim by a sum that does not carry: each heap is turned into its binary digits, and the
//! digits are added place by place modulo k + 1. The player to move loses exactly if the sum is 0
//! in every place.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let k = numbers.next().expect("the most heaps that a move touches");
        let heaps: Vec<usize> = numbers.by_ref().take(n).collect();
        output += if wins(&heaps, k) { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

fn wins(heaps: &[usize], k: usize) -> bool {
    let mut places: Vec<usize> = Vec::new();
    for &heap in heaps {
        let mut rest = heap;
        for place in 0.. {
            if rest == 0 {
                break;
            }
            if place == places.len() {
                places.push(0);
            }
            places[place] = (places[place] + rest % 2) % (k + 1);
            rest /= 2;
        }
    }
    places.iter().any(|&place| place != 0)
}
