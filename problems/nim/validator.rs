//! nim: the number of heaps, then the heaps.

fn main() {
    kit::validate(|input| {
        let n = input.int("n", 1..=100)?;
        input.ints("heap", n, 1..=10_000)?;
        input.end()
    })
}
