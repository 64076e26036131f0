//! {title}: 1 and n - 1 differ, because n is at least 3.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let n: i64 = input.trim().parse().expect("a number");

    println!("1 {}", n - 1);
}
