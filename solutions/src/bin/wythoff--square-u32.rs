//! The integer root, but the square is computed in 32 bits.
//@ expect: wrong-answer
//@ note: 5 d^2 leaves 32 bits at d = 29309

use std::io::{self, Read};

fn mover_loses(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    let d = b - a;
    let square = (d as u32).wrapping_mul(d as u32).wrapping_mul(5);
    let (mut root, mut above) = (0u64, 1 << 17);
    while above - root > 1 {
        let middle = (root + above) / 2;
        if middle * middle <= u64::from(square) {
            root = middle;
        } else {
            above = middle;
        }
    }
    a == (d + root) / 2
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
    for pair in piles.chunks(2) {
        out.push_str(if mover_loses(pair[0], pair[1]) {
            "0\n"
        } else {
            "1\n"
        });
    }
    print!("{}", out);
}
