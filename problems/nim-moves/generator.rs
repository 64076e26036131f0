//! Tests for `nim-moves`. Usage:
//!
//!     pairs    --max M                             every ordered pair of heaps 1..=M, one case each
//!     triples  --max M                             every ordered triple of heaps 1..=M
//!     random   --cases C --heaps N --max M --seed S C cases of 1..=N heaps of 1..=M
//!     balanced --cases C --heaps N --max M --seed S the same with 2..=N heaps of xor 0, shuffled
//!     single   --heaps N --max M --seed S          one case of exactly N heaps, of xor not 0
//!     twice    --heaps N --max M --seed S          one case: N heaps and then the same ones in reverse, so xor 0
//!     last     --heaps N --value V --last L        N - 1 heaps of V, then one of L
//!
//! Every test ends with the terminator 0.

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

fn single(random: &mut Random, count: u64, max: u64) -> Vec<u64> {
    loop {
        let heaps = random.heaps(count, max);
        if xor(&heaps) != 0 {
            return heaps;
        }
    }
}

fn usage() -> ! {
    eprintln!(
        "usage: pairs --max M | triples --max M | random --cases C --heaps N --max M --seed S"
    );
    eprintln!("       | balanced --cases C --heaps N --max M --seed S | single --heaps N --max M --seed S");
    eprintln!("       | twice --heaps N --max M --seed S | last --heaps N --value V --last L");
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
    let seeded = || Random {
        state: get("--seed"),
    };
    let kind = arguments.first().map_or("", |kind| kind.as_str());
    let mut cases = Vec::new();
    match kind {
        "pairs" => {
            for a in 1..=get("--max") {
                cases.extend((1..=get("--max")).map(|b| vec![a, b]));
            }
        }
        "triples" => {
            for a in 1..=get("--max") {
                for b in 1..=get("--max") {
                    cases.extend((1..=get("--max")).map(|c| vec![a, b, c]));
                }
            }
        }
        "random" => {
            let mut random = seeded();
            for _ in 0..get("--cases") {
                let count = random.within(1, get("--heaps"));
                cases.push(random.heaps(count, get("--max")));
            }
        }
        "balanced" => {
            let mut random = seeded();
            for _ in 0..get("--cases") {
                cases.push(balanced(&mut random, get("--heaps"), get("--max")));
            }
        }
        "single" => cases.push(single(&mut seeded(), get("--heaps"), get("--max"))),
        "twice" => {
            let mut heaps = seeded().heaps(get("--heaps"), get("--max"));
            heaps.extend(heaps.clone().into_iter().rev());
            cases.push(heaps);
        }
        "last" => {
            let mut heaps = vec![get("--value"); get("--heaps") as usize];
            heaps.pop();
            heaps.push(get("--last"));
            cases.push(heaps);
        }
        _ => usage(),
    }

    let mut text = String::new();
    for heaps in cases {
        let words: Vec<String> = heaps.iter().map(|heap| heap.to_string()).collect();
        text.push_str(&format!("{}\n{}\n", heaps.len(), words.join(" ")));
    }
    text.push_str("0\n");
    io::stdout()
        .write_all(text.as_bytes())
        .expect("the test can be written to standard output");
}
