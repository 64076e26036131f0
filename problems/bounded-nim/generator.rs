//! bounded-nim: a list of tests, each some heaps.
//!
//!     pairs    --max M                              every heap and every ordered pair of heaps 1..=M
//!     triples  --max M                              every ordered triple of heaps 1..=M
//!     random   --tests T --heaps N --max M --seed S T tests of 1..=N heaps of 1..=M
//!     balanced --tests T --heaps N --max M --seed S the same, but lost: the xor of the heaps modulo
//!                                                   4 is 0
//!     last     --heaps N --value V --last L         one test: N - 1 heaps of V, then one of L;
//!                                                   T of them with --tests T

use kit::{Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        // The tests were first drawn so.
        rng.by_remainder();
        let heaps = || args.int("heaps", 1..);
        let tests: Vec<Vec<i64>> = match args.kind() {
            "pairs" => {
                let max = args.int("max", 1..)?;
                let with = |a| std::iter::once(vec![a]).chain((1..=max).map(move |b| vec![a, b]));
                (1..=max).flat_map(with).collect()
            }
            "triples" => kit::all_lists(3, 1..=args.int("max", 1..)?),
            "random" => {
                let (most, max) = (heaps()?, args.int("max", 1..)?);
                let random = |_| {
                    let n = rng.int(1..=most);
                    rng.ints(n, 1..=max)
                };
                (0..args.int("tests", 1..)?).map(random).collect()
            }
            "balanced" => {
                let (most, max) = (heaps()?, args.int("max", 4..)?);
                (0..args.int("tests", 1..)?).map(|_| balanced(rng, most, max)).collect()
            }
            "last" => {
                let mut heaps = vec![args.int("value", 1..)?; heaps()? as usize - 1];
                heaps.push(args.int("last", 1..)?);
                vec![heaps; args.int_or("tests", 1.., 1)? as usize]
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        text.line([tests.len()]);
        for heaps in tests {
            text.list(&heaps);
        }
        Ok(text)
    })
}

/// A lost position: a heap with the missing remainder takes the place of the last one.
fn balanced(rng: &mut Rng, most_heaps: i64, max: i64) -> Vec<i64> {
    let n = rng.int(1..=most_heaps);
    let mut heaps = rng.ints(n - 1, 1..=max);
    let rest = heaps.iter().fold(0, |xor, heap| xor ^ (heap % 4));
    let heap = 4 * rng.below(max / 4) + rest;
    heaps.push(if heap == 0 { 4 } else { heap });
    rng.shuffle(&mut heaps);
    heaps
}
