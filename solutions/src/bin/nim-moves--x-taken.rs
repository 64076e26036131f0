//! Wrong: takes x stones from every heap that has as many. That leaves xor 0 only where the heap
//! has all bits of x.
//@ expect: wrong-answer
//@ note: h - x in place of h xor x

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<u64>().expect("a number"));

    let mut output = String::new();
    while let Some(m) = numbers.next().filter(|&m| m > 0) {
        let heaps: Vec<u64> = numbers.by_ref().take(m as usize).collect();
        let x = heaps.iter().fold(0, |x, heap| x ^ heap);
        output += if x != 0 { "Yes\n" } else { "No\n" };
        for heap in heaps {
            if x != 0 && heap >= x {
                output += &format!("{} {}\n", heap, heap - x);
            }
        }
    }
    print!("{}", output);
}
