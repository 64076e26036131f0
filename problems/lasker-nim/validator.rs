//! Input validator for Lasker's Nim. Exit code 42: the test on standard input keeps the contract, and the bounds it
//! touches are printed. Exit code 43: it does not, and standard error says where and why.
//!
//! Line breaks and other white space are free.

use std::io::{self, Read};
use std::process;

fn main() {
    let mut input = Vec::new();
    let read = io::stdin().read_to_end(&mut input);
    read.expect("standard input can be read");
    match validate(&mut Tokens::new(&input)) {
        Ok(bounds) => {
            for bound in bounds
                .iter()
                .filter(|bound| bound.smallest <= bound.largest)
            {
                println!(
                    "bound {} {} {} {} {}",
                    bound.name, bound.low, bound.high, bound.smallest, bound.largest
                );
            }
            process::exit(42);
        }
        Err(message) => {
            eprintln!("{}", message);
            process::exit(43);
        }
    }
}

fn validate(tokens: &mut Tokens) -> Result<Vec<Bound>, String> {
    let mut t = Bound::new("t", 1, 100);
    // The home judge has up to 10^6 heaps; 10^5 is the limit of the data here.
    let mut n = Bound::new("n", 1, 100_000);
    let mut s = Bound::new("s", 1, 2_147_483_647);
    let games = tokens.number("the number of games")?;
    t.check(tokens, "the number of games", games)?;
    for _ in 0..games {
        let heaps = tokens.number("the number of heaps")?;
        n.check(tokens, "the number of heaps", heaps)?;
        for i in 1..=heaps {
            let what = format!("heap {}", i);
            let stones = tokens.number(&what)?;
            s.check(tokens, &what, stones)?;
        }
    }
    tokens.end("the last game")?;
    Ok(vec![t, n, s])
}

/// One bounded quantity: what is allowed and what was seen.
struct Bound {
    name: &'static str,
    low: u64,
    high: u64,
    smallest: u64,
    largest: u64,
}

impl Bound {
    fn new(name: &'static str, low: u64, high: u64) -> Bound {
        Bound {
            name,
            low,
            high,
            smallest: u64::MAX,
            largest: 0,
        }
    }

    fn check(&mut self, tokens: &Tokens, what: &str, value: u64) -> Result<(), String> {
        self.smallest = self.smallest.min(value);
        self.largest = self.largest.max(value);
        if value < self.low {
            Err(tokens.error(&format!("{} is {}, at least {}", what, value, self.low)))
        } else if value > self.high {
            Err(tokens.error(&format!("{} is {}, at most {}", what, value, self.high)))
        } else {
            Ok(())
        }
    }
}

/// The words of the input, each with its line.
struct Tokens<'a> {
    rest: &'a [u8],
    line: usize,
}

impl<'a> Tokens<'a> {
    fn new(input: &'a [u8]) -> Tokens<'a> {
        Tokens {
            rest: input,
            line: 1,
        }
    }

    fn skip_blanks(&mut self) {
        let blanks = self.rest.iter().take_while(|b| b.is_ascii_whitespace());
        let blanks = blanks.count();
        self.line += self.rest[..blanks].iter().filter(|&&b| b == b'\n').count();
        self.rest = &self.rest[blanks..];
    }

    fn end(&mut self, after: &str) -> Result<(), String> {
        self.skip_blanks();
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.error(&format!("the input goes on after {}", after)))
        }
    }

    fn number(&mut self, what: &str) -> Result<u64, String> {
        self.skip_blanks();
        let length = self.rest.iter().take_while(|b| !b.is_ascii_whitespace());
        let (word, rest) = self.rest.split_at(length.count());
        self.rest = rest;
        if word.is_empty() {
            return Err(self.error(&format!("the input ends before {}", what)));
        }
        let plain = word.iter().all(u8::is_ascii_digit) && (word[0] != b'0' || word.len() == 1);
        let text = String::from_utf8_lossy(word);
        let wrong = || format!("{} is `{}`, not a number that fits", what, text);
        match text.parse() {
            Ok(value) if plain => Ok(value),
            _ => Err(self.error(&wrong())),
        }
    }

    fn error(&self, message: &str) -> String {
        format!("line {}: {}", self.line, message)
    }
}
