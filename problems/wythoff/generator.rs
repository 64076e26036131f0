//! wythoff: pairs of piles.
//!
//!     grid      --max M                    every ordered pair with both piles at most M
//!     random    --pairs N --max M --seed S uniform pairs, piles 0..=M
//!     mixed     --pairs N --max M --seed S half losing positions, a quarter one stone beside one, a
//!                                          quarter uniform
//!     cold      --from K --pairs N --max M the losing positions number K, K+1, ..., piles swapped in
//!                                          every second one
//!     fibonacci --from D --max M           losing positions, and their neighbours, whose difference
//!                                          d >= D is a sum of few Fibonacci numbers: there d * phi
//!                                          is as close to an integer as it gets
//!
//! The losing position number d is (f, f + d) with f = floor(d * phi), computed in integers.

use kit::{Rng, Text};

type Pair = [i64; 2];

fn main() {
    kit::generate(|args, rng| {
        // The tests were first drawn so.
        rng.by_remainder();
        let max = args.int("max", 1..)?;
        let pairs = || args.int("pairs", 1..);
        let from = || args.int("from", 0..);
        let list: Vec<Pair> = match args.kind() {
            "grid" => (0..=max).flat_map(|a| (0..=max).map(move |b| [a, b])).collect(),
            "random" => (0..pairs()?).map(|_| [rng.int(0..=max), rng.int(0..=max)]).collect(),
            "mixed" => mixed(pairs()?, max, rng),
            "cold" => cold(from()?, pairs()?, max),
            "fibonacci" => fibonacci(from()?, max),
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        for pair in list {
            text.line(pair);
        }
        Ok(text)
    })
}

/// floor(d * phi): the largest f with f * f <= d * (f + d).
fn lower(d: i64) -> i64 {
    let fits = |f: i64| i128::from(f) * i128::from(f) <= i128::from(d) * i128::from(f + d);
    last(2 * d + 1, fits)
}

/// The last number below `bound` that fits, where 0 does and none behind one that does not.
fn last(bound: i64, fits: impl Fn(i64) -> bool) -> i64 {
    let (mut good, mut bad) = (0, bound);
    while bad - good > 1 {
        let middle = (good + bad) / 2;
        if fits(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    good
}

fn swapped([a, b]: Pair) -> Pair {
    [b, a]
}

fn mixed(pairs: i64, max: i64, rng: &mut Rng) -> Vec<Pair> {
    let last_cold = last(max + 1, |d| lower(d) + d <= max);
    let mut list = Vec::new();
    for _ in 0..pairs {
        let d = rng.int(0..=last_cold);
        let (a, b) = (lower(d), lower(d) + d);
        let pair = match rng.below(8) {
            0..=3 => [a, b],
            4 => [a + 1, b],
            5 => [a, (b + 1).min(max)],
            6 => [(a - 1).max(0), b],
            _ => [rng.int(0..=max), rng.int(0..=max)],
        };
        list.push(if rng.below(2) == 1 { swapped(pair) } else { pair });
    }
    list
}

fn cold(from: i64, pairs: i64, max: i64) -> Vec<Pair> {
    let cold = (from..from + pairs).map(|d| (d, [lower(d), lower(d) + d]));
    let fitting = cold.filter(|&(_, pair)| pair[1] <= max);
    fitting.map(|(d, pair)| if d % 2 == 1 { swapped(pair) } else { pair }).collect()
}

fn fibonacci(from: i64, max: i64) -> Vec<Pair> {
    let mut numbers = vec![1, 2];
    while numbers[numbers.len() - 1] < max {
        numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - 2]);
    }
    let mut differences = Vec::new();
    for (i, &large) in numbers.iter().enumerate() {
        for &small in &numbers[..i] {
            for (x, y) in [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)] {
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
            list.extend([[a, a + d], [a + 1 + d, a + 1], [a - 1, a - 1 + d]]);
        }
    }
    list
}
