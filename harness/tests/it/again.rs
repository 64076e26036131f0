//! What a run leaves behind, `harness last`, and `--failed`: transcripts on a workspace that
//! changes between the calls.

use crate::command::{self, fixture, harness};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A copy of the fixture `unmet` that a test may change.
struct Workspace(TempDir);

impl Workspace {
    fn new() -> Workspace {
        let copy = tempfile::tempdir().unwrap();
        command::copy(&fixture("unmet"), copy.path());
        Workspace(copy)
    }

    fn call(&self) -> Command {
        let mut command = harness();
        command.current_dir(self.0.path());
        command
    }

    /// Calls the harness and expects this exit code. Returns what it printed on both streams,
    /// without what depends on the machine.
    fn printed(&self, args: &[&str], code: i32) -> String {
        let output = self.call().args(args).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{printed}");
        printed
    }

    /// The result lines: how each solution fared on which tests.
    fn results(&self, args: &[&str], code: i32) -> Vec<String> {
        let printed = self.printed(args, code);
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            let status = words.next().filter(|word| ["PASS", "FAIL", "SKIP", "FAULT", "STOP"].contains(word))?;
            let name = words.nth(1).filter(|name| name.ends_with(".rs"))?;
            let count = words.find(|word| word.contains('/') || *word == "C")?;
            Some(format!("{status} {name} {count}"))
        };
        printed.lines().filter_map(line).collect()
    }

    fn solution(&self, label: &str) -> PathBuf {
        self.0.path().join("solutions/src/bin").join(format!("echo{label}.rs"))
    }
}

#[test]
fn before_the_first_run_nothing_is_remembered() {
    let workspace = Workspace::new();
    for args in [["last"], ["--failed"]] {
        let printed = workspace.printed(&args, 2);
        assert!(
            printed.contains("no run is remembered here") && printed.contains("judge something first"),
            "{printed}"
        );
    }
}

#[test]
fn last_shows_the_failures_once_more_and_ends_as_the_run_did() {
    let workspace = Workspace::new();
    let ran = workspace.printed(&[], 1);
    let last = workspace.printed(&["last"], 1);
    assert!(last.starts_with("Last run: 20") && last.contains("just now"), "{last}");
    assert!(!last.contains("PASS echo"), "{last}");
    let blocks = |printed: &str| {
        let begin = printed.find("\nWA echo/first-line.rs").unwrap();
        printed[begin..printed.find("again: harness echo/typo.rs\n").unwrap()].to_owned()
    };
    assert_eq!(blocks(&last), blocks(&ran), "word for word");
    assert!(workspace.printed(&["last", "--verbose"], 1).contains("PASS echo"));
    let one = workspace.printed(&["last", "echo/typo"], 1);
    assert!(one.contains("CE echo/typo.rs") && !one.contains("first-line"), "{one}");
    assert!(one.contains("FAIL  0 of 1 solution as expected"), "{one}");
    // The others were left out by name, not by the run.
    assert!(!one.contains("earlier: "), "{one}");
    let mut below = workspace.call();
    below.current_dir(workspace.0.path().join("solutions/src")).args(["last", "bin/echo--typo.rs"]);
    let below = below.output().unwrap();
    assert!(String::from_utf8(below.stdout).unwrap().contains("CE echo/typo.rs"), "a path is that from here");
    assert!(workspace.printed(&["last", "nim"], 4).contains("nothing of this name: nim"));
    assert_eq!(workspace.results(&["echo/echo"], 0), ["PASS echo.rs 2/2"]);
    let last = workspace.printed(&["last"], 0);
    assert!(last.contains("earlier: 3 solutions failed, and not run since"), "{last}");
}

#[test]
fn failures_are_run_again_until_they_are_gone() {
    let workspace = Workspace::new();
    workspace.printed(&[], 1);
    // Of the file that fails on one test only that test is run. The broken promise and the typo are
    // run on everything.
    let all = ["FAIL first-line.rs 0/1", "FAIL right-after-all.rs 2/2", "FAIL typo.rs C"];
    assert_eq!(workspace.results(&["--failed"], 1), all);
    // Judging something else forgets nothing.
    workspace.printed(&["echo/echo"], 0);
    assert_eq!(workspace.results(&["--failed"], 1), all);
    // One is fixed, and one is fixed and run only in part.
    fs::copy(workspace.solution(""), workspace.solution("--first-line")).unwrap();
    fs::copy(workspace.solution(""), workspace.solution("--typo")).unwrap();
    assert_eq!(workspace.results(&["--failed", "echo/first-line"], 0), ["PASS first-line.rs 1/1"]);
    workspace.printed(&["echo/typo", "-t", "sample/*"], 0);
    assert_eq!(workspace.results(&["--failed"], 1), ["FAIL right-after-all.rs 2/2", "PASS typo.rs 2/2"]);
    let printed = workspace.printed(&["--failed", "echo/typo"], 4);
    assert!(printed.contains("nothing of what failed the last time is selected"), "{printed}");
    fs::remove_file(workspace.solution("--right-after-all")).unwrap();
    assert!(workspace.printed(&["--failed"], 4).contains("not there any more"));
    fs::copy(workspace.solution(""), workspace.solution("--right-after-all")).unwrap();
    assert_eq!(workspace.results(&["--failed"], 0), ["PASS right-after-all.rs 2/2"]);
    assert!(workspace.printed(&["--failed"], 0).contains("nothing to run again"));
}

/// This workspace's own folder in the shared cache.
fn place(workspace: &Workspace) -> PathBuf {
    let printed = workspace.printed(&["-v"], 1);
    let page = printed.lines().find_map(|line| line.strip_prefix("  report: ")).unwrap();
    Path::new(page).parent().unwrap().to_path_buf()
}

