//! Writes one test of `nim` to standard output; see `USAGE`. The same arguments give the same bytes everywhere.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::process;

const USAGE: &str = "usage: generator KIND --KEY VALUE ...
  random --n N --max M --seed S           N heaps of 1..=M
  nimsum --n N --max M --xor X --seed S   the same, with nim-sum X
  pairs  --n N --max M --seed S           N heaps (N even), every size twice, in random order
  equal  --n N --heap H                   N heaps of H
every kind: --layout plain | crlf | column | ragged | bare (no final line end)";

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    match generate(&words) {
        Ok(test) => io::stdout().write_all(test.as_bytes()),
        Err(mistake) => {
            eprintln!("{}\n{}", mistake, USAGE);
            process::exit(2);
        }
    }
}

fn generate(words: &[String]) -> Result<String, String> {
    let mut arguments = Arguments::parse(words)?;
    let kind = words.first().map_or("", String::as_str);
    let heaps = match kind {
        "random" => {
            let (n, max) = (arguments.number("n")?, arguments.size("max")?);
            let mut random = arguments.random()?;
            (0..n).map(|_| random.heap(max)).collect()
        }
        "nimsum" => {
            let (n, max) = (arguments.number("n")?, arguments.size("max")?);
            let xor = arguments.number("xor")?;
            with_nim_sum(n as usize, max, xor, &mut arguments.random()?)?
        }
        "pairs" => {
            let (n, max) = (arguments.number("n")?, arguments.size("max")?);
            if n % 2 == 1 {
                return Err("--n must be even".to_string());
            }
            let mut random = arguments.random()?;
            let mut heaps = Vec::new();
            for _ in 0..n / 2 {
                let heap = random.heap(max);
                heaps.push(heap);
                heaps.push(heap);
            }
            random.shuffle(&mut heaps);
            heaps
        }
        "equal" => {
            let n = arguments.number("n")?;
            vec![arguments.size("heap")?; n as usize]
        }
        _ => return Err(format!("no such kind: '{}'", kind)),
    };
    let layout = arguments.text("layout").unwrap_or_default();
    arguments.finish()?;
    lay_out(&heaps, &layout)
}

/// `n` heaps of 1..=max with the given nim-sum: all but one at random, and the one that is left decides, wherever it
/// stands. If it would be empty or too large, all are drawn again.
fn with_nim_sum(n: usize, max: u64, xor: u64, random: &mut SplitMix64) -> Result<Vec<u64>, String> {
    if n == 0 {
        return Err("--n must be positive".to_string());
    }
    for _ in 0..10_000 {
        let mut heaps: Vec<u64> = (1..n).map(|_| random.heap(max)).collect();
        let last = heaps.iter().fold(xor, |sum, heap| sum ^ heap);
        let place = random.below(n as u64) as usize;
        if 1 <= last && last <= max {
            heaps.insert(place, last);
            return Ok(heaps);
        }
    }
    Err(format!("found no {} heaps with nim-sum {}", n, xor))
}

/// The test as text. The layouts other than plain are white space that a reader has to bear.
fn lay_out(heaps: &[u64], layout: &str) -> Result<String, String> {
    let words: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let n = heaps.len();
    match layout {
        "" | "plain" => Ok(format!("{}\n{}\n", n, words.join(" "))),
        "crlf" => Ok(format!("{}\r\n{}\r\n", n, words.join(" "))),
        "column" => Ok(format!("{}\n{}\n", n, words.join("\n"))),
        "ragged" => Ok(format!("\n  {}\n\n\t{} \n\n", n, words.join(" \n\n\t "))),
        "bare" => Ok(format!("{}\n{}", n, words.join(" "))),
        _ => Err(format!("no such layout: '{}'", layout)),
    }
}

/// The `--key value` pairs that are not yet asked for.
struct Arguments(BTreeMap<String, String>);

impl Arguments {
    fn parse(words: &[String]) -> Result<Arguments, String> {
        let mut pairs = BTreeMap::new();
        for pair in words.get(1..).unwrap_or(&[]).chunks(2) {
            let key = pair[0].strip_prefix("--");
            match (key, pair.get(1)) {
                (Some(key), Some(value)) => {
                    if pairs.insert(key.to_string(), value.clone()).is_some() {
                        return Err(format!("--{} is given twice", key));
                    }
                }
                _ => return Err(format!("'{}' is not --KEY VALUE", pair.join(" "))),
            }
        }
        Ok(Arguments(pairs))
    }

    fn text(&mut self, key: &str) -> Option<String> {
        self.0.remove(key)
    }

    fn number(&mut self, key: &str) -> Result<u64, String> {
        let text = self
            .text(key)
            .ok_or_else(|| format!("--{} is missing", key))?;
        text.parse()
            .map_err(|why| format!("--{} {}: {}", key, text, why))
    }

    /// A number of stones that a heap may have.
    fn size(&mut self, key: &str) -> Result<u64, String> {
        match self.number(key)? {
            0 => Err(format!("--{} must be positive", key)),
            size => Ok(size),
        }
    }

    fn random(&mut self) -> Result<SplitMix64, String> {
        Ok(SplitMix64(self.number("seed")?))
    }

    fn finish(self) -> Result<(), String> {
        match self.0.keys().next() {
            Some(key) => Err(format!("--{} means nothing here", key)),
            None => Ok(()),
        }
    }
}

/// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of 0..bound: the high half of the 128-bit product (a bias below bound / 2^64 does not matter here).
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    fn heap(&mut self, max: u64) -> u64 {
        1 + self.below(max)
    }

    fn shuffle(&mut self, heaps: &mut [u64]) {
        for i in (1..heaps.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            heaps.swap(i, j);
        }
    }
}
