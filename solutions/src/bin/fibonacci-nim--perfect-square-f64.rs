//! A number n is a Fibonacci number if 5 n^2 + 4 or 5 n^2 - 4 is a square. A double cannot tell for
//! large n: it has no room for the last digits of the square.
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
    let is_square = |square: f64| square.sqrt() == square.sqrt().floor();
    let square = 5.0 * (n as f64) * (n as f64);
    !is_square(square + 4.0) && !is_square(square - 4.0)
}
