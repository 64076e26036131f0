//! Wrong: takes one more than the largest value of the options, which is the length of the longest
//! path, for the mex. Out-positions of values 0 and 2 give the value 1.
//@ expect: wrong-answer
//@ note: the largest option plus one instead of the mex

use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).expect("the input is text");
    let words = input.split_ascii_whitespace();
    let mut numbers = words.map(|word| word.parse::<usize>().expect("a number"));

    let mut output = String::new();
    while let Some(n) = numbers.next() {
        let mut edges: Vec<Vec<usize>> = Vec::new();
        for _ in 0..n {
            let count = numbers.next().expect("the number of out-positions");
            edges.push(numbers.by_ref().take(count).collect());
        }
        let values = values(&edges);
        while let Some(m) = numbers.next().filter(|&m| m > 0) {
            let chessmen = numbers.by_ref().take(m);
            let value = chessmen.fold(0, |value, position| value ^ values[position]);
            output += if value != 0 { "WIN\n" } else { "LOSE\n" };
        }
    }
    print!("{}", output);
}

/// The length of the longest path from every position.
fn values(edges: &[Vec<usize>]) -> Vec<usize> {
    let n = edges.len();
    let mut edges_into = vec![Vec::new(); n];
    for (from, out_positions) in edges.iter().enumerate() {
        out_positions.iter().for_each(|&to| edges_into[to].push(from));
    }
    let mut unknown: Vec<usize> = edges.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..n).filter(|&v| unknown[v] == 0).collect();
    let mut values = vec![0; n];
    while let Some(v) = ready.pop() {
        values[v] = edges[v].iter().map(|&to| values[to] + 1).max().unwrap_or(0);
        for &from in &edges_into[v] {
            unknown[from] -= 1;
            if unknown[from] == 0 {
                ready.push(from);
            }
        }
    }
    values
}
