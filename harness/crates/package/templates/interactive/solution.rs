//! {title}: every question halves what is left, and 2^20 is more than a million.

use std::io::{self, BufRead, Write};

fn main() {
    let mut low = 1;
    let mut high: i64 = read_line().parse().expect("a number");
    loop {
        let middle = low + (high - low) / 2;
        println!("{}", middle);
        io::stdout().flush().expect("the judge listens");
        match read_line().as_str() {
            "higher" => low = middle + 1,
            "lower" => high = middle - 1,
            _ => break,
        }
    }
}

/// The next line, without its end.
fn read_line() -> String {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).expect("the input is text");
    line.trim().to_string()
}
