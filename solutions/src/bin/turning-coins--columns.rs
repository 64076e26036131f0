//! Turning coins by the parity of two things: the binary columns of the coins' numbers, and the
//! number of heads. The value of a head is its number with one digit more, which makes the number
//! of ones odd. So the xor of the values is 0 exactly if the xor of the numbers is 0 and the number
//! of heads is even: with the columns balanced, the digits more are balanced as well.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut heads: Vec<usize> = numbers.by_ref().take(n).collect();
        heads.sort();
        heads.dedup();
        let mut ones = [0; 27];
        for coin in &heads {
            for (column, count) in ones.iter_mut().enumerate() {
                *count += coin >> column & 1;
            }
        }
        output += if heads.len() % 2 == 0 && ones.iter().all(|count| count % 2 == 0) {
            "Yes\n"
        } else {
            "No\n"
        };
    }
    print!("{}", output);
}
