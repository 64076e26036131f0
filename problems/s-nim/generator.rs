//! Test generator for S-Nim: `kind --key value ...` in, one test on standard output.
//!
//! * `random --cases C --k R --s R --m R --l R --h R --lose P [--take LIST] [--odd 1] --seed X`
//!   C take-sets of k numbers from s, each with m positions of l heaps of size h. In P percent of the positions the
//!   last heap is chosen so that the position is lost, where any heap can do that. `--take` fixes the set instead of
//!   `--k` and `--s`; `--odd 1` makes every number of the set odd. A descending range such as `--k 100-1` is not
//!   drawn from: it gives its first number to the first case and its last number to the later ones.
//! * `singles --take LIST --from A --to B`: one position for each single heap of size A to B.
//!
//! R is a number or a range `A-B`; LIST is `A,B,C` or a range. Integers only, so the bytes are the same everywhere.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process;

const USAGE: &str =
    "usage: generator random --cases C (--k R --s R | --take LIST) --m R --l R --h R --lose P \
                     [--odd 1] --seed X\n       generator singles --take LIST --from A --to B";

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let test = match words.split_first() {
        Some((kind, rest)) => options(rest).and_then(|options| match kind.as_str() {
            "random" => random(&options),
            "singles" => singles(&options),
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

fn random(options: &HashMap<String, String>) -> Option<String> {
    let cases = number(options, "cases")?;
    let lose = number(options, "lose")?;
    let mut random = SplitMix64(number(options, "seed")?);
    let (positions, heaps, sizes) = (
        ascending(options, "m")?,
        ascending(options, "l")?,
        ascending(options, "h")?,
    );
    let mut text = String::new();
    for case in 0..cases {
        let mut take = match options.get("take") {
            Some(list) => parse_list(list)?,
            None => {
                let odd = options.contains_key("odd");
                let (first, last) = range(options, "k")?;
                let k = match (first > last, case) {
                    (true, 0) => first,
                    (true, _) => last,
                    (false, _) => random.within((first, last)),
                };
                draw_set(&mut random, k, ascending(options, "s")?, odd)?
            }
        };
        random.shuffle(&mut take);
        let grundy = grundy_table(&take, sizes.1);
        write_row(&mut text, &take);
        let m = random.within(positions);
        writeln!(text, "{}", m).ok()?;
        for _ in 0..m {
            let l = random.within(heaps);
            let mut position: Vec<u64> = (0..l).map(|_| random.within(sizes)).collect();
            if random.below(100) < lose {
                position.pop();
                let wanted = position.iter().fold(0, |x, &h| x ^ grundy[h as usize]);
                let fitting: Vec<u64> = (sizes.0..=sizes.1)
                    .filter(|&h| grundy[h as usize] == wanted)
                    .collect();
                position.push(if fitting.is_empty() {
                    random.within(sizes)
                } else {
                    fitting[random.below(fitting.len() as u64) as usize]
                });
            }
            write_row(&mut text, &position);
        }
    }
    text.push_str("0\n");
    Some(text)
}

fn singles(options: &HashMap<String, String>) -> Option<String> {
    let (from, to) = (number(options, "from")?, number(options, "to")?);
    let mut text = String::new();
    write_row(&mut text, &parse_list(options.get("take")?)?);
    writeln!(text, "{}", to.checked_sub(from)? + 1).ok()?;
    for heap in from..=to {
        write_row(&mut text, &[heap]);
    }
    text.push_str("0\n");
    Some(text)
}

/// A line with the length of the list and then the list.
fn write_row(text: &mut String, list: &[u64]) {
    write!(text, "{}", list.len()).expect("a string takes any text");
    for x in list {
        write!(text, " {}", x).expect("a string takes any text");
    }
    text.push('\n');
}

/// `k` distinct numbers from the range, in any order.
fn draw_set(random: &mut SplitMix64, k: u64, from: (u64, u64), odd: bool) -> Option<Vec<u64>> {
    let mut pool: Vec<u64> = (from.0..=from.1).filter(|s| !odd || s % 2 == 1).collect();
    if pool.len() < k as usize {
        return None;
    }
    random.shuffle(&mut pool);
    pool.truncate(k as usize);
    Some(pool)
}

fn grundy_table(take: &[u64], highest: u64) -> Vec<usize> {
    let mut grundy: Vec<usize> = Vec::new();
    for heap in 0..=highest {
        let mut seen = vec![false; take.len() + 1];
        for &t in take.iter().filter(|&&t| t <= heap) {
            seen[grundy[(heap - t) as usize]] = true;
        }
        let mex = seen.iter().position(|&hit| !hit);
        grundy.push(mex.expect("k options cannot cover k + 1 values"));
    }
    grundy
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

    fn shuffle(&mut self, list: &mut [u64]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u64 + 1) as usize);
        }
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

/// A range to draw from.
fn ascending(options: &HashMap<String, String>, key: &str) -> Option<(u64, u64)> {
    range(options, key).filter(|&(first, last)| first <= last)
}

fn parse_range(text: &str) -> Option<(u64, u64)> {
    let mut ends = text.splitn(2, '-').map(|end| end.parse().ok());
    let first = ends.next()??;
    match ends.next() {
        Some(last) => Some((first, last?)),
        None => Some((first, first)),
    }
}

fn parse_list(text: &str) -> Option<Vec<u64>> {
    if text.contains(',') {
        text.split(',').map(|word| word.parse().ok()).collect()
    } else {
        parse_range(text).map(|(first, last)| (first..=last).collect())
    }
}
