//! The recipes of docs/many-machines. The shell runs their own commands on this machine, and the
//! resulting report must be that of a plain run. `.ci/slurm` tries Slurm.

use crate::command::{self, fixture, repository};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn recipe(name: &str) -> String {
    fs::read_to_string(repository().join("docs/many-machines").join(name)).unwrap()
}

/// A folder with a workspace whose solutions are not all as expected.
struct Scene(tempfile::TempDir);

impl Scene {
    fn new() -> Scene {
        let scene = Scene(tempfile::tempdir().unwrap());
        command::copy(&fixture("unmet"), &scene.root());
        scene
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("w")
    }

    /// Runs a script in the workspace. Returns its exit code.
    fn run(&self, script: &str, variables: &[(&str, &str)]) -> i32 {
        let mut command = command::shell(script);
        command.current_dir(self.root()).envs(variables.iter().copied()).stdout(Stdio::null());
        let ran = command.output().unwrap();
        ran.status.code().unwrap_or_else(|| panic!("{script}\n{}", String::from_utf8_lossy(&ran.stderr)))
    }

    /// Checks that the merged report says what a plain run says.
    fn check(&self, merged: &Path) {
        let plain = self.0.path().join("plain.json");
        assert_eq!(self.run(&format!("harness --report json={}", plain.display()), &[]), 1);
        let plain = verdicts(&plain);
        assert!(plain.len() > 1, "{plain:?}");
        assert_eq!(verdicts(merged), plain);
    }
}

fn verdicts(report: &Path) -> BTreeMap<String, String> {
    let report: Value = serde_json::from_str(&fs::read_to_string(report).unwrap()).unwrap();
    let solutions = report["solutions"].as_array().unwrap().iter();
    let line = |solution: &Value| {
        let tests = solution["tests"].as_array().unwrap().iter();
        let tests: Vec<String> = tests.map(|test| format!("{} {}", test["test"], test["verdict"])).collect();
        (solution["name"].to_string(), format!("{} {}", solution["status"], tests.join(" ")))
    };
    solutions.map(line).collect()
}

#[test]
fn the_jobs_of_the_github_matrix_make_one_report() {
    let scene = Scene::new();
    let text = recipe("github.yml");
    let runs = || text.lines().filter_map(|line| line.trim().strip_prefix("- run: "));
    let shard = runs().find(|run| run.contains("--shard")).expect("a job that runs a shard");
    let merge = runs().find(|run| run.contains("merge")).expect("a job that merges");
    let matrix = text.lines().find_map(|line| line.trim().strip_prefix("k: [")).expect("a matrix");
    let parts: Vec<&str> = matrix.trim_end_matches(']').split(", ").collect();
    assert!(shard.contains(&format!("/{} ", parts.len())), "as many parts as machines: {shard}");

    let place = scene.root().join("target/debug");
    fs::create_dir_all(&place).unwrap();
    symlink(env!("CARGO_BIN_EXE_harness"), place.join("harness")).unwrap();
    for k in parts {
        assert_eq!(scene.run(&shard.replace("${{ matrix.k }}", k), &[]), 0, "a verdict does not fail a machine");
    }
    assert_eq!(scene.run(merge, &[]), 1, "the merge tells the verdict");
    scene.check(&scene.root().join("report.json"));
}

#[test]
fn the_pods_of_the_kubernetes_job_make_one_report() {
    let scene = Scene::new();
    let text = recipe("kubernetes.yaml");
    let number = |key: &str| -> usize {
        let line = text.lines().find_map(|line| line.trim().strip_prefix(key)).expect("a number");
        line.trim_matches([' ', '"']).parse().unwrap()
    };
    let shards = number("completions:");
    assert_eq!(number("value:"), shards, "as many parts as pods");
    // A folded text: lines joined by spaces.
    let folded = text.split("- >-\n").nth(1).expect("the arguments").split("resources:").next().unwrap();
    let script = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let out = scene.0.path().join("out");
    fs::create_dir(&out).unwrap();
    let script = script.replace("/out/", &format!("{}/", out.display()));
    for index in 0..shards {
        let variables = [("JOB_COMPLETION_INDEX", &*index.to_string()), ("SHARDS", &*shards.to_string())];
        assert_eq!(scene.run(&script, &variables), 0, "a verdict does not fail a pod: {script}");
    }
    let merge = format!("harness merge {0}/shard-*.json --report json={0}/all.json", out.display());
    assert_eq!(scene.run(&merge, &[]), 1);
    scene.check(&out.join("all.json"));
}

#[test]
fn gnu_parallel_makes_one_report() {
    let there = Command::new("parallel").arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !there {
        println!("GNU parallel is not installed: its recipe was not tried");
        return;
    }
    let scene = Scene::new();
    let script = repository().join("docs/many-machines/parallel.sh");
    let out = scene.0.path().join("out");
    assert_eq!(scene.run(&format!("{} {} 3", script.display(), out.display()), &[]), 1);
    scene.check(&out.join("merged.json"));
}
