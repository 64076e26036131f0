//! Tests for `bounded-nim`. Usage:
//!
//!     pairs    --max M                              every heap and every ordered pair of heaps 1..=M, one test each
//!     triples  --max M                              every ordered triple of heaps 1..=M
//!     random   --tests T --heaps N --max M --seed S T tests of 1..=N heaps of 1..=M
//!     balanced --tests T --heaps N --max M --seed S the same, but lost: the xor of the heaps modulo 4 is 0; M >= 4
//!     last     --heaps N --value V --last L         one test: N - 1 heaps of V, then one of L

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

/// A lost position: a heap with the missing remainder takes the place of the last one.
fn balanced(random: &mut Random, most_heaps: u64, max: u64) -> Vec<u64> {
    let count = random.within(1, most_heaps);
    let mut heaps = random.heaps(count - 1, max);
    let rest = heaps.iter().fold(0, |x, heap| x ^ (heap % 4));
    let heap = 4 * random.within(0, max / 4 - 1) + rest;
    heaps.push(if heap == 0 { 4 } else { heap });
    random.shuffle(&mut heaps);
    heaps
}

fn usage() -> ! {
    eprintln!("usage: pairs --max M | triples --max M | last --heaps N --value V --last L");
    eprintln!("       | random or balanced --tests T --heaps N --max M --seed S");
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
    let mut tests = Vec::new();
    match kind {
        "pairs" => {
            for a in 1..=get("--max") {
                tests.push(vec![a]);
                tests.extend((1..=get("--max")).map(|b| vec![a, b]));
            }
        }
        "triples" => {
            for a in 1..=get("--max") {
                for b in 1..=get("--max") {
                    tests.extend((1..=get("--max")).map(|c| vec![a, b, c]));
                }
            }
        }
        "random" | "balanced" => {
            let (most, max) = (get("--heaps"), get("--max"));
            if most == 0 || max == 0 || kind == "balanced" && max < 4 {
                usage();
            }
            let mut random = Random {
                state: get("--seed"),
            };
            for _ in 0..get("--tests") {
                tests.push(if kind == "random" {
                    let count = random.within(1, most);
                    random.heaps(count, max)
                } else {
                    balanced(&mut random, most, max)
                });
            }
        }
        "last" => {
            let mut heaps = vec![get("--value"); get("--heaps") as usize];
            heaps.pop();
            heaps.push(get("--last"));
            tests.push(heaps);
        }
        _ => usage(),
    }

    let mut text = format!("{}\n", tests.len());
    for heaps in tests {
        let words: Vec<String> = heaps.iter().map(|heap| heap.to_string()).collect();
        text.push_str(&format!("{}\n{}\n", heaps.len(), words.join(" ")));
    }
    io::stdout()
        .write_all(text.as_bytes())
        .expect("the test can be written to standard output");
}
