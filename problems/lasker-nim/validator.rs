//! lasker-nim: t games of n heaps of s stones.

fn main() {
    kit::validate(|input| {
        let games = input.int("t", 1..=100)?;
        for _ in 0..games {
            // The home judge has up to 10^6 heaps; 10^5 is the limit of the data here.
            let n = input.int("n", 1..=100_000)?;
            input.ints("s", n, 1..=2_147_483_647)?;
        }
        input.end()
    })
}
