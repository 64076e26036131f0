//! Wrong: takes the number of out-positions for the value of a position, as if all of them had
//! different values.
//@ expect: wrong-answer
//@ note: the out-degree instead of the mex

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut edges: Vec<Vec<usize>> = Vec::new();
        for _ in 0..n {
            let count = numbers.next().expect("the number of out-positions");
            edges.push(numbers.by_ref().take(count).collect());
        }
        let values: Vec<usize> = edges.iter().map(Vec::len).collect();
        while let Some(m) = numbers.next().filter(|&m| m > 0) {
            let chessmen = numbers.by_ref().take(m);
            let value = chessmen.fold(0, |value, position| value ^ values[position]);
            output += if value != 0 { "WIN\n" } else { "LOSE\n" };
        }
    }
    print!("{}", output);
}
