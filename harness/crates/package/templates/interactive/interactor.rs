//! Plays `{slug}` against a solution: `interactor INPUT ANSWER FEEDBACK-FOLDER`; standard output goes to the solution, standard input comes
//! from it. Exit code 42 accepts, 43 rejects and says why in `judgemessage.txt`. The input holds n and the number to be found.

use std::env;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process;

const MOST_QUESTIONS: usize = 20;

fn main() {
    let args: Vec<String> = env::args().collect();
    let input = fs::read_to_string(&args[1]).expect("the input can be read");
    let numbers: Vec<i64> = input
        .split_whitespace()
        .map(|word| word.parse().expect("a number"))
        .collect();
    match play(numbers[0], numbers[1]) {
        Ok(()) => process::exit(42),
        Err(mistake) => {
            fs::write(Path::new(&args[3]).join("judgemessage.txt"), mistake)
                .expect("the folder can be written");
            process::exit(43);
        }
    }
}

fn play(n: i64, secret: i64) -> Result<(), String> {
    say(&n.to_string());
    for _ in 0..MOST_QUESTIONS {
        let mut line = String::new();
        if io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
            return Err("the program ended before it found the number".to_string());
        }
        let guess: i64 = line
            .trim()
            .parse()
            .map_err(|_| format!("{:?} is not a number", line.trim()))?;
        if guess == secret {
            say("right");
            return Ok(());
        }
        say(if guess < secret { "higher" } else { "lower" });
    }
    Err(format!(
        "the number was not found with {} questions",
        MOST_QUESTIONS
    ))
}

/// A program that has gone is found out when its next line does not come.
fn say(line: &str) {
    let mut out = io::stdout();
    let _ = writeln!(out, "{}", line);
    let _ = out.flush();
}
