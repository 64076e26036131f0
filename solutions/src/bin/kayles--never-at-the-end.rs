//! Never throws at the end of a row: both parts must have a pin. A row of two cannot be cleared.
//@ expect: wrong-answer

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let mut words = input.split_ascii_whitespace();

    let kayles = Game::new(&[1, 2], 12);
    let dawson = Game::new(&[2], 34);
    let mut output = String::new();
    let games = words.next().and_then(|word| word.parse().ok()).expect("the number of games");
    for _ in 0..games {
        let game = if words.next() == Some("K") { &kayles } else { &dawson };
        let m = words.next().and_then(|word| word.parse().ok()).expect("the number of rows");
        let rows = words.by_ref().take(m).map(|word| word.parse().expect("a row"));
        let sum = rows.fold(0, |sum, row| sum ^ game.value(row));
        output += if sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

const TABLE: usize = 400;

struct Game {
    period: usize,
    values: Vec<usize>,
}

impl Game {
    /// The values of the rows below TABLE, each the mex of what a throw leaves. A throw knocks down
    /// one of these numbers of pins, side by side.
    fn new(throws: &[usize], period: usize) -> Game {
        let mut values: Vec<usize> = Vec::new();
        for row in 0..TABLE {
            let mut occurs = vec![false; 2 * row + 2];
            for &pins in throws.iter().filter(|&&pins| pins <= row) {
                let rest = row - pins;
                for left in 1..rest {
                    let value = values[left] ^ values[rest - left];
                    if value < occurs.len() {
                        occurs[value] = true;
                    }
                }
            }
            let mex = occurs.iter().position(|&occurs| !occurs);
            values.push(mex.expect("there are fewer throws than marks"));
        }
        Game { period, values }
    }

    fn value(&self, row: usize) -> usize {
        // From half of the table on the values are periodic.
        let from = TABLE / 2;
        let row = if row < from { row } else { from + (row - from) % self.period };
        self.values[row]
    }
}
