//! misere-nim: a list of games, each some heaps.
//!
//!     pairs    --max M                              every heap and every ordered pair of heaps 1..=M
//!     triples  --max M                              every ordered triple of heaps 1..=M
//!     ones     --games G --last L                   G games of 1, 2, ..., G heaps: ones, and behind
//!                                                   them a heap of L
//!     random   --games G --heaps N --max M --seed S G games of 1..=N heaps of 1..=M
//!     balanced --games G --heaps N --max M --seed S the same with 2..=N heaps of xor 0, shuffled
//!     full     --games G --heaps N --max M --seed S G games of exactly N heaps, every second one of
//!                                                   xor 0
//!     hidden   --games G --heaps N --max M --seed S G games of 1..=N heaps, all ones but one or two

use kit::{Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        // The tests were first drawn so.
        rng.by_remainder();
        let max = || args.int("max", 1..);
        let games: Vec<Vec<i64>> = match args.kind() {
            "pairs" => {
                let max = max()?;
                let with = |a| std::iter::once(vec![a]).chain((1..=max).map(move |b| vec![a, b]));
                (1..=max).flat_map(with).collect()
            }
            "triples" => kit::all_lists(3, 1..=max()?),
            "ones" => {
                let last = args.int("last", 1..)?;
                let game = |n| (1..n).map(|_| 1).chain([last]).collect();
                (1..=args.int("games", 1..)?).map(game).collect()
            }
            kind => {
                let (games, most, max) = (args.int("games", 1..)?, args.int("heaps", 2..)?, max()?);
                let mut game = |index| match kind {
                    "random" => {
                        let n = rng.int(1..=most);
                        Ok(rng.ints(n, 1..=max))
                    }
                    "balanced" => Ok(balanced(rng, most, max)),
                    "full" if index % 2 == 0 => Ok(rng.ints(most, 1..=max)),
                    "full" => Ok(with_xor_0(rng, most, max)),
                    "hidden" => Ok(hidden(rng, most, max)),
                    _ => Err(args.unknown_kind()),
                };
                (0..games).map(&mut game).collect::<kit::Result<_>>()?
            }
        };
        let mut text = Text::new();
        text.line([games.len()]);
        for heaps in games {
            text.list(&heaps);
        }
        Ok(text)
    })
}

/// Heaps of xor 0: the last one is what the others leave unbalanced, if that is a heap at all.
fn balanced(rng: &mut Rng, most_heaps: i64, max: i64) -> Vec<i64> {
    loop {
        let n = rng.int(1..=most_heaps - 1);
        let mut heaps = rng.ints(n, 1..=max);
        let rest = heaps.iter().fold(0, |xor, heap| xor ^ heap);
        if (1..=max).contains(&rest) {
            heaps.push(rest);
            rng.shuffle(&mut heaps);
            return heaps;
        }
    }
}

/// Exactly `n` heaps of xor 0.
fn with_xor_0(rng: &mut Rng, n: i64, max: i64) -> Vec<i64> {
    loop {
        let mut heaps = rng.ints(n - 1, 1..=max);
        let rest = heaps.iter().fold(0, |xor, heap| xor ^ heap);
        if (1..=max).contains(&rest) {
            heaps.push(rest);
            return heaps;
        }
    }
}

/// Ones, and among them one larger heap, or two (equal ones in half of those games).
fn hidden(rng: &mut Rng, most_heaps: i64, max: i64) -> Vec<i64> {
    let mut heaps = vec![1; rng.int(2..=most_heaps) as usize];
    heaps[0] = rng.int(2..=max);
    match rng.below(4) {
        0 => heaps[1] = rng.int(2..=max),
        1 => heaps[1] = heaps[0],
        _ => {}
    }
    rng.shuffle(&mut heaps);
    heaps
}
