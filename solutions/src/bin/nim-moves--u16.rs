//! Keeps the heaps in 16 bits.
//@ expect: wrong-answer
//@ note: a heap may have more than 65535 stones

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
            .map(|word| word.parse::<u64>().expect("a heap is a number"))
            .map(|heap| heap % 65536)
            .collect();
        let x = heaps.iter().fold(0, |x, heap| x ^ heap);
        if x == 0 {
            out.push_str("No\n");
            continue;
        }
        out.push_str("Yes\n");
        for &heap in &heaps {
            if (heap ^ x) < heap {
                out.push_str(&format!("{} {}\n", heap, heap ^ x));
            }
        }
    }
    print!("{}", out);
}
