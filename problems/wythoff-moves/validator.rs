//! Input validator for Wythoff's moves (ICPC protocol): the test on stdin; exit 42 if it keeps the contract, else a
//! message that names line and rule, and exit 43. White space is free, so that reader traps are legal tests.

use std::io::Read;

const A: Range = Range("a", 0, 1_000_000);
const B: Range = Range("b", 0, 1_000_000);

fn main() {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .expect("stdin is readable");
    match validate(&bytes) {
        Ok(report) => {
            print!("{}", report);
            std::process::exit(42);
        }
        Err(message) => {
            eprintln!("{}", message);
            std::process::exit(43);
        }
    }
}

/// The pairs up to `0 0` or the end of the input. What stands behind the terminator has no meaning and is not looked at.
fn validate(bytes: &[u8]) -> Result<String, String> {
    let mut words = Words::new(bytes);
    let (mut first, mut second) = (Seen::new(), Seen::new());
    while !words.at_end() {
        let a = words.number("a", &A)?;
        let b = words.number("b", &B)?;
        if a == 0 && b == 0 {
            break;
        }
        first.add(a);
        second.add(b);
    }
    Ok(first.bound(&A) + &second.bound(&B))
}

/// A bounded quantity of the contract: its name, the lowest and the highest value allowed.
struct Range(&'static str, u64, u64);

/// The smallest and the largest value met so far.
struct Seen(Option<(u64, u64)>);

impl Seen {
    fn new() -> Seen {
        Seen(None)
    }

    fn add(&mut self, value: u64) {
        let (low, high) = self.0.unwrap_or((value, value));
        self.0 = Some((low.min(value), high.max(value)));
    }

    /// `bound <name> <lowest allowed> <highest allowed> <smallest seen> <largest seen>`
    fn bound(&self, range: &Range) -> String {
        match self.0 {
            Some((low, high)) => format!(
                "bound {} {} {} {} {}\n",
                range.0, range.1, range.2, low, high
            ),
            None => String::new(),
        }
    }
}

/// The words of the test, and the line on which the last one stood.
struct Words<'a> {
    rest: &'a [u8],
    line: usize,
    next_line: usize,
}

impl<'a> Words<'a> {
    fn new(bytes: &'a [u8]) -> Words<'a> {
        Words {
            rest: bytes,
            line: 1,
            next_line: 1,
        }
    }

    fn at_end(&self) -> bool {
        self.rest.iter().all(|b| b.is_ascii_whitespace())
    }

    fn next(&mut self) -> Option<String> {
        let start = self.rest.iter().position(|b| !b.is_ascii_whitespace());
        let (space, rest) = self.rest.split_at(start.unwrap_or(self.rest.len()));
        self.next_line += space.iter().filter(|&&b| b == b'\n').count();
        let end = rest.iter().position(|b| b.is_ascii_whitespace());
        let (word, rest) = rest.split_at(end.unwrap_or(rest.len()));
        self.rest = rest;
        if word.is_empty() {
            return None;
        }
        self.line = self.next_line;
        Some(String::from_utf8_lossy(word).into_owned())
    }

    /// The next word as a number within its range: digits only, without a sign or leading zeros.
    fn number(&mut self, name: &str, range: &Range) -> Result<u64, String> {
        let word = match self.next() {
            Some(word) => word,
            None => {
                return Err(format!(
                    "line {}: the input ends where {} should stand",
                    self.next_line, name
                ));
            }
        };
        let plain = word.bytes().all(|b| b.is_ascii_digit());
        if !plain || (word.len() > 1 && word.starts_with('0')) {
            return Err(format!(
                "line {}: {} is `{}`, not a plain number",
                self.line, name, word
            ));
        }
        if word.len() > 18 || word.parse::<u64>().map_or(true, |n| n > range.2) {
            return Err(format!(
                "line {}: {} is {}, at most {}",
                self.line, name, word, range.2
            ));
        }
        let value = word.parse().expect("at most 18 digits fit");
        if value < range.1 {
            return Err(format!(
                "line {}: {} is {}, at least {}",
                self.line, name, word, range.1
            ));
        }
        Ok(value)
    }
}
