//! {slug}: any two different positive numbers whose sum is n are right.
//!
//! The answer has to pass, too: a mistake there is the jury's, and no solution pays for it.

use kit::{Reader, Result};

fn main() {
    kit::check(|test, output| {
        let n = test.input.int("n", 3..)?;
        split(n, &mut test.answer)?;
        split(n, output)
    })
}

fn split(n: i64, text: &mut Reader) -> Result<()> {
    let a = text.int("the first number", 1..n)?;
    let b = text.int("the second number", 1..n)?;
    text.end()?;
    text.ensure(a != b, "the numbers are equal")?;
    text.ensure(a + b == n, format_args!("{} and {} are {}, not {}", a, b, a + b, n))
}
