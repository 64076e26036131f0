//! What the lab's tests are worth. All secret tests of four problems of this repository are thrown
//! away, `harness strengthen` makes new ones from samples and grammar, and the problem's wrong
//! solutions, which it has not seen, are judged on them. For comparison: as many random tests, and
//! the tests that a person wrote.
//!
//! `cargo bench --bench strengthen -- misere-nim` chooses problems, `--inputs N` how many inputs a
//! mutant has to survive (default 600), `--seeds N` how many seeds. Survivors are named.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use ctd::{Caps, Generator, Program, Shape};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

const PROBLEMS: [&str; 4] = ["misere-nim", "georgia-and-bob", "s-nim", "nim-moves"];

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let (mut problems, mut inputs, mut seeds) = (Vec::new(), "600".to_owned(), 3);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--inputs" => inputs = words.next().expect("a number"),
            "--seeds" => seeds = words.next().and_then(|word| word.parse().ok()).expect("a number"),
            _ => problems.push(word),
        }
    }
    if problems.is_empty() {
        problems = PROBLEMS.map(str::to_owned).into();
    }
    println!("problem           seed  samples  strengthen  random  by hand  wrong  tests made  by hand  took");
    for problem in &problems {
        let by_hand = Scene::new(problem, Tests::All);
        let all = by_hand.score();
        for seed in 1..=seeds {
            let lab = Scene::new(problem, Tests::Samples);
            let samples = lab.score();
            let begun = Instant::now();
            let made = lab.strengthen(seed, &inputs);
            let took = begun.elapsed().as_secs();
            let random = Scene::new(problem, Tests::Samples);
            random.draw(seed, made);
            let (lab, random) = (lab.score(), random.score());
            println!(
                "{problem:16}  {seed:4}  {:7}  {:10}  {:6}  {:7}  {:5}  {made:10}  {:7}  {took:2} s",
                samples.killed,
                lab.killed,
                random.killed,
                all.killed,
                all.killed + all.survive.len(),
                by_hand.secret(),
            );
            for (who, score) in [("strengthen", lab), ("random", random)] {
                if !score.survive.is_empty() {
                    println!("                        survive {who}: {}", score.survive.join(", "));
                }
            }
        }
    }
}

/// How the wrong solutions fared.
#[derive(Default)]
struct Score {
    killed: usize,
    survive: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Tests {
    All,
    Samples,
}

/// A workspace with one problem. Its wrong solutions are put in when it is scored.
struct Scene {
    folder: tempfile::TempDir,
    problem: String,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from) {
        let entry = entry.unwrap();
        let place = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir_all(place).unwrap();
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

impl Scene {
    fn new(problem: &str, tests: Tests) -> Scene {
        let scene = Scene { folder: tempfile::tempdir().unwrap(), problem: problem.to_owned() };
        let (from, to) = (repository(), scene.folder.path());
        copy(&from.join("problems").join(problem), &to.join("problems").join(problem));
        let data = Path::new("testdata").join(problem);
        let part = if tests == Tests::All { data.clone() } else { data.join("sample") };
        copy(&from.join(&part), &to.join(&part));
        if tests == Tests::Samples {
            let file = to.join("problems").join(problem).join("problem.toml");
            let text = fs::read_to_string(&file).unwrap();
            fs::write(file, text.split("\n[generate]").next().unwrap()).unwrap();
        }
        scene.solutions(|text| !text.contains("//@ expect:"));
        scene
    }

    /// Copies those of the problem's solutions in Rust that `wanted` selects.
    fn solutions(&self, wanted: impl Fn(&str) -> bool) {
        let to = self.folder.path().join("solutions/src/bin");
        fs::create_dir_all(&to).unwrap();
        for entry in fs::read_dir(repository().join("solutions/src/bin")).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let own = name.trim_end_matches(".rs").split("--").next() == Some(&self.problem);
            if own && wanted(&fs::read_to_string(entry.path()).unwrap()) {
                fs::copy(entry.path(), to.join(name)).unwrap();
            }
        }
    }

    fn harness(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
        command.arg("--root").arg(self.folder.path()).env_remove("CI").stdin(Stdio::null());
        command
    }

    fn secret(&self) -> usize {
        let folder = self.folder.path().join("testdata").join(&self.problem).join("secret");
        let files = walkdir::WalkDir::new(folder).into_iter().flatten();
        files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "in")).count()
    }

    /// Runs `harness strengthen`. Returns how many tests it made.
    fn strengthen(&self, seed: u64, inputs: &str) -> usize {
        let seed = seed.to_string();
        let arguments = ["strengthen", &self.problem, "--yes", "--seed", &seed, "--inputs", inputs, "--seconds", "600"];
        let done = self.harness().args(arguments).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        self.secret()
    }

    /// Adds `count` random tests, with answers from the model solution.
    fn draw(&self, seed: u64, count: usize) {
        let grammar = fs::read(repository().join("problems").join(&self.problem).join("input.ctd")).unwrap();
        let program = Program::parse(&grammar).expect("a grammar");
        let generator = Generator::new(&program, Caps { bytes: 1 << 16, ..Caps::default() });
        let file = self.folder.path().join("drawn");
        let mut number = 0;
        while self.secret() < count && number < 100 * count as u64 {
            number += 1;
            // Sizes up to a thousand: random drawing does not know which size is needed.
            let shape = Shape::uniform(1 + (seed * 7919 + number * 104_729) % 1000);
            let Ok(bytes) = generator.generate(shape, seed * 1_000_003 + number) else { continue };
            fs::write(&file, bytes).unwrap();
            // Brute forces are spared tests with this name, because they would refuse large ones
            // one by one.
            let name = format!("{number:03}-big-random");
            let arguments = ["add", &self.problem, "--yes", "--name", &name, "-i", &file.to_string_lossy()];
            self.harness().args(arguments).output().unwrap();
        }
    }

    /// Judges all wrong solutions: how many fail some test, and which do not.
    fn score(&self) -> Score {
        self.solutions(|_| true);
        let file = self.folder.path().join("report.json");
        let to = format!("json={}", file.display());
        self.harness().args([&self.problem, "-q", "--report", &to]).output().unwrap();
        let report: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let bin = self.folder.path().join("solutions/src/bin");
        let mut score = Score::default();
        for solution in report["solutions"].as_array().unwrap() {
            let name = solution["solution"].as_str().unwrap();
            let place = bin.join(format!("{name}.rs"));
            if !fs::read_to_string(&place).unwrap().contains("//@ expect:") {
                continue;
            }
            let failed = |test: &Value| test["verdict"].as_str().is_some_and(|verdict| verdict != "accepted");
            if solution["tests"].as_array().unwrap().iter().any(failed) {
                score.killed += 1;
            } else {
                score.survive.push(name.to_owned());
            }
            // The lab must not see it.
            fs::remove_file(place).unwrap();
        }
        score
    }
}
