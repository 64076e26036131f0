//! Input validator for `bounded-nim`: the number of tests, 1..=50000, then per test the number of heaps, 1..=200000, and
//! the heaps, 1..=1000000000 each; at most 200000 heaps in all; nothing else. White space is free. Exit code 42: valid;
//! 43: not, with the reason on standard error.

use std::io::{self, Read};
use std::process;

const MOST_TESTS: u64 = 50_000;
const MOST_HEAPS: u64 = 200_000;
const MOST_STONES: u64 = 1_000_000_000;

fn reject(line: usize, reason: &str) -> ! {
    eprintln!("line {}: {}", line, reason);
    process::exit(43)
}

/// The words of the text with their line numbers, and the line last looked at.
struct Words<'a> {
    words: Vec<(usize, &'a str)>,
    next: usize,
    line: usize,
}

impl<'a> Words<'a> {
    /// The next number, which must be within least..=most; anything else is rejected by name.
    fn number(&mut self, name: &str, least: u64, most: u64) -> u64 {
        if self.next == self.words.len() {
            reject(
                self.line,
                &format!("the input ends where {} should be", name),
            );
        }
        let (line, word) = self.words[self.next];
        self.next += 1;
        self.line = line;
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            reject(line, &format!("{} is {:?}, not a number", name, word));
        }
        if word.len() > 1 && word.starts_with('0') {
            reject(line, &format!("{} is {}, a leading zero", name, word));
        }
        match word.parse::<u64>() {
            Ok(value) if value < least => {
                reject(line, &format!("{} is {}, at least {}", name, value, least))
            }
            Ok(value) if value <= most => value,
            _ => reject(line, &format!("{} is {}, at most {}", name, word, most)),
        }
    }
}

fn main() {
    let mut text = String::new();
    if io::stdin().read_to_string(&mut text).is_err() {
        reject(1, "not a text");
    }
    let words = text
        .lines()
        .enumerate()
        .flat_map(|(index, line)| {
            line.split_ascii_whitespace()
                .map(move |word| (index + 1, word))
        })
        .collect();
    let mut words = Words {
        words,
        next: 0,
        line: 1,
    };

    let tests = words.number("the number of tests", 1, MOST_TESTS);
    let mut counts = Vec::new();
    let mut heaps = Vec::new();
    for test in 1..=tests {
        let name = format!("the number of heaps of test {}", test);
        let count = words.number(&name, 1, MOST_HEAPS);
        counts.push(count);
        if heaps.len() as u64 + count > MOST_HEAPS {
            reject(
                words.line,
                &format!("more than {} heaps in all", MOST_HEAPS),
            );
        }
        for index in 1..=count {
            let name = format!("heap {} of test {}", index, test);
            heaps.push(words.number(&name, 1, MOST_STONES));
        }
    }
    if let Some((line, word)) = words.words.get(words.next) {
        reject(*line, &format!("{:?} after the last test", word));
    }

    println!("bound tests 1 {} {} {}", MOST_TESTS, tests, tests);
    for (name, most, seen) in &[
        ("heaps-in-a-test", MOST_HEAPS, &counts),
        ("heap", MOST_STONES, &heaps),
    ] {
        if let (Some(lowest), Some(highest)) = (seen.iter().min(), seen.iter().max()) {
            println!("bound {} 1 {} {} {}", name, most, lowest, highest);
        }
    }
    println!(
        "bound heaps-in-all 1 {} {} {}",
        MOST_HEAPS,
        heaps.len(),
        heaps.len()
    );
    process::exit(42)
}
