//! nim-cases: games until n = 0 or the end of the file; whatever follows the 0 is free.

fn main() {
    kit::validate(|input| {
        while !input.at_end() && !input.skip("0") {
            let n = input.int("n", 1..=100_000)?;
            input.ints("heap", n, 0..=2_147_483_647)?;
        }
        input.rest()
    })
}
