//! nim-first-second: a list of tests, each some heaps.
//!
//!     every  --heaps N --max M                            every ordered list of N heaps of 1..=M
//!     random --tests T --heaps N --max M --seed S         T tests of N heaps of 1..=M
//!     nimsum --tests T --heaps N --max M --xor X --seed S the same with nim-sum X
//!     last   --heaps N --value V --last L                 one test: N - 1 heaps of V, then one of L

use kit::Text;

fn main() {
    kit::generate(|args, rng| {
        let n = args.int("heaps", 1..)?;
        let max = || args.int("max", 1..);
        let count = || args.int("tests", 1..);
        let tests: Vec<Vec<i64>> = match args.kind() {
            "every" => kit::all_lists(n, 1..=max()?),
            "random" => {
                let max = max()?;
                (0..count()?).map(|_| rng.ints(n, 1..=max)).collect()
            }
            "nimsum" => {
                let (max, xor) = (max()?, args.int("xor", 0..)?);
                (0..count()?).map(|_| rng.with_xor(n, 1..=max, xor)).collect::<kit::Result<_>>()?
            }
            "last" => {
                let mut heaps = vec![args.int("value", 1..)?; n as usize - 1];
                heaps.push(args.int("last", 1..)?);
                vec![heaps]
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
