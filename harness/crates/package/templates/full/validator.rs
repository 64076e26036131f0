//! Checks that standard input is a test of `{slug}`. Exit code 42: valid; 43: not, and standard error says why.
//! For a valid test it prints `bound NAME LOWEST HIGHEST SMALLEST-SEEN LARGEST-SEEN`; `harness check` wants every bound reached.

use std::io::{self, Read};
use std::process;

const N: (i64, i64) = (1, 100);
const NUMBER: (i64, i64) = (-1_000_000_000, 1_000_000_000);

fn main() {
    let mut input = String::new();
    let result = match io::stdin().read_to_string(&mut input) {
        Ok(_) => validate(&input),
        Err(error) => Err(error.to_string()),
    };
    match result {
        Ok(bounds) => {
            println!("{}", bounds);
            process::exit(42);
        }
        Err(mistake) => {
            eprintln!("{}", mistake);
            process::exit(43);
        }
    }
}

fn validate(input: &str) -> Result<String, String> {
    let mut words = input.split_ascii_whitespace();
    let n = number(words.next(), "n", N)?;
    let (mut smallest, mut largest) = (NUMBER.1, NUMBER.0);
    for i in 1..=n {
        let value = number(words.next(), &format!("number {}", i), NUMBER)?;
        smallest = smallest.min(value);
        largest = largest.max(value);
    }
    match words.next() {
        Some(word) => Err(format!("'{}' after the last number", word)),
        None => Ok(format!(
            "bound n {} {} {} {}\nbound number {} {} {} {}",
            N.0, N.1, n, n, NUMBER.0, NUMBER.1, smallest, largest
        )),
    }
}

fn number(word: Option<&str>, name: &str, (low, high): (i64, i64)) -> Result<i64, String> {
    let word = word.ok_or_else(|| format!("{} is missing", name))?;
    match word.parse::<i64>() {
        Ok(value) if value.to_string() != word => Err(format!(
            "{} is '{}', not a plain decimal number",
            name, word
        )),
        Ok(value) if low <= value && value <= high => Ok(value),
        Ok(value) => Err(format!(
            "{} is {}, not from {} to {}",
            name, value, low, high
        )),
        Err(_) => Err(format!("{} is '{}', not a whole number", name, word)),
    }
}
