//! Always plays on a largest heap.
//@ expect: wrong-answer
//@ note: the highest bit of x need not be in the largest heap, and the other winning moves are missing

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
        let most = heaps.iter().cloned().max().unwrap_or(0);
        out.push_str(&format!("{} {}\n", most, most ^ x));
    }
    print!("{}", out);
}
