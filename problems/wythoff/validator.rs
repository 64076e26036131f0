//! wythoff: pairs of piles until the end of the file.

fn main() {
    kit::validate(|input| {
        let mut pairs = 0;
        while !input.at_end() {
            input.ints("pile", 2, 0..=1_000_000_000)?;
            pairs += 1;
        }
        input.record("pairs", 0..=10_000, pairs)?;
        input.end()
    })
}
