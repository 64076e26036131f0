//! Judges an output of `{slug}`: `checker INPUT ANSWER FEEDBACK-FOLDER < OUTPUT`. Exit code 42 accepts, 43 rejects and says why in
//! `judgemessage.txt`; anything else is the checker's own fault. The answer file holds one right answer of many.

use std::env;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process;

fn main() {
    let args: Vec<String> = env::args().collect();
    let input = fs::read_to_string(&args[1]).expect("the input can be read");
    let mut output = Vec::new();
    io::stdin()
        .read_to_end(&mut output)
        .expect("the output can be read");
    match check(&input, &String::from_utf8_lossy(&output)) {
        Ok(()) => process::exit(42),
        Err(mistake) => {
            fs::write(Path::new(&args[3]).join("judgemessage.txt"), mistake)
                .expect("the folder can be written");
            process::exit(43);
        }
    }
}

fn check(input: &str, output: &str) -> Result<(), String> {
    let n: i64 = input.trim().parse().expect("the input is a number");
    let words: Vec<&str> = output.split_whitespace().collect();
    let numbers: Vec<i64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if words.len() != 2 || numbers.len() != 2 {
        return Err(format!("two numbers are wanted, not {:?}", output));
    }
    let (a, b) = (numbers[0], numbers[1]);
    if a < 1 || b < 1 || a == b {
        Err(format!(
            "{} and {} are not two different positive numbers",
            a, b
        ))
    } else if a.checked_add(b) != Some(n) {
        Err(format!("{} and {} are not {} together", a, b, n))
    } else {
        Ok(())
    }
}
