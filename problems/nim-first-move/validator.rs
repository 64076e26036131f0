//! nim-first-move: the number of heaps, then the heaps, some of them perhaps empty.

fn main() {
    kit::validate(|input| {
        let n = input.int("n", 1..=1000)?;
        input.ints("heap", n, 0..=1_000_000_000_000_000_000)?;
        input.end()
    })
}
