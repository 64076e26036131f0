//! Checks that standard input is a test of `play-nim`: n in 1..=100, then n heaps in 1..=1000 with at most 2000 stones in all
//! and a nim-sum other than 0, then the judge's manner, and nothing else. White space is free. Exit code 42: valid; 43: not,
//! and standard error says why. For a valid test it prints `bound NAME LOWEST HIGHEST SMALLEST-SEEN LARGEST-SEEN`.

use std::io::{self, Read};
use std::process;

const MIN_N: u64 = 1;
const MAX_N: u64 = 100;
const MIN_HEAP: u64 = 1;
const MAX_HEAP: u64 = 1000;
const MIN_STONES: u64 = 1;
const MAX_STONES: u64 = 2000;
const MAX_SEED: u64 = 1_000_000_000;
const MANNERS: [&str; 6] = ["drag", "largest", "smallest", "ones", "trap", "random"];

fn main() {
    let mut input = Vec::new();
    let result = match io::stdin().read_to_end(&mut input) {
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

fn validate(input: &[u8]) -> Result<String, String> {
    let mut tokens = Tokens {
        rest: input,
        line: 1,
    };

    let n = tokens.number("n", MIN_N, MAX_N)?;
    let mut smallest = MAX_HEAP;
    let mut largest = MIN_HEAP;
    let mut stones = 0;
    let mut nim_sum = 0;
    for i in 1..=n {
        let heap = tokens.number(&format!("heap {}", i), MIN_HEAP, MAX_HEAP)?;
        smallest = smallest.min(heap);
        largest = largest.max(heap);
        stones += heap;
        nim_sum ^= heap;
    }
    if stones > MAX_STONES {
        return Err(format!(
            "line {}: {} stones in all, at most {}",
            tokens.line, stones, MAX_STONES
        ));
    }
    if nim_sum == 0 {
        return Err(format!(
            "line {}: the nim-sum is 0, so the program cannot win",
            tokens.line
        ));
    }

    let manner = tokens.next().unwrap_or_default();
    if !MANNERS.contains(&manner.as_str()) {
        return Err(format!(
            "line {}: the judge's manner is '{}', not one of {}",
            tokens.line,
            manner,
            MANNERS.join(", ")
        ));
    }
    if manner == "random" {
        tokens.number("seed", 0, MAX_SEED)?;
    }
    if let Some(token) = tokens.next() {
        return Err(format!(
            "line {}: '{}' after the judge's manner",
            tokens.line, token
        ));
    }
    Ok(format!(
        "bound n {} {} {} {}\nbound heap {} {} {} {}\nbound stones {} {} {} {}",
        MIN_N,
        MAX_N,
        n,
        n,
        MIN_HEAP,
        MAX_HEAP,
        smallest,
        largest,
        MIN_STONES,
        MAX_STONES,
        stones,
        stones
    ))
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

    fn number(&mut self, name: &str, min: u64, max: u64) -> Result<u64, String> {
        let token = self.next();
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
            Ok(value) if value < min => complain(format!("is {}, at least {}", token, min)),
            Ok(value) if value <= max => Ok(value),
            _ => complain(format!("is {}, at most {}", token, max)),
        }
    }
}

fn is_space(byte: u8) -> bool {
    byte == b' ' || byte == b'\t' || byte == b'\r' || byte == b'\n'
}
