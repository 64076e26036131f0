// {title}: say here why the answer is right.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin()
        .read_to_string(&mut input)
        .expect("the input is text");
    let mut words = input.split_ascii_whitespace();

    let n: i64 = words
        .next()
        .map_or(0, |word| word.parse().expect("a whole number"));
    println!("{}", n);
}
