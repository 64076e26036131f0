//! Wrong: asks for every number in turn, and 20 questions are not enough.
//@ expect: wrong-answer

use std::io::{self, BufRead, Write};

fn main() {
    let n: i64 = read_line().parse().expect("a number");
    for guess in 1..=n {
        println!("{}", guess);
        io::stdout().flush().expect("the judge listens");
        if read_line() != "higher" {
            break;
        }
    }
}

/// The next line, without its end.
fn read_line() -> String {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).expect("the input is text");
    line.trim().to_string()
}
