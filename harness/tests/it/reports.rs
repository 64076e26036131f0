//! Every kind of report, written by the command.

use crate::command::{fixture, harness};
use serde_json::Value;
use std::fs;
use std::process::Output;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn ran(arguments: &[&str]) -> Output {
    harness().arg("--root").arg(fixture("unmet")).args(arguments).output().unwrap()
}

#[test]
fn every_format_is_written_by_one_run_and_tells_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut command = harness();
    command.arg("--root").arg(fixture("unmet"));
    for format in ["json", "jsonl", "junit", "html"] {
        command.arg("--report").arg(format!("{format}={}", path(format).display()));
    }
    let said = command.output().unwrap();
    assert_eq!(said.status.code(), Some(1), "{}", text(&said.stderr));
    let report: Value = serde_json::from_slice(&fs::read(path("json")).unwrap()).unwrap();
    let unmet = report["summary"]["unmet"].as_u64().unwrap();
    assert!(unmet > 0);

    let lines = fs::read_to_string(path("jsonl")).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["type"], "header");
    assert_eq!(lines.last().unwrap()["summary"]["unmet"].as_u64(), Some(unmet));
    let solutions: Vec<&Value> = lines.iter().filter(|line| line["type"] == "solution").collect();
    assert_eq!(solutions.len(), report["solutions"].as_array().unwrap().len());

    let junit = quick_junit::Report::deserialize_from_str(&fs::read_to_string(path("junit")).unwrap()).unwrap();
    assert_eq!(junit.test_suites.len(), solutions.len());
    assert!(junit.failures as u64 >= unmet);

    let page = fs::read_to_string(path("html")).unwrap();
    for solution in report["solutions"].as_array().unwrap() {
        assert!(page.contains(solution["name"].as_str().unwrap()));
    }
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 4, "nothing temporary is left");
}

#[test]
fn a_report_on_standard_output_has_it_for_itself() {
    let said = ran(&["--report", "json=-"]);
    let report: Value = serde_json::from_slice(&said.stdout).expect("nothing else is on standard output");
    assert_eq!(report["schema"], "harness-report/1");
    assert!(text(&said.stderr).contains("FAIL"), "people are told on standard error");
}

#[test]
fn no_progress_is_written_where_nobody_looks() {
    let said = ran(&[]);
    assert!(!said.stderr.contains(&0x1b) && !said.stderr.contains(&b'\r'), "{}", text(&said.stderr));
}

#[test]
fn on_github_failures_are_annotated_and_output_cannot_command() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    fs::write(&summary, "before\n").unwrap();
    let mut command = harness();
    command.arg("--root").arg(fixture("unmet")).env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &summary);
    let said = command.output().unwrap();
    let out = text(&said.stdout);
    let word = out.lines().next().unwrap().strip_prefix("::stop-commands::").unwrap();
    let (shown, annotations) = out.split_once(&format!("\n::{word}::\n")).unwrap();
    assert!(shown.contains("FAIL") && !annotations.contains("FAIL"), "{out}");
    assert!(annotations.lines().all(|line| line.starts_with("::error file=solutions/")), "{annotations}");
    let summary = fs::read_to_string(&summary).unwrap();
    assert!(summary.starts_with("before\n### ") && summary.contains("| ✘ |"), "{summary}");
}
