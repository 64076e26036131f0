//! Input validator for A Chess Game. Exit code 42: the test on standard input keeps the contract, and the bounds it
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
    let mut n = Bound::new("n", 1, 1000);
    let mut degree = Bound::new("out-positions", 0, 999);
    let mut out = Bound::new("out-position", 0, 999);
    let mut m = Bound::new("m", 1, 10);
    let mut place = Bound::new("chessman", 0, 999);
    while !tokens.at_end() {
        let positions = tokens.number("the number of positions")?;
        n.check(tokens, "n", positions)?;
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for from in 0..positions {
            let what = format!("the number of out-positions of position {}", from);
            let count = tokens.number(&what)?;
            degree.check(tokens, &what, count)?;
            let mut row = Vec::new();
            for _ in 0..count {
                let what = format!("an out-position of position {}", from);
                let to = tokens.position(&what, positions)?;
                out.check(tokens, &what, to)?;
                if row.contains(&(to as usize)) {
                    let message = format!("position {} has the out-position {} twice", from, to);
                    return Err(tokens.error(&message));
                }
                row.push(to as usize);
            }
            rows.push(row);
        }
        if let Some(stuck) = on_or_before_a_cycle(&rows) {
            let message = format!(
                "the graph that ends here has a cycle, reached from position {}",
                stuck
            );
            return Err(tokens.error(&message));
        }
        loop {
            let chessmen = tokens.number("the number of chessmen (or the final 0)")?;
            if chessmen == 0 {
                break;
            }
            m.check(tokens, "m", chessmen)?;
            for i in 1..=chessmen {
                let what = format!("chessman {}", i);
                let on = tokens.position(&what, positions)?;
                place.check(tokens, &what, on)?;
            }
        }
    }
    Ok(vec![n, degree, out, m, place])
}

/// Takes away positions whose out-positions are all gone, as long as there are any; on a cycle there are none.
fn on_or_before_a_cycle(rows: &[Vec<usize>]) -> Option<usize> {
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); rows.len()];
    for (from, row) in rows.iter().enumerate() {
        for &to in row {
            into[to].push(from);
        }
    }
    let mut left: Vec<usize> = rows.iter().map(Vec::len).collect();
    let mut free: Vec<usize> = (0..rows.len()).filter(|&v| left[v] == 0).collect();
    while let Some(gone) = free.pop() {
        for &from in &into[gone] {
            left[from] -= 1;
            if left[from] == 0 {
                free.push(from);
            }
        }
    }
    left.iter().position(|&out| out > 0)
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

    fn at_end(&self) -> bool {
        self.rest.iter().all(u8::is_ascii_whitespace)
    }

    /// The number of a position, which has to be below `positions`.
    fn position(&mut self, what: &str, positions: u64) -> Result<u64, String> {
        let value = self.number(what)?;
        if value < positions {
            Ok(value)
        } else {
            let last = positions - 1;
            Err(self.error(&format!("{} is {}, at most {} here", what, value, last)))
        }
    }

    fn number(&mut self, what: &str) -> Result<u64, String> {
        let blanks = self.rest.iter().take_while(|b| b.is_ascii_whitespace());
        let blanks = blanks.count();
        self.line += self.rest[..blanks].iter().filter(|&&b| b == b'\n').count();
        self.rest = &self.rest[blanks..];
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
