//! Compares the harness with other judges: the same 200 tiny tests and the same C program, whole
//! processes, each with its fastest command line.
//!
//! Our runs and the peer's alternate, so that a busy machine disturbs both: the ratio says more
//! than the times. A peer must show that it accepts every test, and that it rejects a program that
//! is wrong on the last one: what judges nothing is not a peer. `cargo bench --bench peers` runs
//! the peers found in PATH; `-- 100 oj` chooses the number of tests and the peers. Nothing here
//! installs a peer, and nothing says which of two correct judges is better: see the README for what
//! each does.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod peer;

use peer::{OURS, PEERS, Peer};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How many times each pair of runs is measured. The median counts.
const ROUNDS: usize = 5;

/// The program that every judge gets.
const TWICE: &str = "#include <stdio.h>\nint main(void) { long n; if (scanf(\"%ld\", &n) != 1) return 1; printf(\"%ld\\n\", 2 * n); }\n";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let tests = args.iter().find_map(|arg| arg.parse().ok()).unwrap_or(200).max(2);
    let names: Vec<&String> = args.iter().filter(|arg| arg.parse::<usize>().is_err()).collect();

    let ours = Bench::new(&OURS, tests);
    ours.prove();
    println!("{tests} tests, {} workers, medians of {ROUNDS} alternating runs, load {} at the start\n", jobs(), load());
    println!("| | version | whole process | x ours | less a run of one test | x ours | ours meanwhile |");
    println!("|---|---|---|---|---|---|---|");
    let mut missing = Vec::new();
    for peer in PEERS.iter().filter(|peer| names.is_empty() || names.iter().any(|name| *name == peer.name)) {
        match find(peer.tool) {
            Some(tool) => row(peer, &version(peer, &tool), &Bench::new(peer, tests), &ours),
            None => missing.push(format!("{} is not installed ({})", peer.name, peer.install)),
        }
    }
    println!("\nload {} at the end", load());
    for line in missing {
        println!("{line}");
    }
}

/// Measures one peer against ours and prints its line of the table.
fn row(peer: &Peer, version: &str, theirs: &Bench, ours: &Bench) {
    theirs.prove();
    let (mut mine, mut whole, mut one) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        mine.push(ours.time(&ours.right));
        whole.push(theirs.time(&theirs.right));
        one.push(theirs.time(&theirs.one));
    }
    let (mine, whole, one) = (median(mine), median(whole), median(one));
    let rest = whole.saturating_sub(one);
    println!(
        "| {} | {version} | {:.0} ms | {:.1} | {:.0} ms | {:.1} | {:.0} ms |",
        peer.name,
        ms(whole),
        ms(whole) / ms(mine),
        ms(rest),
        ms(rest) / ms(mine),
        ms(mine),
    );
}

/// One judge and what it is given, laid out in its own way.
struct Bench {
    peer: &'static Peer,
    right: Scene,
    /// The same with a single test: what starting and compiling cost.
    one: Scene,
    /// Its program is wrong on the last test.
    wrong: Scene,
    _folder: tempfile::TempDir,
}

impl Bench {
    fn new(peer: &'static Peer, tests: usize) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let scene = |name: &str, tests: usize, source: String| {
            let scene = Scene { root: folder.path().join(name), tests, source };
            fs::create_dir(&scene.root).unwrap();
            (peer.lay)(&scene);
            scene
        };
        let wrong = TWICE.replace("2 * n)", &format!("2 * n + (n == {}))", tests - 1));
        assert_ne!(wrong, TWICE);
        Bench {
            peer,
            right: scene("right", tests, TWICE.into()),
            one: scene("one", 1, TWICE.into()),
            wrong: scene("wrong", tests, wrong),
            _folder: folder,
        }
    }

    /// Ensures that the peer really judges, and leaves its builds warm.
    fn prove(&self) {
        let name = self.peer.name;
        for scene in [&self.right, &self.one] {
            let ran = self.run(scene, true);
            assert_eq!(
                (self.peer.accepted)(&text(&ran)),
                scene.tests,
                "{name} did not accept every test:\n{}",
                text(&ran)
            );
        }
        let ran = self.run(&self.wrong, true);
        assert!(
            (self.peer.accepted)(&text(&ran)) < self.wrong.tests,
            "{name} accepts a wrong program:\n{}",
            text(&ran)
        );
        let ran = self.run(&self.wrong, false);
        assert!(!(self.peer.passed)(&ran, self.wrong.tests), "{name} passes a wrong program:\n{}", text(&ran));
    }

    /// The time of a whole process that accepted the program.
    fn time(&self, scene: &Scene) -> Duration {
        let begun = Instant::now();
        let ran = self.run(scene, false);
        let took = begun.elapsed();
        assert!((self.peer.passed)(&ran, scene.tests), "{} failed:\n{}", self.peer.name, text(&ran));
        took
    }

    /// Runs the peer. `printed` asks for a line about every test, where the fastest command line
    /// does not print one.
    fn run(&self, scene: &Scene, printed: bool) -> Output {
        let mut command = (self.peer.judge)(scene, printed);
        // What a peer keeps in these folders goes away with ours.
        let temporary = scene.root.join("tmp");
        fs::create_dir_all(&temporary).unwrap();
        command.env("XDG_CONFIG_HOME", &temporary).env("TMPDIR", temporary).stdin(Stdio::null()).output().unwrap()
    }
}

/// A folder, the number of its tests, and the program to judge.
struct Scene {
    root: PathBuf,
    tests: usize,
    source: String,
}

impl Scene {
    fn write(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes every test as two files. `{n}` in their names stands for its number.
    fn tests(&self, input: &str, answer: &str) {
        for n in 0..self.tests {
            let name = |pattern: &str| pattern.replace("{n}", &n.to_string());
            self.write(&name(input), &format!("{n}\n"));
            self.write(&name(answer), &format!("{}\n", 2 * n));
        }
    }

    /// Compiles the program, for peers that take a compiled one.
    fn program(&self, file: &str) {
        self.write("program.c", &self.source);
        let program = self.root.join(file);
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        let source = self.root.join("program.c");
        assert!(Command::new("cc").arg("-O2").arg("-o").arg(program).arg(source).status().unwrap().success());
    }
}

/// The tool's path, if it is in PATH.
fn find(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|file| file.is_file())
}

/// The first word in the tool's version message that looks like a version number.
fn version(peer: &Peer, tool: &Path) -> String {
    let output = text(&(peer.version)(tool).stdin(Stdio::null()).output().unwrap());
    let words = output.split_whitespace().map(|word| word.trim_end_matches('.'));
    let version = words.into_iter().find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'));
    version.unwrap_or("").to_string()
}

/// Both streams as text.
fn text(ran: &Output) -> String {
    String::from_utf8_lossy(&[&ran.stdout[..], &ran.stderr[..]].concat()).into_owned()
}

fn jobs() -> String {
    std::thread::available_parallelism().map_or(1, usize::from).to_string()
}

fn load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split(' ').next().unwrap_or_default().to_string()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
