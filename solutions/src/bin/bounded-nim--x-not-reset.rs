//! The xor lives outside the loop over the tests.
//@ expect: wrong-answer
//@ note: the xor is never reset between tests, as in the first of the four texts

use std::io::{self, Read};

fn mover_wins(heaps: &[u64], x: &mut u64) -> bool {
    *x = heaps.iter().fold(*x, |x, heap| x ^ (heap % 4));
    *x != 0
}

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut numbers = text
        .split_ascii_whitespace()
        .map(|word| word.parse::<u64>().expect("a heap is a number"));
    let mut x = 0;
    let mut out = String::new();
    let tests = numbers.next().expect("the number of tests");
    for _ in 0..tests {
        let count = numbers.next().expect("the number of heaps") as usize;
        let heaps: Vec<u64> = numbers.by_ref().take(count).collect();
        out.push_str(if mover_wins(&heaps, &mut x) {
            "first\n"
        } else {
            "second\n"
        });
    }
    print!("{}", out);
}
