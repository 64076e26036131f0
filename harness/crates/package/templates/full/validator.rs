//! {slug}: the number of numbers, then the numbers.

fn main() {
    kit::validate(|input| {
        let n = input.int("n", 1..=100)?;
        input.ints("number", n, -1_000_000_000..=1_000_000_000)?;
        input.end()
    })
}
