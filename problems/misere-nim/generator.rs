//! Tests for `misere-nim`. Usage:
//!
//!     pairs    --max M                              every heap and every ordered pair of heaps 1..=M, one game each
//!     triples  --max M                              every ordered triple of heaps 1..=M
//!     ones     --games G --last L                   G games of 1, 2, ..., G heaps: ones, and behind them a heap of L
//!     random   --games G --heaps N --max M --seed S G games of 1..=N heaps of 1..=M
//!     balanced --games G --heaps N --max M --seed S the same with 2..=N heaps of xor 0, shuffled
//!     full     --games G --heaps N --max M --seed S G games of exactly N heaps, every second one of xor 0
//!     hidden   --games G --heaps N --max M --seed S G games of 1..=N heaps, all ones but one or two somewhere

use std::env;
use std::io::{self, Write};
use std::process;

/// SplitMix64 (Steele, Lea, Flood 2014; constants of Vigna's public domain version).
struct Random {
    state: u64,
}

impl Random {
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in least..=most. The bias of the remainder is below 2^-32 for our bounds.
    fn within(&mut self, least: u64, most: u64) -> u64 {
        least + self.next() % (most - least + 1)
    }

    fn heaps(&mut self, count: u64, max: u64) -> Vec<u64> {
        (0..count).map(|_| self.within(1, max)).collect()
    }

    fn shuffle(&mut self, list: &mut [u64]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.within(0, i as u64) as usize);
        }
    }
}

fn xor(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |x, heap| x ^ heap)
}

/// Heaps of xor 0: the last one is what the others leave unbalanced, if that is a heap of 1..=max at all.
fn balanced(random: &mut Random, most_heaps: u64, max: u64) -> Vec<u64> {
    loop {
        let count = random.within(1, most_heaps - 1);
        let mut heaps = random.heaps(count, max);
        let rest = xor(&heaps);
        if (1..=max).contains(&rest) {
            heaps.push(rest);
            random.shuffle(&mut heaps);
            return heaps;
        }
    }
}

/// Exactly `count` heaps of xor 0.
fn balanced_full(random: &mut Random, count: u64, max: u64) -> Vec<u64> {
    loop {
        let mut heaps = random.heaps(count - 1, max);
        let rest = xor(&heaps);
        if (1..=max).contains(&rest) {
            heaps.push(rest);
            return heaps;
        }
    }
}

/// Ones, and among them one larger heap, or two (equal ones in half of those games).
fn hidden(random: &mut Random, most_heaps: u64, max: u64) -> Vec<u64> {
    let count = random.within(2, most_heaps);
    let mut heaps = vec![1; count as usize];
    heaps[0] = random.within(2, max);
    match random.within(0, 3) {
        0 => heaps[1] = random.within(2, max),
        1 => heaps[1] = heaps[0],
        _ => {}
    }
    random.shuffle(&mut heaps);
    heaps
}

fn usage() -> ! {
    eprintln!("usage: pairs --max M | triples --max M | ones --games G --last L");
    eprintln!("       | random, balanced, full or hidden --games G --heaps N --max M --seed S");
    process::exit(2)
}

/// The value of `--key`, or the usage message.
fn value(arguments: &[String], key: &str) -> u64 {
    let place = arguments.iter().position(|word| word == key);
    let word = place.and_then(|place| arguments.get(place + 1));
    word.and_then(|word| word.parse().ok())
        .unwrap_or_else(|| usage())
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let get = |key| value(&arguments, key);
    let kind = arguments.first().map_or("", |kind| kind.as_str());
    let mut games = Vec::new();
    match kind {
        "pairs" => {
            for a in 1..=get("--max") {
                games.push(vec![a]);
                games.extend((1..=get("--max")).map(|b| vec![a, b]));
            }
        }
        "triples" => {
            for a in 1..=get("--max") {
                for b in 1..=get("--max") {
                    games.extend((1..=get("--max")).map(|c| vec![a, b, c]));
                }
            }
        }
        "ones" => {
            for count in 1..=get("--games") {
                let mut heaps = vec![1; count as usize];
                heaps.pop();
                heaps.push(get("--last"));
                games.push(heaps);
            }
        }
        "random" | "balanced" | "full" | "hidden" => {
            let (most, max) = (get("--heaps"), get("--max"));
            let mut random = Random {
                state: get("--seed"),
            };
            for index in 0..get("--games") {
                games.push(match kind {
                    "random" => {
                        let count = random.within(1, most);
                        random.heaps(count, max)
                    }
                    "balanced" => balanced(&mut random, most, max),
                    "full" if index % 2 == 0 => random.heaps(most, max),
                    "full" => balanced_full(&mut random, most, max),
                    _ => hidden(&mut random, most, max),
                });
            }
        }
        _ => usage(),
    }

    let mut text = format!("{}\n", games.len());
    for heaps in games {
        let words: Vec<String> = heaps.iter().map(|heap| heap.to_string()).collect();
        text.push_str(&format!("{}\n{}\n", heaps.len(), words.join(" ")));
    }
    io::stdout()
        .write_all(text.as_bytes())
        .expect("the test can be written to standard output");
}
