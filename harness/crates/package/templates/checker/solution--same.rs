//@ expect: wrong-answer
//@ note: the halves of an even number are equal

use std::io;

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).expect("the input is text");
    let n: i64 = line.trim().parse().expect("a whole number");
    println!("{} {}", n / 2, n - n / 2);
}
