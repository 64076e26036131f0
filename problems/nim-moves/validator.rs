//! Input validator for `nim-moves`: cases `m` and m heaps of 1..=2147483647 until `m` is 0; at most 1000 cases and
//! 200000 heaps in all. White space is free; whatever follows the 0 is ignored. Exit code 42: valid; 43: not, with the
//! reason on standard error.

use std::io::{self, Read};
use std::process;

const MOST_CASES: u64 = 1000;
const MOST_HEAPS: u64 = 200_000;
const MOST_STONES: u64 = 2_147_483_647;

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
    let mut bytes = Vec::new();
    if io::stdin().read_to_end(&mut bytes).is_err() {
        reject(1, "cannot be read");
    }
    // Bytes that are no text may stand after the terminator; before it they are no digits and get rejected as such.
    let text = String::from_utf8_lossy(&bytes);
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

    let mut counts = Vec::new();
    let mut heaps = Vec::new();
    loop {
        let name = format!("the number of heaps of case {}", counts.len() + 1);
        let count = words.number(&name, 0, MOST_HEAPS);
        if count == 0 {
            break;
        }
        counts.push(count);
        if counts.len() as u64 > MOST_CASES {
            reject(words.line, &format!("more than {} cases", MOST_CASES));
        }
        if heaps.len() as u64 + count > MOST_HEAPS {
            reject(
                words.line,
                &format!("more than {} heaps in all", MOST_HEAPS),
            );
        }
        for index in 1..=count {
            let name = format!("heap {} of case {}", index, counts.len());
            heaps.push(words.number(&name, 1, MOST_STONES));
        }
    }

    println!(
        "bound cases 0 {} {} {}",
        MOST_CASES,
        counts.len(),
        counts.len()
    );
    for (name, most, seen) in &[
        ("heaps-in-a-case", MOST_HEAPS, &counts),
        ("heap", MOST_STONES, &heaps),
    ] {
        if let (Some(lowest), Some(highest)) = (seen.iter().min(), seen.iter().max()) {
            println!("bound {} 1 {} {} {}", name, most, lowest, highest);
        }
    }
    process::exit(42)
}
