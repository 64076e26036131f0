//! Wrong: takes heaps of two for small ones. A heap of two offers a choice, a heap of one does not.
//@ expect: wrong-answer
//@ note: looks for a heap of more than two

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
        for heap in numbers.by_ref().take(n as usize) {
            x ^= heap;
            larger_heap |= heap > 2;
        }
        output += if (x != 0) == larger_heap { "John\n" } else { "Brother\n" };
    }
    print!("{}", output);
}
