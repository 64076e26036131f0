//! Tests for `wythoff`. Usage:
//!
//!     grid      --max M                    every ordered pair with both piles at most M
//!     random    --pairs N --max M --seed S uniform pairs, piles 0..=M
//!     mixed     --pairs N --max M --seed S half losing positions, a quarter one stone beside one, a quarter uniform
//!     cold      --from K --pairs N --max M the losing positions number K, K+1, ..., piles swapped in every second one
//!     fibonacci --from D --max M           losing positions, and their neighbours, whose difference d >= D is a sum of
//!                                          few Fibonacci numbers: there d * phi is as close to an integer as it gets
//!
//! The losing position number d is (f, f + d) with f = floor(d * phi), computed in integers.

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

    /// A number in 0..=most. The bias of the remainder is below 2^-30 for our bounds.
    fn up_to(&mut self, most: u64) -> u64 {
        self.next() % (most + 1)
    }
}

/// floor(d * phi): the largest f with f * f <= d * (f + d), found by bisection.
fn lower(d: u64) -> u64 {
    let (mut good, mut bad) = (0u128, 2 * u128::from(d) + 1);
    while bad - good > 1 {
        let f = (good + bad) / 2;
        if f * f <= u128::from(d) * (f + u128::from(d)) {
            good = f;
        } else {
            bad = f;
        }
    }
    good as u64
}

/// The number of the last losing position whose larger pile is at most `max`.
fn last_cold(max: u64) -> u64 {
    let (mut good, mut bad) = (0, max + 1);
    while bad - good > 1 {
        let d = (good + bad) / 2;
        if lower(d) + d <= max {
            good = d;
        } else {
            bad = d;
        }
    }
    good
}

fn grid(max: u64) -> Vec<(u64, u64)> {
    (0..=max)
        .flat_map(|a| (0..=max).map(move |b| (a, b)))
        .collect()
}

fn random(pairs: u64, max: u64, seed: u64) -> Vec<(u64, u64)> {
    let mut random = Random { state: seed };
    (0..pairs)
        .map(|_| (random.up_to(max), random.up_to(max)))
        .collect()
}

fn mixed(pairs: u64, max: u64, seed: u64) -> Vec<(u64, u64)> {
    let mut random = Random { state: seed };
    let last = last_cold(max);
    let mut list = Vec::new();
    for _ in 0..pairs {
        let d = random.up_to(last);
        let (mut a, mut b) = (lower(d), lower(d) + d);
        match random.up_to(7) {
            0..=3 => {}
            4 => a += 1,
            5 => b = (b + 1).min(max),
            6 => a = a.saturating_sub(1),
            _ => {
                a = random.up_to(max);
                b = random.up_to(max);
            }
        }
        list.push(if random.up_to(1) == 1 { (b, a) } else { (a, b) });
    }
    list
}

fn cold(from: u64, pairs: u64, max: u64) -> Vec<(u64, u64)> {
    (from..from + pairs)
        .map(|d| (d, lower(d), lower(d) + d))
        .filter(|&(_, _, b)| b <= max)
        .map(|(d, a, b)| if d % 2 == 1 { (b, a) } else { (a, b) })
        .collect()
}

fn fibonacci(from: u64, max: u64) -> Vec<(u64, u64)> {
    let mut numbers = vec![1u64, 2];
    while numbers[numbers.len() - 1] < max {
        let next = numbers[numbers.len() - 1] + numbers[numbers.len() - 2];
        numbers.push(next);
    }
    let mut differences = Vec::new();
    for (i, &large) in numbers.iter().enumerate() {
        for &small in &numbers[..i] {
            for &(x, y) in &[(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)] {
                differences.push(x * large + y * small);
            }
        }
    }
    differences.sort_unstable();
    differences.dedup();
    let mut list = Vec::new();
    for d in differences.into_iter().filter(|&d| d >= from) {
        let a = lower(d);
        if a + d < max {
            list.push((a, a + d));
            list.push((a + 1 + d, a + 1));
            list.push((a - 1, a - 1 + d));
        }
    }
    list
}

fn usage() -> ! {
    eprintln!("usage: grid --max M | random --pairs N --max M --seed S | mixed --pairs N --max M --seed S");
    eprintln!("       | cold --from K --pairs N --max M | fibonacci --from D --max M");
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
    let list = match kind {
        "grid" => grid(get("--max")),
        "random" => random(get("--pairs"), get("--max"), get("--seed")),
        "mixed" => mixed(get("--pairs"), get("--max"), get("--seed")),
        "cold" => cold(get("--from"), get("--pairs"), get("--max")),
        "fibonacci" => fibonacci(get("--from"), get("--max")),
        _ => usage(),
    };
    let text: String = list
        .iter()
        .map(|&(a, b)| format!("{} {}\n", a, b))
        .collect();
    io::stdout()
        .write_all(text.as_bytes())
        .expect("the test can be written to standard output");
}
