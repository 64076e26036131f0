//! How fast outputs are compared: `cargo bench -p harness --bench compare`.
//!
//! Judges runs whose outputs are 100 MB (or as many as the first argument says). For each it prints
//! GB/s of output, the speed as a multiple of that of `cmp` on two equal files of the same kind,
//! and the largest size this process has had. The figures are medians of interleaved rounds, so
//! that a busy machine disturbs both alike. Files are made once, in the system's temporary folder,
//! and read from the page cache.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and may stop on any error")]

use engine::judge::{Case, Content, judge};
use model::{ByteSize, Comparison, Limits, TokenOptions, Verdict};
use sandbox::{Exit, Outcome, Usage};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;

fn main() {
    let megabytes = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(100);
    let dir = tempfile::tempdir().unwrap();
    let bytes = megabytes * 1_000_000;
    let tolerance = TokenOptions { float_absolute: Some(1e-6), float_relative: Some(1e-6), ..TokenOptions::default() };
    let numbers = Comparison::Tokens(tolerance);
    let tokens = Comparison::Tokens(TokenOptions::default());
    let (lines, exact, unordered) = (Comparison::Lines, Comparison::Exact, Comparison::Unordered);
    let (accepted, wrong) = (Verdict::Accepted, Verdict::WrongAnswer);

    let short = Pair::new(dir.path(), "short lines", bytes, |i| format!("{}\n", number(i)));
    let long = Pair::new(dir.path(), "one line", bytes, |i| format!("{} ", number(i)));
    let reals = Pair::new(dir.path(), "reals", bytes, |i| format!("{}.{:06}\n", number(i), i % 999_983));
    let last = short.other("last", |i| if i == short.lines - 1 { "x\n".into() } else { format!("{}\n", number(i)) });
    let crlf = short.other("crlf", |i| format!("{}\r\n", number(i)));
    let blanks = short.other("blanks", |i| format!("{}  \n", number(i)));
    let swapped = short.other("swapped", |i| format!("{}\n", number(i ^ 1)));
    let digit = reals.other("digit", |i| format!("{}.{:06}1\n", number(i), i % 999_983));

    println!("{:<44}{:>8}{:>10}", format!("{megabytes} MB of output, medians of {ROUNDS}"), "GB/s", "of cmp");
    for comparison in [lines, exact, tokens, numbers, unordered] {
        show("equal, short lines", &short, &short.output, comparison, accepted);
    }
    for comparison in [lines, exact, tokens, numbers, unordered] {
        show("equal, one line", &long, &long.output, comparison, accepted);
    }
    show("\\r\\n on every line", &short, &crlf, lines, accepted);
    show("\\r\\n on every line", &short, &crlf, tokens, accepted);
    show("blanks behind every line", &short, &blanks, lines, accepted);
    show("last digit of every number", &reals, &digit, numbers, accepted);
    show("every pair of lines swapped", &short, &swapped, unordered, accepted);
    show("last line wrong, explained", &short, &last, lines, wrong);
    println!("peak memory of this process: {}", peak());
}

/// An answer and an equal output, in two files.
struct Pair {
    answer: PathBuf,
    output: PathBuf,
    lines: u64,
}

impl Pair {
    fn new(dir: &Path, name: &str, bytes: u64, line: impl Fn(u64) -> String) -> Pair {
        let (answer, output) = (dir.join(name), dir.join(format!("{name} again")));
        let mut size = 0;
        // An even number, so that lines can be swapped in pairs.
        let lines = (0..).take_while(|&i| {
            let small = size < bytes || i % 2 == 1;
            size += line(i).len() as u64;
            small
        });
        let lines = write(&answer, lines, &line);
        std::fs::copy(&answer, &output).unwrap();
        Pair { answer, output, lines }
    }

    /// Writes another file with as many lines.
    fn other(&self, name: &str, line: impl Fn(u64) -> String) -> PathBuf {
        let path = self.answer.with_file_name(name);
        write(&path, 0..self.lines, line);
        path
    }
}

fn write(path: &Path, numbers: impl Iterator<Item = u64>, line: impl Fn(u64) -> String) -> u64 {
    let mut file = BufWriter::new(File::create(path).unwrap());
    let mut lines = 0;
    for i in numbers {
        file.write_all(line(i).as_bytes()).unwrap();
        lines += 1;
    }
    file.flush().unwrap();
    lines
}

/// A number of one to seven digits that looks random.
fn number(i: u64) -> u64 {
    (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) % 10_000_000
}

fn show(name: &str, pair: &Pair, output: &Path, comparison: Comparison, expected: Verdict) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(timed(|| assert!(cmp(&pair.answer, &pair.output))));
        ours.push(timed(|| assert_eq!(verdict(&pair.answer, output, &comparison), expected)));
    }
    ours.sort();
    theirs.sort();
    let (ours, theirs) = (ours[ROUNDS / 2].as_secs_f64(), theirs[ROUNDS / 2].as_secs_f64());
    let bytes = std::fs::metadata(output).unwrap().len() as f64;
    let size = bytes / std::fs::metadata(&pair.output).unwrap().len() as f64;
    println!("{:<12}{name:<32}{:>8.2}{:>10.2}", comparison.name(), bytes / ours / 1e9, size * theirs / ours);
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn cmp(a: &Path, b: &Path) -> bool {
    Command::new("cmp").arg("-s").arg(a).arg(b).status().expect("cmp is on every Unix").success()
}

fn verdict(answer: &Path, output: &Path, comparison: &Comparison) -> Verdict {
    let stdout = File::open(output).unwrap();
    let outcome = Outcome {
        exit: Exit::Code(0),
        stopped: None,
        usage: Usage::default(),
        memory_refused: false,
        starved: false,
        task_refused: None,
        start: sandbox::Start::Exec,
        stdout_bytes: stdout.metadata().unwrap().len(),
        stderr_bytes: 0,
    };
    let limits = Limits { output: ByteSize(u64::MAX), ..Limits::default() };
    let answer = Content::File(answer);
    let case = Case { outcome: &outcome, limits: &limits, stdout: &stdout, stderr: &stdout, input: answer, answer };
    judge(&case, comparison).unwrap().verdict
}

/// The most memory this process has had at any time, not counting files it only read.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("not known on this system".into(), |size| size.trim().to_owned())
}
