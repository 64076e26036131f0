//! nim: one game.
//!
//!     random --n N --max M --seed S           N heaps of 1..=M
//!     nimsum --n N --max M --xor X --seed S   the same, with nim-sum X
//!     pairs  --n N --max M --seed S           N heaps (N even), every size twice, in random order
//!     equal  --n N --heap H                   N heaps of H

fn main() {
    kit::generate(|args, rng| {
        let n = args.int("n", 1..)?;
        let max = || args.int("max", 1..);
        let heaps = match args.kind() {
            "random" => rng.ints(n, 1..=max()?),
            "nimsum" => rng.with_xor(n, 1..=max()?, args.int("xor", 0..)?)?,
            "pairs" => {
                args.ensure(n % 2 == 0, "--n must be even")?;
                let sizes = rng.ints(n / 2, 1..=max()?);
                let mut heaps: Vec<i64> = sizes.iter().flat_map(|&size| [size, size]).collect();
                rng.shuffle(&mut heaps);
                heaps
            }
            "equal" => vec![args.int("heap", 1..)?; n as usize],
            _ => return Err(args.unknown_kind()),
        };
        let mut text = kit::Text::new();
        text.list(&heaps);
        Ok(text)
    })
}
