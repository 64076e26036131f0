//! nim-yes-no: ten games, each some heaps.
//!
//!     pairs  --first A                          A and another heap of 0..=9
//!     random --heaps N --max M --seed S         N heaps of 0..=M
//!     nimsum --heaps N --max M --xor X --seed S the same with nim-sum X, every third one with 0
//!     last   --heaps N --value V --last L       N - 1 heaps of V, then one of L

use kit::{Rng, Text};

/// The games of a test: as many as the judge allows.
const GAMES: i64 = 10;

fn main() {
    kit::generate(|args, rng| {
        let heaps = || args.int("heaps", 1..);
        let max = || args.int("max", 1..);
        let games: Vec<Vec<i64>> = match args.kind() {
            "pairs" => {
                let first = args.int("first", 0..)?;
                (0..GAMES).map(|second| vec![first, second]).collect()
            }
            "random" => {
                let (n, max) = (heaps()?, max()?);
                (0..GAMES).map(|_| rng.ints(n, 0..=max)).collect()
            }
            "nimsum" => {
                let (n, max, xor) = (heaps()?, max()?, args.int("xor", 0..)?);
                mixed(rng, n, max, xor)?
            }
            "last" => {
                let mut heaps = vec![args.int("value", 0..)?; heaps()? as usize - 1];
                heaps.push(args.int("last", 0..)?);
                vec![heaps; GAMES as usize]
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = Text::new();
        text.line([games.len()]);
        for heaps in games {
            text.list(&heaps);
        }
        Ok(text)
    })
}

/// Games with this nim-sum, and lost ones among them.
fn mixed(rng: &mut Rng, n: i64, max: i64, xor: i64) -> kit::Result<Vec<Vec<i64>>> {
    (0..GAMES).map(|game| rng.with_xor(n, 0..=max, if game % 3 == 2 { 0 } else { xor })).collect()
}
