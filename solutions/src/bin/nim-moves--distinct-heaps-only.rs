//! Wrong: prints equal heaps once. Two heaps of the same size are two moves and two lines.
//@ expect: wrong-answer
//@ note: heaps of one size share a line

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
        for (i, heap) in heaps.iter().enumerate() {
            if heap ^ x < *heap && !heaps[..i].contains(heap) {
                output += &format!("{} {}\n", heap, heap ^ x);
            }
        }
    }
    print!("{}", output);
}
