//! This repository as a newcomer meets it: the first build and run, then the second run, the
//! unchanged run and a run without the cache, each by `cargo run` on a copy of the tracked files.
//!
//! The ratio says what the cache saves: `cargo bench --bench repository`. It compiles everything
//! from nothing and takes minutes.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("clone");
    copy(&root);
    // What this machine has built and judged before counts for nothing.
    let cache = folder.path().join("cache");
    let cargo = |args: &[&str]| {
        timed(
            Command::new("cargo")
                .args(args)
                .current_dir(&root)
                .env("XDG_CACHE_HOME", &cache)
                .env_remove("HARNESS_CACHE_DIR"),
        )
    };
    let fetch = timed(Command::new("cargo").args(["fetch", "--quiet"]).current_dir(&root));
    println!("dependencies fetched in {fetch:.1?}; what follows needs no network");
    let build = cargo(&["build", "--quiet", "--package", "harness"]);
    println!("cold build           {:7.2} s", build.as_secs_f64());
    let judge = ["run", "--quiet", "--package", "harness", "--", "--quiet"];
    let first = cargo(&judge);
    println!("first run            {:7.2} s", first.as_secs_f64());
    let second = cargo(&judge);
    println!("second run           {:7.2} s   first is {:.1} x", second.as_secs_f64(), ratio(first, second));
    let unchanged = cargo(&judge);
    println!("unchanged run        {:7.2} s   first is {:.1} x", unchanged.as_secs_f64(), ratio(first, unchanged));
    let fresh = cargo(&[&judge[..], &["--no-cache"]].concat());
    println!("everything run again {:7.2} s   unchanged is 1/{:.1}", fresh.as_secs_f64(), ratio(fresh, unchanged));
    let (runs, programs) = programs(&root.join("target/harness/report.json"));
    let per_run = |time: Duration| time.as_secs_f64() * 1e3 / runs as f64;
    println!(
        "of that, programs    {:7.2} s of CPU time in {runs} runs: {:.2} ms a run, of {:.2} ms with building and judging",
        programs.as_secs_f64(),
        per_run(programs),
        per_run(fresh)
    );
    println!(
        "of each run, cargo   {:7.2} s",
        cargo(&["run", "--quiet", "--package", "harness", "--", "--version"]).as_secs_f64()
    );
}

/// How many runs a report has, and the CPU time that the solutions themselves took.
fn programs(report: &Path) -> (usize, Duration) {
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    let solutions = report["solutions"].as_array().unwrap().iter();
    let times: Vec<f64> = solutions
        .flat_map(|solution| solution["tests"].as_array().unwrap())
        .filter_map(|test| test["cpu_ms"].as_f64())
        .collect();
    (times.len(), Duration::from_secs_f64(times.iter().sum::<f64>() / 1e3))
}

/// Copies what git tracks, as it is in the working tree.
fn copy(to: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let tracked = Command::new("git").args(["ls-files", "-z"]).current_dir(from).output().unwrap();
    assert!(tracked.status.success(), "{}", String::from_utf8_lossy(&tracked.stderr));
    for file in tracked.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        let name = std::str::from_utf8(file).unwrap();
        fs::create_dir_all(to.join(name).parent().unwrap()).unwrap();
        // Tracked, but removed from the working tree: not part of this state.
        if from.join(name).exists() {
            fs::copy(from.join(name), to.join(name)).unwrap();
        }
    }
}

fn timed(command: &mut Command) -> Duration {
    // As in a newcomer's shell: nothing of this build.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG")
            || name.starts_with("CARGO_MANIFEST")
            || name == "CARGO_TARGET_DIR"
            || name == "CARGO_INCREMENTAL"
        {
            command.env_remove(&*name);
        }
    }
    let begun = Instant::now();
    let ran = command.stdout(Stdio::null()).stderr(Stdio::piped()).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    begun.elapsed()
}

fn ratio(long: Duration, short: Duration) -> f64 {
    long.as_secs_f64() / short.as_secs_f64()
}
