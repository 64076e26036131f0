//@ expect: wrong-answer
//@ note: asks for every number in turn, and 20 questions are not enough

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

    for guess in 1..=n {
        println!("{}", guess);
        io::stdout().flush().expect("the judge listens");
        match lines.next() {
            Some(ref answer) if answer.trim() == "higher" => {}
            _ => return,
        }
    }
}
