//! Wrong: keeps what the search has found out from one board to the next: a position of the new
//! board keeps the value that the position with its number had before.
//@ expect: wrong-answer
//@ note: the values are never forgotten between boards

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut known = vec![None; 1000];
    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut edges: Vec<Vec<usize>> = Vec::new();
        for _ in 0..n {
            let count = numbers.next().expect("the number of out-positions");
            edges.push(numbers.by_ref().take(count).collect());
        }
        while let Some(m) = numbers.next().filter(|&m| m > 0) {
            let chessmen = numbers.by_ref().take(m);
            let value = chessmen
                .fold(0, |value, position| value ^ self::value(position, &edges, &mut known));
            output += if value != 0 { "WIN\n" } else { "LOSE\n" };
        }
    }
    print!("{}", output);
}

/// The Sprague-Grundy value of position `v`. The search is at most as deep as there are positions,
/// 1000.
fn value(v: usize, edges: &[Vec<usize>], known: &mut [Option<usize>]) -> usize {
    if let Some(value) = known[v] {
        return value;
    }
    let options: Vec<usize> = edges[v].iter().map(|&to| value(to, edges, known)).collect();
    let mex = (0..).find(|value| !options.contains(value)).expect("some number is missing");
    known[v] = Some(mex);
    mex
}
