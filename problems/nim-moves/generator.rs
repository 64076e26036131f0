//! nim-moves: cases, each some heaps, and a 0 behind the last.
//!
//!     pairs    --max M                              every ordered pair of heaps 1..=M
//!     triples  --max M                              every ordered triple of heaps 1..=M
//!     random   --cases C --heaps N --max M --seed S C cases of 1..=N heaps of 1..=M
//!     balanced --cases C --heaps N --max M --seed S the same with 2..=N heaps of xor 0, shuffled
//!     single   --heaps N --max M --seed S           one case of exactly N heaps, of xor not 0
//!     twice    --heaps N --max M --seed S           one case: N heaps, then the same ones reversed
//!     last     --heaps N --value V --last L         one case: N - 1 heaps of V, then one of L

use kit::{Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        // The tests were first drawn so.
        rng.by_remainder();
        let heaps = || args.int("heaps", 1..);
        let max = || args.int("max", 1..);
        let cases: Vec<Vec<i64>> = match args.kind() {
            "pairs" => kit::all_lists(2, 1..=max()?),
            "triples" => kit::all_lists(3, 1..=max()?),
            "random" => {
                let (most, max) = (heaps()?, max()?);
                let random = |_| {
                    let n = rng.int(1..=most);
                    rng.ints(n, 1..=max)
                };
                (0..args.int("cases", 1..)?).map(random).collect()
            }
            "balanced" => {
                let (most, max) = (args.int("heaps", 2..)?, max()?);
                (0..args.int("cases", 1..)?).map(|_| balanced(rng, most, max)).collect()
            }
            "single" => vec![single(rng, heaps()?, max()?)],
            "twice" => {
                let heaps = rng.ints(heaps()?, 1..=max()?);
                vec![heaps.iter().chain(heaps.iter().rev()).copied().collect()]
            }
            "last" => {
                let mut heaps = vec![args.int("value", 1..)?; heaps()? as usize - 1];
                heaps.push(args.int("last", 1..)?);
                vec![heaps]
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        for heaps in cases {
            text.list(&heaps);
        }
        text.line([0]);
        Ok(text)
    })
}

fn xor(heaps: &[i64]) -> i64 {
    heaps.iter().fold(0, |xor, heap| xor ^ heap)
}

/// Heaps of xor 0: the last one is what the others leave unbalanced, if that is a heap at all.
fn balanced(rng: &mut Rng, most_heaps: i64, max: i64) -> Vec<i64> {
    loop {
        let n = rng.int(1..=most_heaps - 1);
        let mut heaps = rng.ints(n, 1..=max);
        let rest = xor(&heaps);
        if (1..=max).contains(&rest) {
            heaps.push(rest);
            rng.shuffle(&mut heaps);
            return heaps;
        }
    }
}

fn single(rng: &mut Rng, n: i64, max: i64) -> Vec<i64> {
    loop {
        let heaps = rng.ints(n, 1..=max);
        if xor(&heaps) != 0 {
            return heaps;
        }
    }
}
