//! Rounds powers of the golden ratio, in single precision: right for small numbers only.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    for n in numbers.take_while(|&n| n > 0) {
        output += if first_wins(n) { "First win\n" } else { "Second win\n" };
    }
    print!("{}", output);
}

fn first_wins(n: u64) -> bool {
    let golden = (1.0 + 5_f32.sqrt()) / 2.0;
    (1..50).all(|k| (golden.powi(k) / 5_f32.sqrt()).round() as u64 != n)
}
