//! Wrong: reads the hint of the fourth text, that one column which is not 1 is the exception, as if
//! the winner changed there. Only the *move* is another one there; the winner changes where no heap
//! is larger than 1.
//@ expect: wrong-answer
//@ note: a single larger heap is called lost, and heaps of one are not looked at

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
        let mut larger_heaps = 0;
        for heap in numbers.by_ref().take(n as usize) {
            x ^= heap;
            larger_heaps += u64::from(heap > 1);
        }
        output += if (x != 0) != (larger_heaps == 1) { "John\n" } else { "Brother\n" };
    }
    print!("{}", output);
}
