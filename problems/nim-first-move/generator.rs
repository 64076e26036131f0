//! nim-first-move: one game.
//!
//!     random --n N --max M --seed S            N heaps of 0..=M
//!     nimsum --n N --max M --xor X --seed S    the same, with nim-sum X
//!     pairs  --n N --max M --seed S            N heaps (N even), every size twice, in random order
//!     equal  --n N --heap H                    N heaps of H
//!     only   --n N --bit B --place P --seed S  N heaps of which one, the P-th, has the bit B or a
//!                                              higher one: only it can win
//!     hidden --n N --bit B --place P --seed S  N heaps (N odd); the one move that wins is at the
//!                                              P-th, the only heap with bit B; the others are larger

use kit::Rng;

fn main() {
    kit::generate(|args, rng| {
        let n = args.int("n", 1..)?;
        let max = || args.int("max", 0..);
        let bit = || args.int("bit", 0..=50);
        let place = || args.int("place", 1..=n).map(|place| place as usize - 1);
        let heaps = match args.kind() {
            "random" => rng.ints(n, 0..=max()?),
            "nimsum" => rng.with_xor(n, 0..=max()?, args.int("xor", 0..)?)?,
            "pairs" => {
                args.ensure(n % 2 == 0, "--n must be even")?;
                let sizes = rng.ints(n / 2, 0..=max()?);
                let mut heaps: Vec<i64> = sizes.iter().flat_map(|&size| [size, size]).collect();
                rng.shuffle(&mut heaps);
                heaps
            }
            "equal" => vec![args.int("heap", 0..)?; n as usize],
            "only" => {
                let bit = 1_i64 << bit()?;
                let mut heaps = rng.ints(n - 1, 0..bit);
                heaps.insert(place()?, rng.int(bit..2 * bit));
                heaps
            }
            "hidden" => {
                args.ensure(n % 2 == 1, "--n must be odd")?;
                hidden(n, 1 << bit()?, place()?, rng)
            }
            _ => return Err(args.unknown_kind()),
        };
        let mut text = kit::Text::new();
        text.list(&heaps);
        Ok(text)
    })
}

/// The nim-sum's highest bit is `bit`, and of all heaps only the one at `place` has it. The others
/// come in pairs that agree above the bit, so those parts cancel. They share lower bits with the
/// nim-sum: baits, none of which wins.
fn hidden(n: i64, bit: i64, place: usize, rng: &mut Rng) -> Vec<i64> {
    let mut heaps = Vec::new();
    for _ in 0..n / 2 {
        let above = rng.int(1..=256) * 2 * bit;
        heaps.push(above + rng.below(bit));
        heaps.push(above + rng.below(bit));
    }
    rng.shuffle(&mut heaps);
    heaps.insert(place, bit + rng.below(bit));
    heaps
}
