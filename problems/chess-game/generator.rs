//! Test generator for A Chess Game: `random --key value ...` in, one test on standard output.
//!
//! * `--graphs C --n R --degree R --queries R --m R --lose P --seed X`: C graphs of n positions. The positions have a
//!   hidden rank; each has edges to `degree` lower ranks (or to all of them, where there are fewer). Then q queries of m
//!   chessmen each. In P percent of the queries the last chessman is placed so that the query is lost, if any place
//!   does that. A descending range such as `--n 700-100` is not drawn from: it goes down evenly from graph to graph.
//! * `--near W`: edges reach at most W ranks down, which makes the graph deep.
//! * `--full F`: each of the F lowest ranks has edges to all ranks below, so the values 0 to F - 1 all occur.
//! * `--hub 1`: the highest rank has edges to all others.
//! * `--order forward|backward`: numbers along the ranks, all edges to higher or all to lower numbers; else shuffled.
//! * `--xor D`: every second query made lost is made to have the xor D instead.
//!
//! R is a number or a range `A-B`. Integers only, so the bytes are the same everywhere.

use std::collections::HashMap;
use std::env;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process;

const USAGE: &str =
    "usage: generator random --graphs C --n R --degree R --queries R --m R --lose P --seed X \
     [--near W] [--full F] [--hub 1] [--order forward|backward] [--xor D]";

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    let test = match words.split_first() {
        Some((kind, rest)) => options(rest).and_then(|options| match kind.as_str() {
            "random" => random(&options),
            _ => None,
        }),
        None => None,
    };
    match test {
        Some(text) => {
            let written = io::stdout().write_all(text.as_bytes());
            written.expect("standard output takes the test");
        }
        None => {
            eprintln!("{}", USAGE);
            process::exit(2);
        }
    }
}

fn random(options: &HashMap<String, String>) -> Option<String> {
    let graphs = number(options, "graphs")?;
    let (n_first, n_last) = range(options, "n")?;
    let mut random = SplitMix64(number(options, "seed")?);
    let mut text = String::new();
    for graph in 0..graphs {
        let n = if n_first > n_last {
            n_first - (n_first - n_last) * graph / graphs.max(2)
        } else {
            random.within((n_first, n_last))
        };
        let edges = draw_graph(options, n as usize, &mut random)?;
        writeln!(text, "{}", n).ok()?;
        for row in &edges.rows {
            write_row(&mut text, row);
        }
        write_queries(options, &edges.grundy, &mut random, &mut text)?;
    }
    Some(text)
}

/// Each position's out-positions, and each position's Sprague-Grundy value.
struct Graph {
    rows: Vec<Vec<usize>>,
    grundy: Vec<usize>,
}

fn draw_graph(
    options: &HashMap<String, String>,
    n: usize,
    random: &mut SplitMix64,
) -> Option<Graph> {
    let degree = ascending(options, "degree")?;
    let near = number(options, "near").unwrap_or(n as u64) as usize;
    let full = number(options, "full").unwrap_or(0) as usize;
    let hub = options.contains_key("hub");
    let mut names: Vec<usize> = (0..n).collect();
    match options.get("order").map(String::as_str) {
        Some("forward") => names.reverse(),
        Some("backward") => {}
        Some(_) => return None,
        None => random.shuffle(&mut names),
    }
    let mut graph = Graph {
        rows: vec![Vec::new(); n],
        grundy: vec![0; n],
    };
    for (rank, &name) in names.iter().enumerate() {
        let everything = rank < full || (hub && rank + 1 == n);
        let lowest = if everything {
            0
        } else {
            rank.saturating_sub(near)
        };
        let mut row = names[lowest..rank].to_vec();
        random.shuffle(&mut row);
        if !everything {
            row.truncate(random.within(degree) as usize);
        }
        let mut seen = vec![false; n + 1];
        for &to in &row {
            seen[graph.grundy[to]] = true;
        }
        graph.grundy[name] = seen.iter().position(|&hit| !hit)?;
        graph.rows[name] = row;
    }
    Some(graph)
}

fn write_queries(
    options: &HashMap<String, String>,
    grundy: &[usize],
    random: &mut SplitMix64,
    text: &mut String,
) -> Option<()> {
    let n = grundy.len();
    let lose = number(options, "lose")?;
    let xor = number(options, "xor").unwrap_or(0) as usize;
    let count = random.within(ascending(options, "queries")?);
    let mut arranged = 0;
    for _ in 0..count {
        let m = random.within(ascending(options, "m")?);
        let mut query: Vec<usize> = (0..m).map(|_| random.below(n as u64) as usize).collect();
        if random.below(100) < lose {
            query.pop();
            arranged += 1;
            let aim = if arranged % 2 == 0 { xor } else { 0 };
            let wanted = query.iter().fold(aim, |x, &v| x ^ grundy[v]);
            let fitting: Vec<usize> = (0..n).filter(|&v| grundy[v] == wanted).collect();
            query.push(if fitting.is_empty() {
                random.below(n as u64) as usize
            } else {
                fitting[random.below(fitting.len() as u64) as usize]
            });
        }
        write_row(text, &query);
    }
    text.push_str("0\n");
    Some(())
}

/// A line with the length of the list and then the list.
fn write_row(text: &mut String, list: &[usize]) {
    write!(text, "{}", list.len()).expect("a string takes any text");
    for x in list {
        write!(text, " {}", x).expect("a string takes any text");
    }
    text.push('\n');
}

/// SplitMix64 of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..n`.
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u64
    }

    fn within(&mut self, range: (u64, u64)) -> u64 {
        range.0 + self.below(range.1 - range.0 + 1)
    }

    fn shuffle(&mut self, list: &mut [usize]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

fn options(words: &[String]) -> Option<HashMap<String, String>> {
    let pairs = words.chunks(2).map(|pair| match pair {
        [key, value] => Some((key.strip_prefix("--")?.to_string(), value.clone())),
        _ => None,
    });
    pairs.collect()
}

fn number(options: &HashMap<String, String>, key: &str) -> Option<u64> {
    options.get(key)?.parse().ok()
}

fn range(options: &HashMap<String, String>, key: &str) -> Option<(u64, u64)> {
    parse_range(options.get(key)?)
}

/// A range to draw from.
fn ascending(options: &HashMap<String, String>, key: &str) -> Option<(u64, u64)> {
    range(options, key).filter(|&(first, last)| first <= last)
}

fn parse_range(text: &str) -> Option<(u64, u64)> {
    let mut ends = text.splitn(2, '-').map(|end| end.parse().ok());
    let first = ends.next()??;
    match ends.next() {
        Some(last) => Some((first, last?)),
        None => Some((first, first)),
    }
}
