// {title}: 1 and n - 1 differ, because n is at least 3.

use std::io;

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).expect("the input is text");
    let n: i64 = line.trim().parse().expect("a whole number");
    println!("1 {}", n - 1);
}
