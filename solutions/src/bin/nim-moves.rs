//! Nim: every winning first move, in one pass.
//!
//! Bouton (1901): the player to move loses exactly when the xor x of all heaps is 0. So a move wins
//! exactly when it leaves xor 0. Taking from heap h leaves the others, whose xor is x ^ h; together
//! with what is left of h that is 0 only if h ^ x is left. So every heap has at most one winning
//! move, h -> h ^ x, and it is a move if h ^ x < h. That is the case exactly when h has the highest
//! bit of x, which an odd number of heaps do: if x is not 0, there is a winning move, and the
//! number of them is odd. If x is 0, h ^ x = h takes nothing and nobody gets a line.
//!
//! The xor of numbers has no bit that none of them has, so `u64` is exact for every heap below
//! 2^64; here they are below 2^31.

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
            if heap ^ x < heap {
                output += &format!("{} {}\n", heap, heap ^ x);
            }
        }
    }
    print!("{}", output);
}
