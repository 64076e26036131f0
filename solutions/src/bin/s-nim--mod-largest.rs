//! Wrong: reduces every heap modulo the largest take plus one. That is right only for the set {1,
//! ..., k}.
//@ expect: wrong-answer
//@ note: the rule "mod (k + 1)" needs every number from 1 to k

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(k) = numbers.next().filter(|&k| k > 0) {
        let set: Vec<usize> = numbers.by_ref().take(k).collect();
        let largest = set.iter().max().expect("the set is not empty");
        let m = numbers.next().expect("the number of positions");
        for _ in 0..m {
            let l = numbers.next().expect("the number of heaps");
            let heaps = numbers.by_ref().take(l);
            let value = heaps.fold(0, |value, heap| value ^ (heap % (largest + 1)));
            output += if value != 0 { "W" } else { "L" };
        }
        output += "\n";
    }
    print!("{}", output);
}
