//! Adds in 32 bits with a sign: behind 1836311903 comes a negative number, and the search goes on
//! until it meets anything that is not less, or has walked far enough.
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
    let n = n as i32;
    let (mut small, mut large) = (1_i32, 2_i32);
    for _ in 0..44 {
        if large >= n {
            break;
        }
        let next = small.wrapping_add(large);
        small = large;
        large = next;
        if large < 0 {
            // The heap seems to be passed.
            return false;
        }
    }
    large != n
}
