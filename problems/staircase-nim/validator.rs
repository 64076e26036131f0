//! staircase-nim: the number of steps, then the stones on each.

fn main() {
    kit::validate(|input| {
        let n = input.int("n", 1..=100_000)?;
        input.ints("a", n, 1..=1_000_000_000)?;
        input.end()
    })
}
