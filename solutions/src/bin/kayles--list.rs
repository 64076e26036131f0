//! Kayles and Dawson's Kayles by lists, as they stand in the literature (R. K. Guy and C. A. B.
//! Smith, "The G-values of various games", 1956): the values of one period of each game, and the
//! rows before it whose values differ. A second way to the values, which computes nothing.

use std::io::{self, Read};

const KAYLES: [usize; 12] = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7];
const KAYLES_EXCEPTIONS: [(usize, usize); 14] = [
    (0, 0),
    (3, 3),
    (6, 3),
    (9, 4),
    (11, 6),
    (15, 7),
    (18, 3),
    (21, 4),
    (22, 6),
    (28, 5),
    (34, 6),
    (39, 3),
    (57, 4),
    (70, 6),
];

const DAWSON: [usize; 34] = [
    4, 8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5,
    3, 7,
];
const DAWSON_EXCEPTIONS: [(usize, usize); 8] =
    [(0, 0), (1, 0), (15, 0), (17, 2), (18, 2), (32, 2), (35, 0), (52, 2)];

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let mut words = input.split_ascii_whitespace();

    let mut output = String::new();
    let games = words.next().and_then(|word| word.parse().ok()).expect("the number of games");
    for _ in 0..games {
        let is_kayles = words.next() == Some("K");
        let m = words.next().and_then(|word| word.parse().ok()).expect("the number of rows");
        let mut sum = 0;
        for word in words.by_ref().take(m) {
            let row = word.parse().expect("a row");
            sum ^= match is_kayles {
                true => value(row, &KAYLES, &KAYLES_EXCEPTIONS),
                false => value(row, &DAWSON, &DAWSON_EXCEPTIONS),
            };
        }
        output += if sum != 0 { "first\n" } else { "second\n" };
    }
    print!("{}", output);
}

fn value(row: usize, period: &[usize], exceptions: &[(usize, usize)]) -> usize {
    let exception = exceptions.iter().find(|&&(exception, _)| exception == row);
    exception.map_or(period[row % period.len()], |&(_, value)| value)
}
