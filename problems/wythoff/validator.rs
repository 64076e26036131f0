//! Input validator for `wythoff`: pairs of piles until the end of the file, at most 10000 of them, each pile
//! 0..=1000000000. White space is free. Exit code 42: valid; 43: not, with the reason on standard error.

use std::io::{self, Read};
use std::process;

const MOST_PAIRS: u64 = 10_000;
const MOST_STONES: u64 = 1_000_000_000;

fn reject(line: usize, reason: &str) -> ! {
    eprintln!("line {}: {}", line, reason);
    process::exit(43)
}

/// A plain decimal number of at most `most`; anything else is rejected by name.
fn number(line: usize, word: &str, name: &str, most: u64) -> u64 {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        reject(line, &format!("{} is {:?}, not a number", name, word));
    }
    if word.len() > 1 && word.starts_with('0') {
        reject(line, &format!("{} is {}, a leading zero", name, word));
    }
    match word.parse::<u64>() {
        Ok(value) if value <= most => value,
        _ => reject(line, &format!("{} is {}, at most {}", name, word, most)),
    }
}

fn main() {
    let mut text = String::new();
    if io::stdin().read_to_string(&mut text).is_err() {
        reject(1, "not a text");
    }
    let mut piles = Vec::new();
    let mut last = 1;
    for (index, line) in text.lines().enumerate() {
        for word in line.split_ascii_whitespace() {
            last = index + 1;
            let name = format!(
                "pile {} of pair {}",
                piles.len() % 2 + 1,
                piles.len() / 2 + 1
            );
            piles.push(number(last, word, &name, MOST_STONES));
        }
    }
    if piles.len() % 2 == 1 {
        reject(last, "the second pile of the last pair is missing");
    }
    let pairs = piles.len() as u64 / 2;
    if pairs > MOST_PAIRS {
        reject(last, &format!("{} pairs, at most {}", pairs, MOST_PAIRS));
    }
    println!("bound pairs 0 {} {} {}", MOST_PAIRS, pairs, pairs);
    if let (Some(least), Some(most)) = (piles.iter().min(), piles.iter().max()) {
        println!("bound pile 0 {} {} {}", MOST_STONES, least, most);
    }
    process::exit(42)
}
