//! The same formula upside down: d / (phi - 1).
//@ expect: wrong-answer
//@ note: dividing by 0.618033988749895 fails at other pairs than multiplying by phi does, the first (102334155, 165580141)

use std::io::{self, Read};

fn mover_loses(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    let d = b - a;
    a == (d as f64 / 0.618_033_988_749_895) as u64
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
