//! How fast an input is read by its grammar, compared with checktestdata, the original in C++:
//! `cargo bench -p harness --bench grammar`.
//!
//! For each kind of input, of 50 MB or as many as the first argument says: whole processes in
//! turns, medians of three. `CHECKTESTDATA` names the original's program where it is not in `PATH`
//! (github.com/DOMjudge/checktestdata). It is stopped after a minute: then the ratio is a lower
//! bound.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints, and may stop on any error")]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 3;
const PATIENCE: Duration = Duration::from_secs(60);
/// The argument that makes this program read an input as checktestdata would.
const READ: &str = "--read-by-grammar";

/// Name, grammar, and a line of the input; `{count}` is how many lines there are.
struct Kind {
    name: &'static str,
    grammar: &'static str,
    line: fn(u64) -> String,
}

const KINDS: [Kind; 6] = [
    Kind {
        name: "integers, one a line",
        grammar: "INT(1,100000000,n) NEWLINE REP(n) INT(0,1000000000) NEWLINE END EOF",
        line: |i| format!("{}\n", number(i)),
    },
    Kind {
        name: "integers, kept by index",
        grammar: "INT(1,100000000,n) NEWLINE REPI(i,n) INT(0,1000000000,a[i]) NEWLINE END EOF",
        line: |i| format!("{}\n", number(i)),
    },
    Kind {
        name: "cases of five integers",
        grammar: "INT(1,100000000,t) NEWLINE REP(t) INT(1,5,k) REP(k) SPACE INT(0,1000000000) END NEWLINE END EOF",
        line: |i| format!("5 {} {} {} {} {}\n", number(i), number(i + 1), number(i + 2), number(i + 3), number(i + 4)),
    },
    Kind {
        name: "real numbers",
        grammar: "INT(1,100000000,n) NEWLINE REP(n) FLOATP(0,1000000000,1,6) NEWLINE END EOF",
        line: |i| format!("{}.{:06}\n", number(i), number(i + 7) % 1_000_000),
    },
    Kind {
        name: "words by a regular expression",
        grammar: "INT(1,100000000,n) NEWLINE REP(n) REGEX(\"[a-z]{1,20}\") NEWLINE END EOF",
        line: |i| format!("{}\n", word(i)),
    },
    Kind {
        name: "fixed words",
        grammar: "INT(1,100000000,n) NEWLINE REP(n) STRING(\"move\") SPACE INT(0,1000000000) NEWLINE END EOF",
        line: |i| format!("move {}\n", number(i)),
    },
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [how, grammar, input] = &words[..]
        && how == READ
    {
        return read(Path::new(grammar), Path::new(input));
    }
    let megabytes: u64 = words.iter().find_map(|word| word.parse().ok()).unwrap_or(50);
    let original = std::env::var("CHECKTESTDATA").unwrap_or_else(|_| "checktestdata".to_owned());
    let dir = tempfile::tempdir().unwrap();
    println!("{:<34}{:>10}{:>12}{:>10}", format!("{megabytes} MB, medians of {ROUNDS}"), "ours", "original", "ratio");
    for kind in KINDS {
        let (grammar, input) = (dir.path().join("grammar.ctd"), dir.path().join("input"));
        std::fs::write(&grammar, kind.grammar).unwrap();
        write(&input, megabytes * 1_000_000, kind.line);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let mut this = Command::new(std::env::current_exe().unwrap());
            ours.push(timed(this.arg(READ).arg(&grammar).arg(&input)).expect("ours reads it within a minute"));
            // Waiting for three minutes shows no more than waiting for one.
            if theirs.last() != Some(&None) {
                theirs.push(timed(Command::new(&original).arg(&grammar).arg(&input)));
            }
        }
        ours.sort();
        let ours = ours[ROUNDS / 2];
        theirs.sort_by_key(|time| time.unwrap_or(PATIENCE));
        let (more, theirs) = match theirs[theirs.len() / 2] {
            Some(time) => ("", time),
            None => (">", PATIENCE),
        };
        println!(
            "{:<34}{:>8.2} s{:>12}{:>10}",
            kind.name,
            ours.as_secs_f64(),
            format!("{more}{:.2} s", theirs.as_secs_f64()),
            format!("{more}{:.1}", theirs.as_secs_f64() / ours.as_secs_f64())
        );
    }
}

/// Validates the input in a process of its own, as the original does.
fn read(grammar: &Path, input: &Path) {
    let program = ctd::Program::parse(&std::fs::read(grammar).unwrap()).unwrap();
    let bytes = std::fs::read(input).unwrap();
    ctd::validate(&program, &bytes, &ctd::Reading::default()).unwrap();
}

/// The time of a whole process that accepts, or `None` if it is stopped for taking too long.
///
/// # Panics
/// If it cannot be started or does not accept: a time would mean nothing.
fn timed(command: &mut Command) -> Option<Duration> {
    let start = Instant::now();
    let mut child = command.stdout(Stdio::null()).spawn().unwrap_or_else(|error| {
        panic!("{}: {error}; CHECKTESTDATA names the original's program", command.get_program().display())
    });
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success(), "{} does not accept", command.get_program().display());
            return Some(start.elapsed());
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Writes as many lines as fill `bytes`, after a line with their number.
fn write(path: &Path, bytes: u64, line: fn(u64) -> String) {
    let mut size = 0;
    let lines = (0..).take_while(|&i| {
        size += line(i).len() as u64;
        size <= bytes
    });
    let lines = lines.count();
    let mut file = BufWriter::new(File::create(path).unwrap());
    writeln!(file, "{lines}").unwrap();
    for i in 0..lines as u64 {
        file.write_all(line(i).as_bytes()).unwrap();
    }
    file.flush().unwrap();
}

/// A number of one to nine digits that looks random.
fn number(i: u64) -> u64 {
    (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 34) % 1_000_000_000
}

/// A word of one to twenty letters that looks random.
fn word(i: u64) -> String {
    let mut bits = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let length = bits % 20 + 1;
    let letter = |_| {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b'a' + (bits >> 33) as u8 % 26)
    };
    (0..length).map(letter).collect()
}
