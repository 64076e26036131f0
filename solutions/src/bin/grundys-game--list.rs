//! Grundy's game by the list of its lost heaps, as it stands in the literature (OEIS A036685). The
//! list is complete up to 1000000, as `grundys-game--whole-table` shows, and beyond 2^35 as far as
//! anyone has computed.

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let lost = lost_heaps();
    let mut output = String::new();
    let games = numbers.next().expect("the number of games");
    for n in numbers.take(games) {
        output += if lost.contains(&n) { "second\n" } else { "first\n" };
    }
    print!("{}", output);
}

fn lost_heaps() -> Vec<usize> {
    vec![
        1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337, 340, 346,
        359, 362, 365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685, 923, 926, 929,
        932, 1222,
    ]
}
