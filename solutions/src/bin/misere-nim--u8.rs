//! Wrong: keeps the heaps in eight bits. A heap may have 5000 stones: 256 of them look like none,
//! 257 like one.
//@ expect: wrong-answer
//@ note: heaps count modulo 256

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for _ in 0..games {
        let n = numbers.next().expect("the number of heaps");
        let mut x = 0;
        let mut larger_heap = false;
        for heap in numbers.by_ref().take(n as usize).map(|heap| heap % 256) {
            x ^= heap;
            larger_heap |= heap > 1;
        }
        output += if (x != 0) == larger_heap { "John\n" } else { "Brother\n" };
    }
    print!("{}", output);
}
