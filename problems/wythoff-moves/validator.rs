//! wythoff-moves: pairs of piles until `0 0` or the end of the file; whatever follows `0 0` is free.

fn main() {
    kit::validate(|input| {
        while !input.at_end() && !input.skip("0 0") {
            input.int("a", 0..=1_000_000)?;
            input.int("b", 0..=1_000_000)?;
        }
        input.rest()
    })
}
