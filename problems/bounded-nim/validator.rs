//! bounded-nim: the number of tests, then of each the number of heaps and the heaps.

fn main() {
    kit::validate(|input| {
        let tests = input.int("tests", 1..=50_000)?;
        let mut heaps = 0;
        for _ in 0..tests {
            let n = input.int("heaps in a test", 1..=200_000)?;
            heaps += n;
            input.ensure(heaps <= 200_000, "more than 200000 heaps in all")?;
            input.ints("heap", n, 1..=1_000_000_000)?;
        }
        input.record("heaps in all", 1..=200_000, heaps)?;
        input.end()
    })
}
