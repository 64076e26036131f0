//! Every kind of report, written by the command.

use crate::command::{fixture, harness};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Output, Stdio};

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn ran(arguments: &[&str]) -> Output {
    harness().arg("--root").arg(fixture("unmet")).args(arguments).output().unwrap()
}

#[test]
fn a_report_to_a_pipe_that_nobody_reads_says_what_it_waits_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut command = harness();
    command.arg("--root").arg(fixture("unmet")).arg("--report").arg(format!("json={}", pipe.display()));
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("waiting for somebody who reads ") && line.contains("pipe"), "{line}");
    let report: Value = serde_json::from_slice(&fs::read(&pipe).unwrap()).unwrap();
    assert!(report["summary"]["unmet"].as_u64().unwrap() > 0);
    assert_eq!(child.wait().unwrap().code(), Some(1));
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
    let printed = command.output().unwrap();
    assert_eq!(printed.status.code(), Some(1), "{}", text(&printed.stderr));
    let report: Value = serde_json::from_slice(&fs::read(path("json")).unwrap()).unwrap();
    let unmet = report["summary"]["unmet"].as_u64().unwrap();
    assert!(unmet > 0);

    let lines = fs::read_to_string(path("jsonl")).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["type"], "header");
    assert_eq!(lines.last().unwrap()["summary"]["unmet"].as_u64(), Some(unmet));
    let solutions: Vec<&Value> = lines.iter().filter(|line| line["type"] == "solution").collect();
    assert_eq!(solutions.len(), report["solutions"].as_array().unwrap().len());
    // Every run has a line of its own, before its solution's line, so a reader who follows along
    // sees each run.
    let at = |place: usize| &lines[place];
    for (place, line) in lines.iter().enumerate().filter(|(_, line)| line["type"] == "solution") {
        let solution = &line["solution"];
        for test in solution["tests"].as_array().unwrap().iter().filter(|test| test["skipped"].is_null()) {
            let is_its = |line: &&Value| {
                line["type"] == "test" && line["name"] == solution["name"] && line["test"]["test"] == test["test"]
            };
            let early = (0..place).map(at).find(is_its).unwrap_or_else(|| panic!("no line before: {test}"));
            assert_eq!(early["test"]["verdict"], test["verdict"]);
            assert!(early["test"]["evidence"].is_null());
        }
    }

    let junit = fs::read_to_string(path("junit")).unwrap();
    let junit = roxmltree::Document::parse(&junit).unwrap();
    let suites = junit.root_element().children().filter(|node| node.has_tag_name("testsuite"));
    assert_eq!(suites.count(), solutions.len());
    let failures = junit.root_element().attribute("failures").unwrap();
    assert!(failures.parse::<u64>().unwrap() >= unmet);

    let page = fs::read_to_string(path("html")).unwrap();
    for solution in report["solutions"].as_array().unwrap() {
        assert!(page.contains(solution["name"].as_str().unwrap()));
    }
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 4, "nothing temporary is left");
}

#[test]
fn a_report_on_standard_output_has_it_for_itself() {
    let printed = ran(&["--report", "json=-"]);
    let report: Value = serde_json::from_slice(&printed.stdout).expect("nothing else is on standard output");
    assert_eq!(report["schema"], "harness-report/2");
    assert!(text(&printed.stderr).contains("FAIL"), "people are told on standard error");
}

#[test]
fn no_progress_is_written_where_nobody_looks() {
    let printed = ran(&[]);
    assert!(!printed.stderr.contains(&0x1b) && !printed.stderr.contains(&b'\r'), "{}", text(&printed.stderr));
}

#[test]
fn on_github_failures_are_annotated_and_output_cannot_command() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    fs::write(&summary, "before\n").unwrap();
    let mut command = harness();
    command.arg("--root").arg(fixture("unmet")).env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &summary);
    let printed = command.output().unwrap();
    let out = text(&printed.stdout);
    let word = out.lines().next().unwrap().strip_prefix("::stop-commands::").unwrap();
    let (display, annotations) = out.split_once(&format!("\n::{word}::\n")).unwrap();
    assert!(display.contains("FAIL") && !annotations.contains("FAIL"), "{out}");
    assert!(annotations.lines().all(|line| line.starts_with("::error file=solutions/")), "{annotations}");
    let summary = fs::read_to_string(&summary).unwrap();
    assert!(summary.starts_with("before\n### ") && summary.contains("| ✘ |"), "{summary}");
}

/// On a real terminal, as far as `script` provides one, the table is drawn during the run, and
/// nothing of it stays.
#[test]
fn the_live_table_is_on_the_terminal_while_a_run_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    // A run takes longer than the table's delay, by its own clock. Which of the three begins first,
    // and how long it takes, depends on the machine.
    write("problems/slow/problem.toml", "title = \"Slow\"\n[limits]\ntime = 3000\n");
    write("solutions/src/bin/slow.rs", "fn main() { std::thread::sleep(std::time::Duration::from_millis(400)) }\n");
    for test in ["sample/1", "secret/1", "secret/2"] {
        write(&format!("testdata/slow/{test}.in"), "");
        write(&format!("testdata/slow/{test}.ans"), "");
    }
    let harness = harness();
    let call = format!(
        "stty cols 60 rows 20; {} --no-cache --root {}",
        harness.get_program().display(),
        folder.path().display()
    );
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &call, "/dev/null"]).env("TERM", "xterm").stdin(std::process::Stdio::null());
    for (name, value) in harness.get_envs() {
        match value {
            Some(value) => script.env(name, value),
            None => script.env_remove(name),
        };
    }
    let Ok(printed) = script.env("NO_COLOR", "1").output() else {
        println!("skipped: no `script` here to make a terminal");
        return;
    };
    let out = text(&printed.stdout);
    assert_eq!(printed.status.code(), Some(0), "{out}");
    assert!(out.contains("Running") && out.contains("slow/slow.rs on s"), "{out:?}");
    // The end of the report follows the last frame, and the cursor was never hidden.
    let end = out.rsplit("\x1b[J").next().unwrap();
    assert!(end.contains("PASS  1 of 1 solution") && !end.contains("Running"), "{end:?}");
    assert!(!out.contains("\x1b[?25l"), "{out:?}");
}

#[test]
fn ten_megabytes_of_output_are_told_in_a_few_lines_by_every_report() {
    let scene = crate::scene::Scene::twice();
    // Wide characters in one very long line without a line ending.
    let source = "use std::io::Write;\nfn main() { std::io::stdout().write_all(\"石\".repeat(3_500_000).as_bytes()).unwrap(); }\n";
    scene.write("solutions/src/bin/twice--flood.rs", source);
    let folder = tempfile::tempdir().unwrap();
    let mut command = harness();
    command.env("COLUMNS", "80").arg("--root").arg(scene.path("")).arg("twice/flood");
    let formats = ["json", "jsonl", "junit", "html"].map(|format| (format, folder.path().join(format)));
    for (format, path) in &formats {
        command.arg("--report").arg(format!("{format}={}", path.display()));
    }
    let printed = command.output().unwrap();
    assert_eq!(printed.status.code(), Some(1), "{}", text(&printed.stderr));
    let out = text(&printed.stdout);
    assert!(out.contains("石") && out.contains("10,500,000 bytes"), "what it is, and how much: {out}");
    assert!(out.lines().count() < 40 && out.len() < 8_000, "{out}");
    for (format, path) in &formats {
        let written = fs::read(path).unwrap();
        let display = String::from_utf8(written).unwrap();
        assert!(display.contains("石") && display.len() < 200_000, "{format}: {} bytes", display.len());
    }
}