#[test]
fn files_of_another_version_or_none_are_refused_with_a_word() {
    let workspace = Workspace::new();
    let place = place(&workspace);
    fs::write(place.join("report.json"), r#"{"schema":"harness-report/9"}"#).unwrap();
    fs::write(place.join("failed.json"), r#"{"schema":"harness-failed/9"}"#).unwrap();
    let printed = workspace.printed(&["last"], 2);
    assert!(printed.contains("`harness-report/9`") && printed.contains("judge again"), "{printed}");
    let printed = workspace.printed(&["--failed"], 2);
    assert!(printed.contains("`harness-failed/9`") && printed.contains("judge without `--failed`"), "{printed}");
    fs::write(place.join("report.json"), "{").unwrap();
    assert!(workspace.printed(&["last"], 2).contains("is not a file of this harness"));
    workspace.printed(&[], 1);
    workspace.printed(&["last"], 1);
}

#[test]
fn a_place_that_cannot_be_written_is_a_note_and_changes_no_exit_code() {
    let workspace = Workspace::new();
    let file = workspace.0.path().join("file");
    fs::create_dir(&file).unwrap();
    let output = workspace.call().env("HARNESS_CACHE_DIR", &file).arg("echo/echo").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    fs::remove_dir_all(file.join("workspaces")).unwrap();
    fs::write(file.join("workspaces"), "").unwrap();
    let output = workspace.call().env("HARNESS_CACHE_DIR", &file).arg("echo/echo").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(printed.starts_with("note: cannot write ") && printed.lines().count() == 1, "{printed}");
}

/// On a full disk, as far as a limit on the size of files is one.
#[test]
fn a_page_of_an_earlier_run_does_not_pass_for_one_that_could_not_be_written() {
    let workspace = Workspace::new();
    let page = place(&workspace).join("report.html");
    workspace.printed(&["echo/echo"], 0);
    assert!(page.is_file());
    // 4 KiB hold the report, and not the page.
    let mut full = command::shell("trap '' XFSZ; ulimit -f 8; harness echo/echo");
    let output = full.current_dir(workspace.0.path()).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    assert!(err.contains("note: cannot write ") && err.contains("report.html: File too large"), "{err}");
    assert!(out.contains("1 of 1 solution as expected") && !out.contains("report.html"), "{out}");
    assert!(!page.exists());
}

#[test]
fn where_temporary_files_have_no_folder_no_solution_is_left_out() {
    let workspace = Workspace::new();
    // A cache that does not remember what the compiler answered.
    let mut call = workspace.call();
    call.env("TMPDIR", "/nonexistent").env("HARNESS_CACHE_DIR", workspace.0.path().join("cache"));
    let output = call.arg("echo/echo").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_shard_leaves_nothing_behind_and_points_nowhere() {
    let workspace = Workspace::new();
    let printed = workspace.printed(&["--shard", "1/1"], 1);
    assert!(!printed.contains("report:") && !printed.contains("--failed"), "{printed}");
    workspace.printed(&["last"], 2);
}

#[test]
fn the_page_is_named_and_what_runs_the_failures_again() {
    let workspace = Workspace::new();
    assert!(workspace.printed(&["echo/echo"], 0).contains("  report: "));
    assert!(!workspace.printed(&["-q", "echo/echo"], 0).contains("report:"));
    let printed = workspace.printed(&[], 1);
    let page = printed.lines().find_map(|line| line.strip_prefix("  report: ")).expect(&printed);
    assert!(fs::read_to_string(page).unwrap().contains("first-line.rs"));
    assert!(printed.contains("  failures only: harness --failed\n"), "{printed}");
}

#[test]
fn a_merge_is_the_last_run_of_its_workspace_and_of_no_other() {
    let workspace = Workspace::new();
    workspace.results(&["echo/echo"], 0);
    for k in ["1", "2"] {
        let (shard, report) = (format!("{k}/2"), format!("json=shard-{k}.json"));
        workspace.call().args(["--shard", &shard, "--report", &report]).output().unwrap();
    }
    assert!(!workspace.printed(&["last"], 0).contains("first-line"), "shards leave nothing behind");
    let printed = workspace.printed(&["merge", "shard-1.json", "shard-2.json"], 1);
    assert!(printed.contains("echo/first-line.rs: unmet") && !printed.contains("note:"), "{printed}");
    let last = workspace.printed(&["last"], 1);
    assert!(last.contains("FAIL echo  first-line.rs") && last.contains("secret/1"), "{last}");
    let again = workspace.results(&["--failed"], 1);
    assert!(again.iter().any(|line| line.contains("first-line.rs")), "{again:?}");
    assert!(!again.iter().any(|line| line.contains(" echo.rs")), "{again:?}");

    // Elsewhere: outside any workspace, and in one with other problems.
    let reports = ["1", "2"].map(|k| workspace.0.path().join(format!("shard-{k}.json")));
    let elsewhere = tempfile::tempdir().unwrap();
    for problems in ["none", "problems/other"] {
        fs::create_dir_all(elsewhere.path().join(problems)).unwrap();
        fs::create_dir_all(elsewhere.path().join("testdata")).unwrap();
        let mut merge = harness();
        merge.env_remove("HARNESS_CACHE_DIR").current_dir(elsewhere.path());
        let merged = merge.arg("merge").args(&reports).output().unwrap();
        assert_eq!((merged.status.code(), String::from_utf8(merged.stderr).unwrap().as_str()), (Some(1), ""));
        assert!(!elsewhere.path().join("target").exists());
    }
    let mut named = harness();
    let named = named.arg("merge").args(&reports).arg("--root").arg(elsewhere.path().join("none")).output().unwrap();
    assert_eq!(named.status.code(), Some(2));
}
