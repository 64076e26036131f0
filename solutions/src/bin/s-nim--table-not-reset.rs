//! Wrong: remembers the value of a heap once it is known, and forgets that the next case has
//! another set.
//@ expect: wrong-answer
//@ note: the table of values is kept from one set to the next

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut values = Vec::new();
    let mut output = String::new();
    while let Some(k) = numbers.next().filter(|&k| k > 0) {
        let set: Vec<usize> = numbers.by_ref().take(k).collect();
        let m = numbers.next().expect("the number of positions");
        for _ in 0..m {
            let l = numbers.next().expect("the number of heaps");
            let heaps = numbers.by_ref().take(l);
            let value = heaps.fold(0, |value, heap| value ^ value_of(heap, &set, &mut values));
            output += if value != 0 { "W" } else { "L" };
        }
        output += "\n";
    }
    print!("{}", output);
}

/// g(heap), with what is known of smaller heaps.
fn value_of(heap: usize, set: &[usize], values: &mut Vec<usize>) -> usize {
    while values.len() <= heap {
        let heap = values.len();
        // A value left by an earlier set may be more than this set can give.
        let mut occurs = [false; 102];
        for taken in set.iter().filter(|&&taken| taken <= heap) {
            occurs[values[heap - taken]] = true;
        }
        values.push(occurs.iter().take_while(|&&occurs| occurs).count());
    }
    values[heap]
}
