//! Checks that standard input is a test of `nim-cases`: games until n = 0 or the end of the file, each n in 1..=100000
//! and then n heaps in 0..=2^31-1. Whatever follows n = 0 is free, and so is white space, because readers have to bear
//! it. Exit code 42: valid; 43: not, and standard error says why.
//! For a valid test it prints `bound NAME LOWEST HIGHEST SMALLEST-SEEN LARGEST-SEEN` for what occurs in it.

use std::io::{self, Read};
use std::process;

const MIN_N: u64 = 1;
const MAX_N: u64 = 100_000;
const MIN_HEAP: u64 = 0;
const MAX_HEAP: u64 = 2_147_483_647;

fn main() {
    let mut input = Vec::new();
    let result = match io::stdin().read_to_end(&mut input) {
        Ok(_) => validate(&input),
        Err(error) => Err(error.to_string()),
    };
    match result {
        Ok(bounds) => {
            print!("{}", bounds);
            process::exit(42);
        }
        Err(mistake) => {
            eprintln!("{}", mistake);
            process::exit(43);
        }
    }
}

fn validate(input: &[u8]) -> Result<String, String> {
    let mut tokens = Tokens {
        rest: input,
        line: 1,
    };
    let mut n_seen = Bound::new("n", MIN_N, MAX_N);
    let mut heap_seen = Bound::new("heap", MIN_HEAP, MAX_HEAP);
    while let Some(token) = tokens.next() {
        // Only a bare 0 ends the list; what follows is not looked at.
        if token == "0" {
            break;
        }
        let n = tokens.within(&n_seen, "n", Some(token))?;
        n_seen.see(n);
        for i in 1..=n {
            let token = tokens.next();
            heap_seen.see(tokens.within(&heap_seen, &format!("heap {}", i), token)?);
        }
    }
    Ok(format!("{}{}", n_seen.report(), heap_seen.report()))
}

/// What a quantity may be, and what it has been.
struct Bound {
    name: &'static str,
    lowest: u64,
    highest: u64,
    seen: Option<(u64, u64)>,
}

impl Bound {
    fn new(name: &'static str, lowest: u64, highest: u64) -> Bound {
        Bound {
            name,
            lowest,
            highest,
            seen: None,
        }
    }

    fn see(&mut self, value: u64) {
        let (smallest, largest) = self.seen.unwrap_or((value, value));
        self.seen = Some((smallest.min(value), largest.max(value)));
    }

    /// Its `bound` line, or nothing if it did not occur.
    fn report(&self) -> String {
        self.seen.map_or(String::new(), |(smallest, largest)| {
            format!(
                "bound {} {} {} {} {}\n",
                self.name, self.lowest, self.highest, smallest, largest
            )
        })
    }
}

/// The words of the input and the line (from 1) of the one read last.
struct Tokens<'a> {
    rest: &'a [u8],
    line: usize,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<String> {
        while let Some((&byte, rest)) = self.rest.split_first() {
            if !is_space(byte) {
                break;
            }
            if byte == b'\n' {
                self.line += 1;
            }
            self.rest = rest;
        }
        let end = self.rest.iter().position(|&byte| is_space(byte));
        let (token, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        if token.is_empty() {
            None
        } else {
            Some(String::from_utf8_lossy(token).into_owned())
        }
    }

    /// The value of the token just read, if it is a number within the bound.
    fn within(&self, bound: &Bound, name: &str, token: Option<String>) -> Result<u64, String> {
        let complain = |rule: String| Err(format!("line {}: {} {}", self.line, name, rule));
        let token = match token {
            Some(token) => token,
            None => return complain("is missing, the input ends here".to_string()),
        };
        let digits = token.bytes().all(|byte| byte.is_ascii_digit());
        let padded = token.len() > 1 && token.starts_with('0');
        if !digits || padded {
            return complain(format!("is '{}', not a plain decimal number", token));
        }
        match token.parse::<u64>() {
            Ok(value) if value < bound.lowest => {
                complain(format!("is {}, at least {}", token, bound.lowest))
            }
            Ok(value) if value <= bound.highest => Ok(value),
            _ => complain(format!("is {}, at most {}", token, bound.highest)),
        }
    }
}

fn is_space(byte: u8) -> bool {
    byte == b' ' || byte == b'\t' || byte == b'\r' || byte == b'\n'
}
