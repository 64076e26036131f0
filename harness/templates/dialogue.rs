use std::io;

fn main() {
    let mut line = String::new();
    io::stdin().read_line(&mut line).unwrap();

    // println! writes the line out at once where a person would read it, and here, too.
    println!("{}", line.trim());
}
