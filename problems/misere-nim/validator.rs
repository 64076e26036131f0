//! Input validator for `misere-nim`: the number of games, 1..=500, then per game the number of heaps, 1..=50, and the
//! heaps, 1..=5000 each; nothing else. White space is free. Exit code 42: valid; 43: not, with the reason on standard
//! error.

use std::io::{self, Read};
use std::process;

const MOST_GAMES: u64 = 500;
const MOST_HEAPS: u64 = 50;
const MOST_STONES: u64 = 5000;

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

    let games = words.number("the number of games", 1, MOST_GAMES);
    let mut counts = Vec::new();
    let mut heaps = Vec::new();
    for game in 1..=games {
        let name = format!("the number of heaps of game {}", game);
        let count = words.number(&name, 1, MOST_HEAPS);
        counts.push(count);
        for index in 1..=count {
            let name = format!("heap {} of game {}", index, game);
            heaps.push(words.number(&name, 1, MOST_STONES));
        }
    }
    if let Some((line, word)) = words.words.get(words.next) {
        reject(*line, &format!("{:?} after the last game", word));
    }

    println!("bound games 1 {} {} {}", MOST_GAMES, games, games);
    for (name, most, seen) in &[
        ("heaps-in-a-game", MOST_HEAPS, &counts),
        ("heap", MOST_STONES, &heaps),
    ] {
        if let (Some(lowest), Some(highest)) = (seen.iter().min(), seen.iter().max()) {
            println!("bound {} 1 {} {} {}", name, most, lowest, highest);
        }
    }
    process::exit(42)
}
