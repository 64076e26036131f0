//! Prints all moves in one line.
//@ expect: presentation-error
//@ note: each move stands on a line of its own; the tokens are right, the lines are not

use std::io::{self, Read};

fn main() {
    let mut text = String::new();
    io::stdin()
        .read_to_string(&mut text)
        .expect("the input is text");
    let mut words = text.split_ascii_whitespace();
    let mut out = String::new();
    while let Some(count) = words.next().map(|word| word.parse().expect("a count")) {
        if count == 0 {
            break;
        }
        let heaps: Vec<u64> = words
            .by_ref()
            .take(count)
            .map(|word| word.parse().expect("a heap is a number"))
            .collect();
        let x = heaps.iter().fold(0, |x, heap| x ^ heap);
        if x == 0 {
            out.push_str("No\n");
            continue;
        }
        out.push_str("Yes\n");
        for &heap in &heaps {
            if (heap ^ x) < heap {
                out.push_str(&format!("{} {} ", heap, heap ^ x));
            }
        }
        out.push('\n');
    }
    print!("{}", out);
}
