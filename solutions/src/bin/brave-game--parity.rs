//! Looks at the parity of the heap, which is right for m = 1 and for no other m.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the stones");
        let _most = numbers.next().expect("the most that a move takes");
        output += if n % 2 == 1 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}
