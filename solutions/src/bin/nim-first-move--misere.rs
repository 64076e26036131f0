//! Wrong: plays the pearl game, where the last stone loses. Its winning move is the same until a move would leave only
//! heaps of one stone; there it leaves an odd number of them instead of an even one.
//@ expect: wrong-answer
//@ note: leaves an odd number of single stones

use std::io::{self, Read};

fn main() -> io::Result<()> {
    let numbers = read_numbers()?;
    let heaps = &numbers[1..];
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let large = heaps.iter().filter(|&&heap| heap > 1).count();
    let ones = heaps.iter().filter(|&&heap| heap == 1).count() as u64;
    let target = |heap: u64| match (large, heap) {
        (0, 1) if ones % 2 == 0 => Some(0),
        (0, _) => None,
        (1, heap) if heap > 1 => Some(1 - ones % 2),
        (1, _) => None,
        _ => Some(heap ^ nim_sum).filter(|&left| left < heap),
    };
    for (i, &heap) in heaps.iter().enumerate() {
        if let Some(left) = target(heap) {
            println!("{} {}", i + 1, left);
            return Ok(());
        }
    }
    println!("lose");
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
