//! Writes one test of `play-nim` to standard output; see `USAGE`. The same arguments give the same bytes everywhere.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::process;

const USAGE: &str = "usage: generator KIND --KEY VALUE ... --manner MANNER
  random --n N --max M --seed S           N heaps of 1..=M, nim-sum not 0
  nimsum --n N --max M --xor X --seed S   the same, with nim-sum X
  split  --n N --stones T --seed S        N heaps with T stones in all, nim-sum not 0
  pairs  --n N --max M --seed S           N heaps (N odd): every size twice, in random order, but for one heap
  equal  --n N --heap H                   N heaps of H (N odd)
MANNER: drag | largest | smallest | ones | trap | a number (the manner is random, with this seed)
every kind: --layout plain | crlf | column | ragged | bare (no final line end)";

/// Draws before a generator gives up.
const PATIENCE: usize = 10_000;

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
    let heaps: Vec<u64> = match kind {
        "random" => {
            let (n, max) = (arguments.count("n")?, arguments.size("max")?);
            let mut random = arguments.random()?;
            won(|| (0..n).map(|_| random.heap(max)).collect())?
        }
        "nimsum" => {
            let (n, max) = (arguments.count("n")?, arguments.size("max")?);
            let xor = arguments.number("xor")?;
            with_nim_sum(n, max, xor, &mut arguments.random()?)?
        }
        "split" => {
            let (n, stones) = (arguments.count("n")?, arguments.size("stones")?);
            if stones < n as u64 {
                return Err("--stones must be at least --n".to_string());
            }
            let mut random = arguments.random()?;
            won(|| split(n, stones, &mut random))?
        }
        "pairs" => {
            let (n, max) = (arguments.count("n")?, arguments.size("max")?);
            let mut random = arguments.random()?;
            let mut heaps = vec![random.heap(max)];
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
            vec![arguments.size("heap")?; n]
        }
        _ => return Err(format!("no such kind: '{}'", kind)),
    };
    let manner = arguments.manner()?;
    let layout = arguments.text("layout").unwrap_or_default();
    arguments.finish()?;
    if nim_sum(&heaps) == 0 {
        return Err("the nim-sum is 0, so the program could not win".to_string());
    }
    lay_out(&heaps, &manner, &layout)
}

fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// The first draw that is won for the player to move.
fn won<F: FnMut() -> Vec<u64>>(mut draw: F) -> Result<Vec<u64>, String> {
    for _ in 0..PATIENCE {
        let heaps = draw();
        if nim_sum(&heaps) != 0 {
            return Ok(heaps);
        }
    }
    Err("found no heaps whose nim-sum is not 0".to_string())
}

/// `n` heaps of 1..=max with the given nim-sum: all but one at random, and the one that is left decides, wherever it
/// stands. If it would be empty or too large, all are drawn again.
fn with_nim_sum(n: usize, max: u64, xor: u64, random: &mut SplitMix64) -> Result<Vec<u64>, String> {
    for _ in 0..PATIENCE {
        let mut heaps: Vec<u64> = (1..n).map(|_| random.heap(max)).collect();
        let last = xor ^ nim_sum(&heaps);
        let place = random.below(n as u64) as usize;
        if 1 <= last && last <= max {
            heaps.insert(place, last);
            return Ok(heaps);
        }
    }
    Err(format!("found no {} heaps with nim-sum {}", n, xor))
}

/// One stone for each of `n` heaps, and every further one on a heap drawn for it.
fn split(n: usize, stones: u64, random: &mut SplitMix64) -> Vec<u64> {
    let mut heaps = vec![1; n];
    for _ in n as u64..stones {
        heaps[random.below(n as u64) as usize] += 1;
    }
    heaps
}

/// The test as text. The layouts other than plain are white space that a reader has to bear.
fn lay_out(heaps: &[u64], manner: &str, layout: &str) -> Result<String, String> {
    let words: Vec<String> = heaps.iter().map(u64::to_string).collect();
    let n = heaps.len();
    match layout {
        "" | "plain" => Ok(format!("{}\n{}\n{}\n", n, words.join(" "), manner)),
        "crlf" => Ok(format!("{}\r\n{}\r\n{}\r\n", n, words.join(" "), manner)),
        "column" => Ok(format!("{}\n{}\n{}\n", n, words.join("\n"), manner)),
        "ragged" => Ok(format!(
            "\n  {}\n\n\t{} \n\n\t{}\n\n",
            n,
            words.join(" \n\n\t "),
            manner
        )),
        "bare" => Ok(format!("{}\n{}\n{}", n, words.join(" "), manner)),
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

    /// A number of stones that a heap may have.
    fn size(&mut self, key: &str) -> Result<u64, String> {
        match self.number(key)? {
            0 => Err(format!("--{} must be positive", key)),
            size => Ok(size),
        }
    }

    /// The last line of the test.
    fn manner(&mut self) -> Result<String, String> {
        let manner = self
            .text("manner")
            .ok_or_else(|| "--manner is missing".to_string())?;
        match manner.as_str() {
            "drag" | "largest" | "smallest" | "ones" | "trap" => Ok(manner),
            seed if seed.parse::<u64>().is_ok() => Ok(format!("random {}", seed)),
            _ => Err(format!("no such manner: '{}'", manner)),
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

    /// A number of 1..=max.
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
