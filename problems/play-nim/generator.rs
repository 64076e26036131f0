//! play-nim: one position that the program can win, and how the judge plays while it is losing.
//!
//!     random --n N --max M --seed S           N heaps of 1..=M, nim-sum not 0
//!     nimsum --n N --max M --xor X --seed S   the same, with nim-sum X
//!     split  --n N --stones T --seed S        N heaps with T stones in all, nim-sum not 0
//!     pairs  --n N --max M --seed S           N heaps (N odd): every size twice, but for one heap
//!     equal  --n N --heap H                   N heaps of H (N odd)
//!
//! Every kind takes `--manner drag | largest | smallest | ones | trap`, or a number, the seed of a
//! judge that plays at random.

use kit::{Args, Result, Rng, Text};

fn main() {
    kit::generate(|args, rng| {
        let n = args.int("n", 1..)?;
        let max = || args.int("max", 1..);
        let heaps = match args.kind() {
            "random" => {
                let max = max()?;
                won(args, || rng.ints(n, 1..=max))?
            }
            "nimsum" => rng.with_xor(n, 1..=max()?, args.int("xor", 1..)?)?,
            "split" => {
                let stones = args.int("stones", n..)?;
                won(args, || split(n, stones, rng))?
            }
            "pairs" => {
                let sizes = rng.ints(1 + n / 2, 1..=max()?);
                let mut heaps: Vec<i64> =
                    sizes.iter().flat_map(|&size| [size, size]).skip(1).collect();
                rng.shuffle(&mut heaps);
                heaps
            }
            "equal" => vec![args.int("heap", 1..)?; n as usize],
            _ => return Err(args.unknown_kind()),
        };
        args.ensure(nim_sum(&heaps) != 0, "the nim-sum is 0, so the program could not win")?;
        let mut text = Text::new();
        text.list(&heaps);
        text.line([manner(args)?]);
        Ok(text)
    })
}

fn nim_sum(heaps: &[i64]) -> i64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// The first of the drawn positions that is won for the player to move.
fn won(args: &Args, mut draw: impl FnMut() -> Vec<i64>) -> Result<Vec<i64>> {
    let drawn = (0..10_000).map(|_| draw()).find(|heaps| nim_sum(heaps) != 0);
    drawn.ok_or_else(|| args.complain("found no heaps whose nim-sum is not 0"))
}

/// One stone for each of `n` heaps, and every further one on a heap drawn for it.
fn split(n: i64, stones: i64, rng: &mut Rng) -> Vec<i64> {
    let mut heaps = vec![1; n as usize];
    for _ in n..stones {
        heaps[rng.below(n) as usize] += 1;
    }
    heaps
}

/// The last line of the test.
fn manner(args: &Args) -> Result<String> {
    let manner = args.text("manner")?;
    match manner.as_str() {
        "drag" | "largest" | "smallest" | "ones" | "trap" => Ok(manner),
        _ => Ok(format!("random {}", args.int("manner", 0..)?)),
    }
}
