//! Wrong: makes a right first move and then copies: as many stones as the judge has just taken,
//! from another heap. That is right for two heaps (and for heaps in pairs, with some luck), and no
//! further.
//@ expect: wrong-answer
//@ note: copies the number of stones from its second move on

use std::io::{self, BufRead, Write};

fn main() {
    read_numbers(); // How many heaps there are shows in the next line.
    let mut heaps = read_numbers();
    let mut next = winning_move(&heaps);
    while let Some((i, left)) = next {
        println!("{} {}", i + 1, heaps[i] - left);
        io::stdout().flush().expect("the judge listens");
        heaps[i] = left;
        if heaps.iter().all(|&heap| heap == 0) {
            break;
        }
        match read_numbers()[..] {
            [heap, taken] => {
                heaps[heap - 1] -= taken;
                next = copy(&heaps, heap - 1, taken);
            }
            _ => break, // The judge has left.
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

/// As many stones as the judge took, or what there is, from the largest heap but the judge's.
fn copy(heaps: &[usize], of_judge: usize, taken: usize) -> Option<(usize, usize)> {
    let with_stones = || (0..heaps.len()).filter(|&i| heaps[i] > 0);
    let others = with_stones().filter(|&i| i != of_judge);
    let i = others.max_by_key(|&i| heaps[i]).or_else(|| with_stones().next())?;
    Some((i, heaps[i].saturating_sub(taken)))
}
