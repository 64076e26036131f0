//! Wrong: knows only the final 0 and counts on it. Where the file just ends, the next n is not
//! there.
//@ expect: run-time-error
//@ note: panics at the end of a file without n = 0

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    loop {
        let n = numbers.next().expect("every file ends with a 0");
        if n == 0 {
            break;
        }
        let heaps = numbers.by_ref().take(n as usize);
        let nim_sum = heaps.fold(0, |sum, heap| sum ^ heap);
        output += if nim_sum != 0 { "Alice!\n" } else { "Bob!\n" };
    }
    print!("{}", output);
}
