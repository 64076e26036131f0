//! Fibonacci Nim by the theorem itself: takes the heap apart into Fibonacci numbers, the largest
//! first, and asks whether the smallest summand can be taken in the first move.

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

/// The Fibonacci numbers are built up to the heap, and taken away from it on the way back.
fn first_wins(n: u64) -> bool {
    let mut numbers = vec![1, 2];
    while numbers[numbers.len() - 1] < n {
        numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - 2]);
    }
    let mut rest = n;
    let mut smallest = 0;
    for &number in numbers.iter().rev() {
        if number <= rest {
            rest -= number;
            smallest = number;
        }
    }
    smallest < n
}
