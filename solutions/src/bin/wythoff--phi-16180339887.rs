//! Wrong: phi with ten places, which look like plenty. 1.6180339887 is wrong from (317811, 514229)
//! on.
//@ expect: wrong-answer
//@ note: phi with ten places

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        output += if mover_loses(a.min(b), a.max(b)) { "0\n" } else { "1\n" };
    }
    print!("{}", output);
}

/// Whether the piles `a <= b` are lost.
fn mover_loses(a: u64, b: u64) -> bool {
    let d = b - a;
    a == (d as f64 * 1.618_033_988_7) as u64
}
