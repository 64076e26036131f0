//! Wrong: sorts the heaps first. The moves come in the order of the heaps in the input.
//@ expect: wrong-answer
//@ note: prints the moves in the order of their sizes

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let Some(m) = numbers.next().filter(|&m| m > 0) {
        let mut heaps: Vec<u64> = numbers.by_ref().take(m as usize).collect();
        heaps.sort_unstable();
        let x = heaps.iter().fold(0, |x, heap| x ^ heap);
        output += if x != 0 { "Yes\n" } else { "No\n" };
        for heap in heaps {
            if heap ^ x < heap {
                output += &format!("{} {}\n", heap, heap ^ x);
            }
        }
    }
    print!("{}", output);
}
