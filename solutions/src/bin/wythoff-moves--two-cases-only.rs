//! Wythoff's game by a case distinction that is not complete.
//!
//! The lost positions (a_k, b_k) are listed as usual. Then a position a < b is looked at in two
//! cases: a is a lower number a_i, or b is an upper number b_i. "Every pile is in some pair" seems
//! to say that one of them must hold. But a may be an upper number and b a lower one: (2, 3),
//! (2, 4), (2, 6), (5, 6), … are in neither case, and are taken for lost here.
//@ expect: wrong-answer

use std::io::{self, Read};

/// Lost positions up to piles of 2000000 stones, far beyond every test.
const LARGEST: usize = 2_000_000;

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut partner = vec![usize::MAX; LARGEST + 1];
    let mut lower = Vec::new();
    for pile in 0..=LARGEST {
        if partner[pile] > LARGEST {
            let other = pile + lower.len();
            lower.push(pile);
            partner[pile] = other;
            if other <= LARGEST {
                partner[other] = pile;
            }
        }
    }

    let mut output = String::new();
    while let (Some(a), Some(b)) = (numbers.next(), numbers.next()) {
        if (a, b) == (0, 0) {
            break;
        }
        let (a, b) = (a.min(b), a.max(b));
        let neither = partner[a] < a && partner[b] > b;
        let both = lower[b - a];
        let mut moves = Vec::new();
        if !neither && both < a {
            moves.push((both, both + b - a));
        }
        if !neither && partner[a] < b {
            moves.push((a.min(partner[a]), a.max(partner[a])));
        }
        if !neither && partner[b] < a && a < b {
            moves.push((partner[b], b));
        }
        output += if moves.is_empty() { "0\n" } else { "1\n" };
        for (x, y) in moves {
            output += &format!("{} {}\n", x, y);
        }
    }
    print!("{}", output);
}
