//! What the lab's tests are worth, beside those of a contest. Each package that is named is copied
//! without its secret tests, its generators and its wrong submissions. There `harness strengthen`
//! makes new tests from what is left: samples, validators and right submissions. Then the wrong
//! submissions are judged on the samples, on the package's own secret tests and on the new ones.
//!
//! `cargo bench --bench lab -- --seconds 60 --json lab.json PACKAGE…` gives `strengthen` a minute
//! for each package (default 120) and also writes the figures to a file. A package is a folder of
//! Kattis or the ICPC, with submissions in `wrong_answer` or `run_time_error`.
//!
//! A set *kills* a submission that one of its tests does not accept. `both/secret` says how many of
//! those that the secret tests kill the new ones kill, too; `+samples`, how many they kill together
//! with the samples. `by` names the kinds of new tests, what each kills and, in brackets, how many
//! there are. CPU seconds are those of `strengthen`, with all that it starts.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Where the new tests are put in the package that is judged.
const NEW: &str = "secret/strengthened/";
const WRONG: [&str; 2] = ["wrong_answer", "run_time_error"];

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let (mut seconds, mut json, mut folders) = ("120".to_owned(), None, Vec::new());
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => seconds = words.next().expect("a number"),
            "--json" => json = Some(words.next().expect("a file")),
            _ => folders.push(PathBuf::from(word)),
        }
    }
    // Nothing that an earlier call has built, and no more than one call leaves behind.
    drop(fs::remove_dir_all(cache()));
    let (mut packages, mut left_out) = (Vec::new(), BTreeMap::new());
    println!("{:36}wrong  samples  secret  new  both/secret  +samples  tests  CPU s", "");
    for folder in &folders {
        let name = folder.file_name().expect("the folder of a package").to_string_lossy().into_owned();
        match measure(folder, &name, &seconds) {
            Ok(package) => {
                print!("{}{}", row(&name, std::slice::from_ref(&package)), names(&package));
                packages.push(package);
            }
            Err(reason) => {
                print!("{}", lines(&format!("{name} is left out:"), [reason.clone()]));
                left_out.insert(name, reason);
            }
        }
        // After each one: all of them take an hour.
        if let Some(file) = &json {
            let all = json!({ "seconds": seconds, "packages": packages, "left_out": left_out });
            fs::write(file, serde_json::to_vec_pretty(&all).unwrap()).unwrap();
        }
    }
    print!("{}", row("sum", &packages));
    println!("{} of {} packages left out", left_out.len(), folders.len());
}

/// How a package's wrong submissions fared.
#[derive(Default, Serialize)]
struct Package {
    name: String,
    wrong: Vec<Wrong>,
    /// The new tests of each kind.
    tests: BTreeMap<String, BTreeSet<String>>,
    /// Right submissions that a new test does not accept.
    refused: Vec<String>,
    cpu_seconds: f64,
}

/// A wrong submission, and what kills it.
#[derive(Default, Serialize)]
struct Wrong {
    path: String,
    samples: bool,
    secret: bool,
    /// The kinds of new tests that do.
    new: BTreeSet<String>,
}

impl Wrong {
    fn survives(&self) -> bool {
        self.secret && self.new.is_empty()
    }
}

/// What kills how many, in one package or several.
fn row(name: &str, packages: &[Package]) -> String {
    let wrong: Vec<_> = packages.iter().flat_map(|package| &package.wrong).collect();
    let tests: Vec<_> = packages.iter().flat_map(|package| &package.tests).collect();
    let count = |is_meant: &dyn Fn(&Wrong) -> bool| wrong.iter().filter(|wrong| is_meant(wrong)).count();
    let made = |kind: &str| tests.iter().filter(|(of, _)| *of == kind).map(|(_, tests)| tests.len()).sum::<usize>();
    let secret = count(&|wrong| wrong.secret);
    let row = format!(
        "{name:36}{:5}  {:7}  {secret:6}  {:3}  {:>11}  {:8}  {:5}  {:5.0}\n",
        wrong.len(),
        count(&|wrong| wrong.samples),
        count(&|wrong| !wrong.new.is_empty()),
        format!("{}/{secret}", secret - count(&Wrong::survives)),
        secret - count(&|wrong| wrong.survives() && !wrong.samples),
        tests.iter().map(|(_, tests)| tests.len()).sum::<usize>(),
        packages.iter().map(|package| package.cpu_seconds).sum::<f64>(),
    );
    let kinds: BTreeSet<_> = tests.iter().map(|(kind, _)| kind.as_str()).collect();
    let kind = |kind| format!("{kind} {} ({})", count(&|wrong| wrong.new.contains(kind)), made(kind));
    row + &lines("    by:", kinds.into_iter().map(kind))
}

/// Which submissions the new tests and the secret ones tell apart differently.
fn names(package: &Package) -> String {
    let named = |is_meant: fn(&&Wrong) -> bool| {
        let wrong = package.wrong.iter().filter(is_meant);
        wrong.map(|wrong| wrong.path.clone()).collect::<Vec<_>>()
    };
    lines("    survive:", named(|wrong| wrong.survives() && !wrong.samples))
        + &lines("    survive, but for the samples:", named(|wrong| wrong.survives() && wrong.samples))
        + &lines("    only the new tests kill:", named(|wrong| !wrong.secret && !wrong.new.is_empty()))
        + &lines("    a new test refuses right ones:", package.refused.clone())
}

