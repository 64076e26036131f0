//! Writes one test of `nim-first-move` to standard output; see `USAGE`. The same arguments give the same bytes everywhere.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::process;

const USAGE: &str = "usage: generator KIND --KEY VALUE ...
  random --n N --max M --seed S           N heaps of 0..=M
  nimsum --n N --max M --xor X --seed S   the same, with nim-sum X
  pairs  --n N --max M --seed S           N heaps (N even), every size twice, in random order
  equal  --n N --heap H                   N heaps of H
  only   --n N --bit B --place P --seed S N heaps of which one, the P-th, has the bit B or a higher one: only it can win
  hidden --n N --bit B --place P --seed S N heaps (N odd); the one move that wins is at the P-th, which is below 2^(B+1)
                                          and is the only heap with bit B; the others come in pairs that agree above B
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
            let (n, max) = (arguments.count("n")?, arguments.number("max")?);
            let mut random = arguments.random()?;
            (0..n).map(|_| random.heap(max)).collect()
        }
        "nimsum" => {
            let (n, max) = (arguments.count("n")?, arguments.number("max")?);
            let xor = arguments.number("xor")?;
            with_nim_sum(n, max, xor, &mut arguments.random()?)?
        }
        "pairs" => {
            let (n, max) = (arguments.count("n")?, arguments.number("max")?);
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
            let n = arguments.count("n")?;
            vec![arguments.number("heap")?; n]
        }
        "only" => {
            let n = arguments.count("n")?;
            let (bit, place) = (arguments.bit()?, arguments.place(n)?);
            let mut random = arguments.random()?;
            let mut heaps: Vec<u64> = (1..n).map(|_| random.below(1 << bit)).collect();
            heaps.insert(place, (1 << bit) + random.below(1 << bit));
            heaps
        }
        "hidden" => {
            let n = arguments.count("n")?;
            let (bit, place) = (arguments.bit()?, arguments.place(n)?);
            if n % 2 == 0 {
                return Err("--n must be odd".to_string());
            }
            hidden(n, bit, place, &mut arguments.random()?)
        }
        _ => return Err(format!("no such kind: '{}'", kind)),
    };
    let layout = arguments.text("layout").unwrap_or_default();
    arguments.finish()?;
    lay_out(&heaps, &layout)
}

/// `n` heaps of 0..=max with the given nim-sum: all but one at random, and the one that is left decides, wherever it
/// stands. If it would be too large, all are drawn again.
fn with_nim_sum(n: usize, max: u64, xor: u64, random: &mut SplitMix64) -> Result<Vec<u64>, String> {
    for _ in 0..10_000 {
        let mut heaps: Vec<u64> = (1..n).map(|_| random.heap(max)).collect();
        let last = heaps.iter().fold(xor, |sum, heap| sum ^ heap);
        let place = random.below(n as u64) as usize;
        if last <= max {
            heaps.insert(place, last);
            return Ok(heaps);
        }
    }
    Err(format!("found no {} heaps with nim-sum {}", n, xor))
}

/// The nim-sum's highest bit is `bit`, and of all heaps only the one at `place` has it. The others are larger (their pairs
/// agree above the bit, so those parts cancel) and share lower bits with the nim-sum: baits, none of which wins.
fn hidden(n: usize, bit: u64, place: usize, random: &mut SplitMix64) -> Vec<u64> {
    let mut heaps = Vec::new();
    for _ in 0..n / 2 {
        let above = (1 + random.below(1 << 8)) << (bit + 1);
        heaps.push(above + random.below(1 << bit));
        heaps.push(above + random.below(1 << bit));
    }
    random.shuffle(&mut heaps);
    heaps.insert(place, (1 << bit) + random.below(1 << bit));
    heaps
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

    /// A number of heaps.
    fn count(&mut self, key: &str) -> Result<usize, String> {
        match self.number(key)? {
            0 => Err(format!("--{} must be positive", key)),
            count => Ok(count as usize),
        }
    }

    fn bit(&mut self) -> Result<u64, String> {
        match self.number("bit")? {
            bit if bit <= 50 => Ok(bit),
            _ => Err("--bit must be at most 50".to_string()),
        }
    }

    /// An index, from the place of one of n heaps counted from 1.
    fn place(&mut self, n: usize) -> Result<usize, String> {
        let place = self.count("place")?;
        if place > n {
            return Err("--place must be at most --n".to_string());
        }
        Ok(place - 1)
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

    /// A number of 0..=max.
    fn heap(&mut self, max: u64) -> u64 {
        self.below(max.saturating_add(1))
    }

    fn shuffle(&mut self, heaps: &mut [u64]) {
        for i in (1..heaps.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            heaps.swap(i, j);
        }
    }
}
