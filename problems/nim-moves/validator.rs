//! nim-moves: cases of m heaps until m is 0; whatever follows the 0 is free.

fn main() {
    kit::validate(|input| {
        let (mut cases, mut heaps) = (0, 0);
        while !input.skip("0") {
            let m = input.int("heaps in a case", 1..=200_000)?;
            cases += 1;
            heaps += m;
            input.ensure(heaps <= 200_000, "more than 200000 heaps in all")?;
            input.ints("heap", m, 1..=2_147_483_647)?;
        }
        input.record("cases", 0..=1000, cases)?;
        input.rest()
    })
}
