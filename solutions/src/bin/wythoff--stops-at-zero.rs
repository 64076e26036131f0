//! Ends at `0 0`, as the sister problem with the moves does.
//@ expect: wrong-answer
//@ note: here `0 0` is a game like any other, and more may follow

use std::io::{self, Read};

fn mover_loses(a: u64, b: u64) -> bool {
    let (a, b) = (u128::from(a.min(b)), u128::from(a.max(b)));
    let d = b - a;
    a * a <= d * b && a * (a + 2) >= d * (b + 1)
}

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let piles: Vec<u64> = text
        .split_ascii_whitespace()
        .map(|word| word.parse().expect("a pile is a number"))
        .collect();
    let mut out = String::new();
    for pair in piles.chunks(2).take_while(|pair| pair[0] + pair[1] > 0) {
        out.push_str(if mover_loses(pair[0], pair[1]) {
            "0\n"
        } else {
            "1\n"
        });
    }
    print!("{}", out);
}
