//! Wrong: the halves of an even number are equal.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let n: i64 = input.trim().parse().expect("a number");

    println!("{} {}", n / 2, n - n / 2);
}
