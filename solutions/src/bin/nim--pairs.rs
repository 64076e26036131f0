//! Wrong: carries the answer for two heaps ("equal heaps lose, copy the other player") over to any number of them.
//! Heaps that pair off do lose, but they are not the only ones: 1 2 3 has no pair and is lost.
//@ expect: wrong-answer
//@ note: Bob only if every size occurs an even number of times

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let mut heaps = read_numbers()?.split_off(1);
    heaps.sort_unstable();
    // Equal neighbours cancel; what stays on the stack has no partner.
    let mut unpaired: Vec<u64> = Vec::new();
    for heap in heaps {
        if unpaired.last() == Some(&heap) {
            unpaired.pop();
        } else {
            unpaired.push(heap);
        }
    }
    println!("{}", if unpaired.is_empty() { "Bob" } else { "Alice" });
    Ok(())
}

fn read_numbers() -> io::Result<Vec<u64>> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    Ok(input
        .split_whitespace()
        .filter_map(|token| token.parse().ok())
        .collect())
}
