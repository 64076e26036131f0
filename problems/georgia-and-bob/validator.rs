//! georgia-and-bob: T cases of N chessmen on different cells.

fn main() {
    kit::validate(|input| {
        let cases = input.int("T", 1..=20)?;
        for _ in 0..cases {
            let n = input.int("N", 1..=1000)?;
            input.distinct("position", n, 1..=10_000)?;
        }
        input.end()
    })
}
