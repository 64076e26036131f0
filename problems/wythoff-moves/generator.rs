//! Test generator for Wythoff's moves: one test on stdout, the same bytes on every machine. `0 0` ends each test.
//!
//! ```text
//! grid      --a-from A --a-to A --b-from B --b-to B   all pairs of these piles, but for 0 0
//! random    --count C --max M --seed S                piles drawn freely from 0..=M
//! near      --count C --max M --seed S                lost positions, many of them with one pile changed by one
//! around    --from K --to K                           the K-th lost positions and their four neighbours, either order
//! fibonacci --max M                                   the same for K = 1, 2, 3, 5, 8, …, where a rounded phi fails first
//! twice     --count C --max M --seed S                positions with a lost one that two moves reach; some are changed by one
//! lines     --count C --low L --high H --seed S       one pile from 0..=H, the other from L..=H
//! ```

use std::collections::BTreeMap;
use std::io::{self, Write};

const USAGE: &str = "usage: generator grid --a-from A --a-to A --b-from B --b-to B
       generator random --count C --max M --seed S
       generator near --count C --max M --seed S
       generator around --from K --to K
       generator fibonacci --max M
       generator twice --count C --max M --seed S
       generator lines --count C --low L --high H --seed S";

/// No pile of a test is larger.
const LARGEST: u64 = 1_000_000;

type Pair = (u64, u64);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let pairs = match generate(&args) {
        Some(pairs) => pairs,
        None => {
            eprintln!("{}", USAGE);
            std::process::exit(2);
        }
    };
    let mut text = String::new();
    for (a, b) in pairs {
        text += &format!("{} {}\n", a, b);
    }
    text += "0 0\n";
    io::stdout()
        .write_all(text.as_bytes())
        .expect("stdout takes the test");
}

/// The pairs that the arguments ask for, or nothing if they make no sense.
fn generate(args: &[String]) -> Option<Vec<Pair>> {
    let kind = args.first()?.as_str();
    let keys: &[&str] = match kind {
        "grid" => &["a-from", "a-to", "b-from", "b-to"],
        "random" | "near" | "twice" => &["count", "max", "seed"],
        "around" => &["from", "to"],
        "fibonacci" => &["max"],
        "lines" => &["count", "low", "high", "seed"],
        _ => return None,
    };
    let options = options(&args[1..], keys)?;
    let option = |key: &str| options.get(key).cloned().unwrap_or(0);
    if options.values().any(|&value| value > LARGEST) {
        return None;
    }
    let mut random = SplitMix64(option("seed"));
    let count = option("count");
    let max = option("max");

    let mut pairs = Vec::new();
    match kind {
        "grid" => {
            for a in option("a-from")..=option("a-to") {
                pairs.extend((option("b-from")..=option("b-to")).map(|b| (a, b)));
            }
        }
        "random" => {
            for _ in 0..count {
                pairs.push((random.below(max + 1), random.below(max + 1)));
            }
        }
        "near" | "twice" => {
            let lost: Vec<Pair> = lost_positions(max.checked_sub(1)?)
                .into_iter()
                .skip(1)
                .enumerate()
                .map(|(index, (a, b))| match kind {
                    "near" => (a, b),
                    // From here the equal take of a and taking b - a + k from the larger pile leave the same.
                    _ => (b, b + index as u64 + 1),
                })
                .filter(|pair| pair.1 < max)
                .collect();
            for _ in 0..if lost.is_empty() { 0 } else { count } {
                let pair = lost[random.below(lost.len() as u64) as usize];
                let (a, b) = neighbours(pair)[random.below(8).min(4) as usize];
                pairs.push(if random.below(2) == 0 { (a, b) } else { (b, a) });
            }
        }
        "around" => {
            let lost = lost_positions(LARGEST - 1);
            for k in option("from")..=option("to") {
                pairs.extend(both_orders(*lost.get(k as usize)?));
            }
        }
        "fibonacci" => {
            let lost = lost_positions(max.checked_sub(1)?);
            let (mut k, mut next) = (1, 2);
            while k < lost.len() {
                pairs.extend(both_orders(lost[k]));
                k += next;
                std::mem::swap(&mut k, &mut next);
            }
        }
        _ => {
            let (low, high) = (option("low"), option("high"));
            for _ in 0..count {
                let a = random.below(high + 1);
                let b = low + random.below(high.checked_sub(low)? + 1);
                pairs.push(if random.below(2) == 0 { (a, b) } else { (b, a) });
            }
        }
    }
    // 0 0 would end the test before its time.
    pairs.retain(|&pair| pair != (0, 0));
    Some(pairs)
}

/// `--key value` pairs: each of `keys` exactly once, and no other.
fn options(args: &[String], keys: &[&str]) -> Option<BTreeMap<String, u64>> {
    let mut found = BTreeMap::new();
    for pair in args.chunks(2) {
        let key = pair[0].strip_prefix("--")?;
        let value = pair.get(1)?.parse().ok()?;
        if !keys.contains(&key) || found.insert(key.to_string(), value).is_some() {
            return None;
        }
    }
    if found.len() == keys.len() {
        Some(found)
    } else {
        None
    }
}

/// The lost positions with piles of at most `max`, by their recurrence: each a is the smallest number not used before.
fn lost_positions(max: u64) -> Vec<Pair> {
    let mut used = vec![false; max as usize + 1];
    let mut lost = Vec::new();
    for a in 0..=max {
        let b = a + lost.len() as u64;
        if used[a as usize] {
            continue;
        }
        if b > max {
            break;
        }
        used[b as usize] = true;
        lost.push((a, b));
    }
    lost
}

/// The pair itself, last, and the four that differ by one in one pile.
fn neighbours((a, b): Pair) -> [Pair; 5] {
    [(a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1), (a, b)]
}

/// The pair and its neighbours, every second one with the larger pile first.
fn both_orders(pair: Pair) -> Vec<Pair> {
    if pair == (0, 0) {
        return Vec::new();
    }
    neighbours(pair)
        .iter()
        .enumerate()
        .map(|(index, &(a, b))| if index % 2 == 0 { (a, b) } else { (b, a) })
        .collect()
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

    /// A number of `0..bound`. The bias of the remainder is far too small to matter for tests.
    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}
