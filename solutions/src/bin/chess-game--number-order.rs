//! Wrong: computes the values from the last position down to the first, as if every edge led to a
//! higher number. The numbers of the positions are not a topological order.
//@ expect: wrong-answer
//@ note: a value is used before it is known

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

/// The Sprague-Grundy value of every position, if all edges led to higher numbers.
fn values(edges: &[Vec<usize>]) -> Vec<usize> {
    let mut values = vec![0; edges.len()];
    for v in (0..edges.len()).rev() {
        let mut occurs = vec![false; edges.len() + 1];
        edges[v].iter().for_each(|&to| occurs[values[to]] = true);
        values[v] = occurs.iter().take_while(|&&occurs| occurs).count();
    }
    values
}
