// {title}: every question halves what is left, and 2^20 is more than a million.

use std::io::{self, BufRead, Write};

fn main() {
    let input = io::stdin();
    let mut lines = input
        .lock()
        .lines()
        .map(|line| line.expect("the judge answers"));
    let n: i64 = lines
        .next()
        .expect("the judge begins")
        .trim()
        .parse()
        .expect("a whole number");

    let (mut low, mut high) = (1, n);
    loop {
        let middle = low + (high - low) / 2;
        println!("{}", middle);
        io::stdout().flush().expect("the judge listens");
        match lines.next().as_ref().map(|line| line.trim()) {
            Some("higher") => low = middle + 1,
            Some("lower") => high = middle - 1,
            _ => return,
        }
    }
}
