//! phi with fifteen places, the last one cut: worse than f64 itself.
//@ expect: wrong-answer
//@ note: 1.618033988749894 is wrong from d = 63245986 on, the pair (102334155, 165580141)

use std::io::{self, Read};

fn mover_loses(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    let d = b - a;
    a == (d as f64 * 1.618_033_988_749_894) as u64
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
