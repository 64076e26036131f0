//! {slug}: the program finds a number with at most 20 questions. The input holds n and the number.

use std::cmp::Ordering;

const MOST_QUESTIONS: usize = 20;

fn main() {
    kit::interact(|test, program| {
        let n = test.input.int("n", 1..)?;
        let secret = test.input.int("the number", 1..=n)?;
        program.send(n)?;
        for _ in 0..MOST_QUESTIONS {
            let mut line = program.line()?;
            let guess = line.int("the guess", ..)?;
            line.end()?;
            match guess.cmp(&secret) {
                Ordering::Less => program.send("higher")?,
                Ordering::Greater => program.send("lower")?,
                Ordering::Equal => return program.send("right"),
            }
        }
        Err(program.complain(format_args!("{} questions were not enough", MOST_QUESTIONS)))
    })
}
