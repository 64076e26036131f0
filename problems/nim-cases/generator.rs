//! Writes one test of `nim-cases` to standard output; see `USAGE`. The same arguments give the same bytes everywhere.

use std::collections::BTreeMap;
use std::env;
use std::io::{self, Write};
use std::process;

const USAGE: &str = "usage: generator KIND --KEY VALUE ...
  random --cases T --n N --max M --seed S  T games of 1..=N heaps of 0..=M; in about half of them the nim-sum is made 0
  all    --n N --max M                     every game of N heaps of 0..=M, empty heaps and all orders included
  nimsum --n N --max M --xor X --seed S    one game of N heaps with nim-sum X
  tail   --n N --max M --seed S            one game of N heaps: nim-sum 0 but for the last heap, a single stone
  bits   --n N --bits B --seed S           B games of N heaps below 2^B, with the nim-sums 1, 2, 4 ...
  ladder --max M --seed S                  games around the round numbers of heaps up to 1024, each as nimsum 0 and as tail
  equal  --n N --heap H                    one game of N heaps of H
every kind: --layout plain | crlf | column | ragged | bare (no final line end) | flat (all on one line)
            --end zero | eof | junk (n = 0 and then further games, the last one cut short)";

/// What `--end junk` leaves after the final 0: games that a reader must not answer.
const JUNK: [&str; 7] = ["1", "5", "0", "2", "7 7", "4", "1 2"];

type Game = Vec<u64>;

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
    let games = match kind {
        "random" => {
            let cases = arguments.number("cases")?;
            let (n, max) = (arguments.count("n")?, arguments.number("max")?);
            let mut random = arguments.random()?;
            (0..cases)
                .map(|_| random_game(n, max, &mut random))
                .collect()
        }
        "all" => all_games(arguments.count("n")?, arguments.number("max")?),
        "nimsum" => {
            let (n, max) = (arguments.count("n")?, arguments.number("max")?);
            let xor = arguments.number("xor")?;
            vec![with_nim_sum(n, max, xor, &mut arguments.random()?)?]
        }
        "tail" => {
            let (n, max) = (arguments.count("n")?, arguments.number("max")?);
            vec![with_tail(n, max, &mut arguments.random()?)?]
        }
        "bits" => {
            let (n, bits) = (arguments.count("n")?, arguments.number("bits")?);
            if bits > 63 {
                return Err("--bits must be at most 63".to_string());
            }
            let max = (1 << bits) - 1;
            let mut random = arguments.random()?;
            (0..bits)
                .map(|k| with_nim_sum(n, max, 1 << k, &mut random))
                .collect::<Result<_, _>>()?
        }
        "ladder" => ladder(arguments.number("max")?, &mut arguments.random()?)?,
        "equal" => {
            let n = arguments.count("n")?;
            vec![vec![arguments.number("heap")?; n]]
        }
        _ => return Err(format!("no such kind: '{}'", kind)),
    };
    let layout = arguments.text("layout").unwrap_or_default();
    let end = arguments.text("end").unwrap_or_default();
    arguments.finish()?;
    lay_out(&lines(&games, &end)?, &layout)
}

/// A game of 1..=n heaps. A coin decides whether one heap is replaced so that the nim-sum is 0 (if that heap is not
/// too large).
fn random_game(n: usize, max: u64, random: &mut SplitMix64) -> Game {
    let size = 1 + random.below(n as u64) as usize;
    let mut heaps = random.heaps(size, max);
    if random.below(2) == 0 {
        let place = random.below(size as u64) as usize;
        let balanced = heaps[place] ^ nim_sum(&heaps);
        if balanced <= max {
            heaps[place] = balanced;
        }
    }
    heaps
}

/// All sequences of n numbers of 0..=max, counting up with the last number fastest.
fn all_games(n: usize, max: u64) -> Vec<Game> {
    let mut games = vec![Game::new()];
    for _ in 0..n {
        let longer = games.iter().flat_map(|game| {
            (0..=max).map(move |heap| {
                let mut game = game.clone();
                game.push(heap);
                game
            })
        });
        games = longer.collect();
    }
    games
}

/// n heaps of 0..=max with the given nim-sum: all but one at random, and the one that is left decides, wherever it stands.
/// If it would be too large, all are drawn again.
fn with_nim_sum(n: usize, max: u64, xor: u64, random: &mut SplitMix64) -> Result<Game, String> {
    for _ in 0..10_000 {
        let mut heaps = random.heaps(n - 1, max);
        let last = xor ^ nim_sum(&heaps);
        let place = random.below(n as u64) as usize;
        if last <= max {
            heaps.insert(place, last);
            return Ok(heaps);
        }
    }
    Err(format!("found no {} heaps with nim-sum {}", n, xor))
}

/// Lost but for one stone: who does not read the last heap says Bob.
fn with_tail(n: usize, max: u64, random: &mut SplitMix64) -> Result<Game, String> {
    let mut heaps = match n {
        1 => Game::new(),
        _ => with_nim_sum(n - 1, max, 0, random)?,
    };
    heaps.push(1);
    Ok(heaps)
}

fn ladder(max: u64, random: &mut SplitMix64) -> Result<Vec<Game>, String> {
    let round = [
        2, 10, 16, 32, 50, 64, 100, 128, 200, 256, 500, 512, 1000, 1024,
    ];
    let mut games = Vec::new();
    for &middle in &round {
        for n in middle - 1..=middle + 1 {
            games.push(with_nim_sum(n, max, 0, random)?);
            games.push(with_tail(n, max, random)?);
        }
    }
    Ok(games)
}

fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// The lines of the file, each a list of words: for a game its number of heaps, then its heaps.
fn lines(games: &[Game], end: &str) -> Result<Vec<Vec<String>>, String> {
    let mut lines = Vec::new();
    for game in games {
        lines.push(vec![game.len().to_string()]);
        lines.push(game.iter().map(u64::to_string).collect());
    }
    let after: &[&str] = match end {
        "" | "zero" => &["0"],
        "eof" => &[],
        "junk" => {
            lines.push(vec!["0".to_string()]);
            &JUNK
        }
        _ => return Err(format!("no such end: '{}'", end)),
    };
    for line in after {
        lines.push(line.split(' ').map(str::to_string).collect());
    }
    Ok(lines)
}

/// The test as text. The layouts other than plain are white space that a reader has to bear.
fn lay_out(lines: &[Vec<String>], layout: &str) -> Result<String, String> {
    let join = |between_words: &str, between_lines: &str| {
        let lines: Vec<String> = lines.iter().map(|line| line.join(between_words)).collect();
        lines.join(between_lines)
    };
    match layout {
        "" | "plain" => Ok(join(" ", "\n") + "\n"),
        "crlf" => Ok(join(" ", "\r\n") + "\r\n"),
        "column" => Ok(join("\n", "\n") + "\n"),
        "ragged" => Ok(format!("\n\t{} \n\n", join("  \n ", "\t\n\n  "))),
        "bare" => Ok(join(" ", "\n")),
        "flat" => Ok(join(" ", " ") + "\n"),
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

    /// A number of heaps; 0 would end the list of games.
    fn count(&mut self, key: &str) -> Result<usize, String> {
        match self.number(key)? {
            0 => Err(format!("--{} must be positive", key)),
            count => Ok(count as usize),
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

    /// A heap of 0..=max.
    fn heap(&mut self, max: u64) -> u64 {
        self.below(max + 1)
    }

    fn heaps(&mut self, n: usize, max: u64) -> Vec<u64> {
        (0..n).map(|_| self.heap(max)).collect()
    }
}