/// The values behind a label, in lines of at most 100 columns; nothing where there are none.
fn lines(label: &str, values: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    let mut line = label.to_owned();
    for value in values {
        if line.len() + value.len() > 98 {
            text += &format!("{line}\n");
            line = "       ".to_owned();
        }
        line += &format!(" {value},");
    }
    let all = text + &line;
    all.strip_suffix(',').map(|all| format!("{all}\n")).unwrap_or_default()
}

fn measure(folder: &Path, name: &str, seconds: &str) -> Result<Package, String> {
    if !WRONG.iter().any(|role| folder.join("submissions").join(role).exists()) {
        return Err("no submission is wrong".to_owned());
    }
    let scratch = tempfile::tempdir().unwrap();
    let (bare, full) = (scratch.path().join("bare").join(name), scratch.path().join("full").join(name));
    copy(folder, &bare, may_be_known);
    copy(folder, &full, is_judged);
    let before = cpu_seconds();
    let mut strengthen = harness(&scratch.path().join("cache"));
    strengthen.arg("strengthen").arg(&bare).args(["--yes", "--seconds", seconds]);
    let done = strengthen.output().unwrap();
    let cpu_seconds = cpu_seconds() - before;
    let made = bare.join("data/secret");
    if !done.status.success() && !made.exists() {
        return Err(reason(&done));
    }
    copy(&made, &full.join("data").join(NEW), |_| true);
    // The new tests are judged as the samples are, with which they were made.
    let of_samples = bare.join("data/sample/testdata.yaml");
    if of_samples.exists() {
        fs::copy(of_samples, full.join("data").join(NEW).join("testdata.yaml")).unwrap();
    }
    let report = judge(&full, &scratch.path().join("report.json"))?;
    let mut package = Package { name: name.to_owned(), cpu_seconds, ..Package::default() };
    for submission in report["solutions"].as_array().unwrap() {
        add(&mut package, submission);
    }
    Ok(package)
}

/// Adds a submission as the report has it. One that is not compiled has no part in this.
fn add(package: &mut Package, submission: &Value) {
    if submission["build"]["result"] != "ready" {
        return;
    }
    let path = submission["path"].as_str().unwrap().trim_start_matches("submissions/").to_owned();
    let mut wrong = Wrong { path, ..Wrong::default() };
    for test in submission["tests"].as_array().unwrap() {
        let id = test["test"].as_str().unwrap();
        // A test without a verdict is a fault of ours, and kills nothing.
        let kills = test["verdict"].as_str().is_some_and(|verdict| verdict != "accepted");
        if let Some(new) = id.strip_prefix(NEW) {
            // `secret/07-big-edit` is of the kind `edit`.
            let kind = new.rsplit(['/', '-']).next().unwrap().to_owned();
            package.tests.entry(kind.clone()).or_default().insert(new.to_owned());
            if kills {
                wrong.new.insert(kind);
            }
        } else if id.starts_with("sample/") {
            wrong.samples |= kills;
        } else {
            wrong.secret |= kills;
        }
    }
    if !wrong.path.starts_with("accepted/") {
        package.wrong.push(wrong);
    } else if !wrong.new.is_empty() {
        package.refused.push(wrong.path);
    }
}

/// Judges a package. Runs that decided nothing, because the machine was busy, are tried once more.
fn judge(package: &Path, file: &Path) -> Result<Value, String> {
    let to = format!("json={}", file.display());
    let run = || harness(&cache()).arg(package).args(["--all", "--quiet", "--report", &to]).output().unwrap();
    let mut done = run();
    if done.status.code() == Some(3) {
        done = run();
    }
    let report = fs::read(file).map_err(|_| reason(&done))?;
    Ok(serde_json::from_slice(&report).unwrap())
}

/// What packages are judged with.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab")
}

fn harness(cache: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_harness"));
    command.env("HARNESS_CACHE_DIR", cache).env_remove("CI").stdin(Stdio::null());
    command
}

/// Why a command did not do what it should.
fn reason(done: &Output) -> String {
    let printed = String::from_utf8_lossy(&done.stderr);
    let is_error = |line: &&str| line.starts_with("error") || line.starts_with("fault");
    printed.lines().find(is_error).or(printed.lines().next()).unwrap_or("nothing was printed").to_owned()
}

/// The CPU time of all processes that this one has waited for, with those that they waited for.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    // The name in it may have spaces. Behind it, fields 14 and 15 are hundredths of a second.
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    fields.skip(13).take(2).map(|ticks| ticks.parse::<f64>().unwrap()).sum::<f64>() / 100.0
}

/// What `strengthen` may know of a package.
fn may_be_known(path: &Path) -> bool {
    let is_hidden = path.starts_with("data/secret") || path.starts_with("generators");
    !is_hidden && role(path).is_none_or(|role| role == "accepted")
}

/// What is judged: the wrong submissions, and the right ones, from which a time limit follows.
fn is_judged(path: &Path) -> bool {
    role(path).is_none_or(|role| role == "accepted" || WRONG.contains(&role))
}

/// The folder of submissions in which a file lies.
fn role(path: &Path) -> Option<&str> {
    path.strip_prefix("submissions").ok()?.iter().next()?.to_str()
}

/// Copies what is `wanted` of a folder, by its path there.
fn copy(from: &Path, to: &Path, wanted: fn(&Path) -> bool) {
    let within = |entry: &walkdir::DirEntry| entry.path().strip_prefix(from).unwrap().to_path_buf();
    let entries = walkdir::WalkDir::new(from).follow_links(true).into_iter();
    for entry in entries.filter_entry(|entry| wanted(&within(entry))).flatten() {
        let place = to.join(within(&entry));
        if entry.file_type().is_dir() {
            fs::create_dir_all(place).unwrap();
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}
