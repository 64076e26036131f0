//! Test generator for Lasker's Nim: `random --key value ...` in, one test on standard output.
//!
//! `--games T --n R --s R --lose P [--xor D] --seed X`: T games of n heaps of s stones. In P percent of the games with
//! two heaps or more, two heaps are drawn again until the position is lost, if that can be done; with `--xor D` every
//! second one of these gets the xor D instead.
//!
//! R is a number or a range `A-B`. Integers only, so the bytes are the same everywhere.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process;

const USAGE: &str = "usage: generator random --games T --n R --s R --lose P --seed X [--xor D]";

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

/// Attempts at a pair of heaps that gives the xor asked for.
const ATTEMPTS: usize = 1000;

fn random(options: &HashMap<String, String>) -> Option<String> {
    let games = number(options, "games")?;
    let heaps = range(options, "n").filter(|range| range.0 <= range.1)?;
    let stones = range(options, "s").filter(|range| range.0 <= range.1)?;
    let lose = number(options, "lose")?;
    let xor = number(options, "xor").unwrap_or(0);
    let mut random = SplitMix64(number(options, "seed")?);
    let mut arranged = 0;
    let mut text = format!("{}\n", games);
    for _ in 0..games {
        let n = random.within(heaps) as usize;
        let mut game: Vec<u64> = (0..n).map(|_| random.within(stones)).collect();
        if n >= 2 && random.below(100) < lose {
            arranged += 1;
            let aim = if arranged % 2 == 0 { xor } else { 0 };
            let wanted = game[2..].iter().fold(aim, |x, &heap| x ^ value(heap));
            let fitting = (0..ATTEMPTS).find_map(|_| {
                let first = random.within(stones);
                // A value comes from the heap that has the value's own value as its size.
                let second = value(wanted ^ value(first));
                let fits = stones.0 <= second && second <= stones.1;
                if fits {
                    Some((first, second))
                } else {
                    None
                }
            });
            if let Some((first, second)) = fitting {
                game[0] = first;
                game[1] = second;
                let place = random.below(n as u64) as usize;
                game.swap(1, place);
            }
        }
        writeln!(text, "{}", n).ok()?;
        for (i, heap) in game.iter().enumerate() {
            write!(text, "{}{}", if i == 0 { "" } else { " " }, heap).ok()?;
        }
        text.push('\n');
    }
    Some(text)
}

/// The Sprague-Grundy value of a heap: 4k + 3 and 4k + 4 change places.
fn value(heap: u64) -> u64 {
    match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    }
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
