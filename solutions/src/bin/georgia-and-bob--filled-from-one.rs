//! Wrong: fills an array from index 1 and uses it from index 0, as in a well-known listing.
//!
//! For even N the 0 at index 0 takes part and the chessman read last does not; for odd N the wall
//! overwrites the chessman read last, and the couple (0, 0) has the gap -1, which no xor of real
//! gaps takes back.
//@ expect: wrong-answer
//@ note: fills p[1..=n] but sorts and couples p[0..n]

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<i64>().expect("a number"));

    let mut output = String::new();
    let boards = numbers.next().expect("the number of boards");
    for _ in 0..boards {
        let n = numbers.next().expect("the number of chessmen");
        let mut p = vec![0];
        p.extend(numbers.by_ref().take(n as usize));
        if n % 2 == 1 {
            p[n as usize] = 0;
        } else {
            p.pop();
        }
        p.sort_unstable();
        let heaps = p.chunks(2).map(|couple| couple[1] - couple[0] - 1);
        let winner = if heaps.fold(0, |xor, heap| xor ^ heap) != 0 { "Georgia" } else { "Bob" };
        output += &format!("{} will win\n", winner);
    }
    print!("{}", output);
}
