//! A Chess Game from its rules alone: a placing of the chessmen is lost when every move from it leads to a won one.
//!
//! A placing of m chessmen is written as a number of m digits in base N, the digit being a position's place in an
//! order in which out-positions come first. A move makes one digit smaller and so the whole number, and one sweep
//! upwards decides every placing. No values, no xor.
//@ expect(*/*-big-*): run-time-error
//@ note: too large for the brute force; it stops with exit code 3 before any work

use std::io::{self, Read};
use std::process;

/// Moves that one test may cost.
const LIMIT: u64 = 10_000_000;

struct Graph {
    edges: Vec<Vec<usize>>,
    queries: Vec<Vec<usize>>,
}

fn main() {
    let graphs = read_graphs();
    let cost = graphs.iter().map(|graph| {
        let most = graph.edges.iter().map(|row| row.len() as u64 + 1).max();
        let costs = counts_of_chessmen(graph).into_iter().map(|m| {
            let placings = (graph.edges.len() as u64).saturating_pow(m as u32);
            placings.saturating_mul(m as u64 * most.unwrap_or(1))
        });
        costs.fold(0, u64::saturating_add)
    });
    if cost.fold(0, u64::saturating_add) > LIMIT {
        eprintln!("too large for the brute force");
        process::exit(3);
    }
    for graph in &graphs {
        print!("{}", play(graph));
    }
}

/// The different numbers of chessmen that the queries ask about.
fn counts_of_chessmen(graph: &Graph) -> Vec<usize> {
    let mut counts: Vec<usize> = graph.queries.iter().map(Vec::len).collect();
    counts.sort_unstable();
    counts.dedup();
    counts
}

fn play(graph: &Graph) -> String {
    let n = graph.edges.len();
    let mut order: Vec<usize> = Vec::new();
    let mut digit: Vec<Option<usize>> = vec![None; n];
    while order.len() < n {
        for v in 0..n {
            if digit[v].is_none() && graph.edges[v].iter().all(|&to| digit[to].is_some()) {
                digit[v] = Some(order.len());
                order.push(v);
            }
        }
    }
    let digit: Vec<usize> = digit.into_iter().flatten().collect();
    let moves: Vec<Vec<usize>> = order
        .iter()
        .map(|&v| graph.edges[v].iter().map(|&to| digit[to]).collect())
        .collect();
    let mut won_by_count = vec![Vec::new(); 11];
    for m in counts_of_chessmen(graph) {
        won_by_count[m] = decide(&moves, m);
    }
    let answers = graph.queries.iter().map(|query| {
        let placing = query.iter().fold(0, |number, &v| number * n + digit[v]);
        if won_by_count[query.len()][placing] {
            "WIN\n"
        } else {
            "LOSE\n"
        }
    });
    answers.collect()
}

/// Which placings of m chessmen the player to move wins.
fn decide(moves: &[Vec<usize>], m: usize) -> Vec<bool> {
    let n = moves.len();
    let mut won: Vec<bool> = Vec::new();
    for placing in 0..n.pow(m as u32) {
        let mut weight = 1;
        let mut moves_to_lost = false;
        for _ in 0..m {
            let from = placing / weight % n;
            moves_to_lost |= moves[from]
                .iter()
                .any(|&to| !won[placing - (from - to) * weight]);
            weight *= n;
        }
        won.push(moves_to_lost);
    }
    won
}

fn read_graphs() -> Vec<Graph> {
    let mut text = String::new();
    let read = io::stdin().read_to_string(&mut text);
    read.expect("standard input is text");
    let mut numbers = text
        .split_whitespace()
        .map(|word| word.parse().unwrap_or(0));
    let mut graphs = Vec::new();
    while let Some(n) = numbers.next() {
        let edges = (0..n).map(|_| read_list(&mut numbers)).collect();
        let mut queries = Vec::new();
        loop {
            let query = read_list(&mut numbers);
            if query.is_empty() {
                break;
            }
            queries.push(query);
        }
        graphs.push(Graph { edges, queries });
    }
    graphs
}

fn read_list(numbers: &mut impl Iterator<Item = usize>) -> Vec<usize> {
    let length = numbers.next().unwrap_or(0);
    numbers.by_ref().take(length).collect()
}
