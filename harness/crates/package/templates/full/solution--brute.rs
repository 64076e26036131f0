// {title}, by the rules alone: the sum counted up one number at a time, in an integer that cannot overflow.

use std::io::{self, BufRead};

fn main() {
    let mut words = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line.expect("the input is text");
        words.extend(line.split_whitespace().map(|word| word.to_string()));
    }
    let n: usize = words[0].parse().expect("a whole number");
    let mut sum: i128 = 0;
    for word in &words[1..=n] {
        sum += word.parse::<i128>().expect("a whole number");
    }
    println!("{}", sum);
}
