//! Wrong: removes a heap from its list when it is empty, and numbers those that are left anew.
//@ expect: wrong-answer
//@ note: empty heaps are no longer counted

use std::io::{self, BufRead, Write};

fn main() {
    read_numbers(); // How many heaps there are shows in the next line.
    let mut heaps = read_numbers();
    while let Some((i, left)) = winning_move(&heaps) {
        println!("{} {}", i + 1, heaps[i] - left);
        io::stdout().flush().expect("the judge listens");
        heaps[i] = left;
        heaps.retain(|&heap| heap > 0);
        if heaps.is_empty() {
            break;
        }
        match read_numbers()[..] {
            [heap, taken] if heap <= heaps.len() => {
                heaps[heap - 1] = heaps[heap - 1].saturating_sub(taken);
                heaps.retain(|&heap| heap > 0);
            }
            _ => break, // The judge has left, or speaks of a heap that is not there any more.
        }
    }
}

/// The numbers of the next line; none at the end of the input.
fn read_numbers() -> Vec<usize> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).expect("the input is text");
    let words = line.split_ascii_whitespace();
    words.map(|word| word.parse().expect("a number")).collect()
}

/// The heap to shrink and what to leave of it: there is such a move while the nim-sum is not 0.
fn winning_move(heaps: &[usize]) -> Option<(usize, usize)> {
    let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let i = heaps.iter().position(|&heap| heap ^ nim_sum < heap)?;
    Some((i, heaps[i] ^ nim_sum))
}
