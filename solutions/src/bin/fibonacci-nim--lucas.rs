//! Begins the Fibonacci numbers with 1 and 3. Those are Lucas numbers.
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
    let (mut small, mut large) = (1, 3);
    while large < n {
        let next = small + large;
        small = large;
        large = next;
    }
    large != n
}
