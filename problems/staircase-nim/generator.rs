//! Test generator for Staircase Nim: `random --key value ...` in, one test on standard output.
//!
//! `--n N --a A-B --xor D --seed X`: N steps of A to B stones each, drawn so that the steps 1, 3, 5, ... have the xor D.
//! Without `--xor` nothing is arranged.
//!
//! Integers only, so the bytes are the same everywhere.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process;

const USAGE: &str = "usage: generator random --n N --a A-B --seed X [--xor D]";

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let test = match words.split_first() {
        Some((kind, rest)) => options(rest).and_then(|options| match kind.as_str() {
            "random" => random(&options),
            _ => None,
        }),
        None => None,
    };
    match test {
        Some(text) => {
            let written = io::stdout().write_all(text.as_bytes());
            written.expect("standard output takes the test");
        }
        None => {
            eprintln!("{}", USAGE);
            process::exit(2);
        }
    }
}

/// Attempts at a pair of values that gives the xor asked for.
const ATTEMPTS: usize = 1_000_000;

fn random(options: &HashMap<String, String>) -> Option<String> {
    let n = number(options, "n")? as usize;
    let stones = range(options, "a").filter(|range| range.0 <= range.1)?;
    let mut random = SplitMix64(number(options, "seed")?);
    let mut steps: Vec<u64> = (0..n).map(|_| random.within(stones)).collect();
    if options.contains_key("xor") {
        // Index 0 holds step 1. Two of the steps that count are drawn again until they fit.
        let counting = (n as u64 + 1) / 2;
        if counting < 2 {
            return None;
        }
        let first = random.below(counting);
        let second = (first + 1 + random.below(counting - 1)) % counting;
        let (first, second) = (2 * first as usize, 2 * second as usize);
        let others = steps.iter().step_by(2).fold(0, |x, &a| x ^ a) ^ steps[first] ^ steps[second];
        let wanted = others ^ number(options, "xor")?;
        let fitting = (0..ATTEMPTS).find_map(|_| {
            let a = random.within(stones);
            let b = a ^ wanted;
            let fits = stones.0 <= b && b <= stones.1;
            if fits {
                Some((a, b))
            } else {
                None
            }
        })?;
        steps[first] = fitting.0;
        steps[second] = fitting.1;
    }
    let mut text = String::new();
    writeln!(text, "{}", n).ok()?;
    for (i, a) in steps.iter().enumerate() {
        write!(text, "{}{}", if i == 0 { "" } else { " " }, a).ok()?;
    }
    text.push('\n');
    Some(text)
}

/// SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..n`.
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    fn within(&mut self, range: (u64, u64)) -> u64 {
        range.0 + self.below(range.1 - range.0 + 1)
    }
}

fn options(words: &[String]) -> Option<HashMap<String, String>> {
    let pairs = words.chunks(2).map(|pair| match pair {
        [key, value] => Some((key.strip_prefix("--")?.to_string(), value.clone())),
        _ => None,
    });
    pairs.collect()
}

fn number(options: &HashMap<String, String>, key: &str) -> Option<u64> {
    options.get(key)?.parse().ok()
}

fn range(options: &HashMap<String, String>, key: &str) -> Option<(u64, u64)> {
    parse_range(options.get(key)?)
}

fn parse_range(text: &str) -> Option<(u64, u64)> {
    let mut ends = text.splitn(2, '-').map(|end| end.parse().ok());
    let first = ends.next()??;
    match ends.next() {
        Some(last) => Some((first, last?)),
        None => Some((first, first)),
    }
}
