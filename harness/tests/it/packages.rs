//! Packages of other formats, judged in place.

mod dmoj;
mod generators;
mod limits;

use crate::command::{copy, harness, user_cache};
use crate::scene::{Printed, printed};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Two folders: the packages, and the caches of the user who judges them.
pub struct Scene {
    pub packages: TempDir,
    pub caches: TempDir,
}

/// What a run printed, and its report.
pub struct Ran {
    pub exit: Option<i32>,
    pub printed: String,
    pub report: Value,
}

impl Scene {
    pub fn new() -> Scene {
        Scene { packages: tempfile::tempdir().unwrap(), caches: user_cache() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.packages.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes tests of the problem `sum`: two numbers, and their sum.
    pub fn sums(&self, folder: &str, tests: &[(&str, u32, u32)]) {
        for (name, a, b) in tests {
            self.write(&format!("{folder}/{name}.in"), &format!("{a} {b}\n"));
            self.write(&format!("{folder}/{name}.ans"), &format!("{}\n", a + b));
        }
    }

    pub fn judge(&self, name: &str) -> Ran {
        self.judge_with(name, &[])
    }

    /// Judges every test.
    pub fn judge_with(&self, name: &str, options: &[&str]) -> Ran {
        let report = self.caches.path().join("report.json");
        let mut command = self.command();
        command.arg(self.path(name)).arg("--all").args(options);
        command.arg("--report").arg(format!("json={}", report.display()));
        let (exit, printed) = outcome(command.current_dir(self.caches.path()));
        let report = fs::read_to_string(&report).ok().and_then(|text| serde_json::from_str(&text).ok());
        Ran { exit, printed, report: report.unwrap_or_default() }
    }

    /// The harness, called by this user.
    pub fn command(&self) -> Command {
        let mut command = harness();
        command.env_remove("HARNESS_CACHE_DIR").env("XDG_CACHE_HOME", self.caches.path());
        command
    }

    /// The names of all files of the packages.
    pub fn files(&self) -> Vec<PathBuf> {
        fn below(folder: &Path, all: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                if entry.path().is_dir() { below(&entry.path(), all) } else { all.push(entry.path()) }
            }
        }
        let mut all = Vec::new();
        below(self.packages.path(), &mut all);
        all.sort();
        all
    }
}

/// The exit code of `command`, and all that it prints.
pub fn outcome(command: &mut Command) -> (Option<i32>, String) {
    let Printed { code, out, err } = printed(command, "");
    (code, out + &err)
}

impl Ran {
    /// `status: AC WA` of the solution whose name ends with `solution`.
    pub fn line(&self, solution: &str) -> String {
        let solutions = self.report["solutions"].as_array().unwrap_or_else(|| panic!("{}", self.printed));
        let found = solutions.iter().find(|found| found["solution"].as_str().unwrap().ends_with(solution));
        let found = found.unwrap_or_else(|| panic!("no {solution}\n{}", self.printed));
        let mut line = format!("{}:", found["status"].as_str().unwrap());
        for test in found["tests"].as_array().unwrap() {
            let verdict = test["verdict"].as_str().and_then(model::Verdict::parse);
            line.push_str(&format!(" {}", verdict.map_or("-", model::Verdict::short)));
        }
        line
    }
}

pub const SUM: &str = "fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    println!(\"{}\", text.split_whitespace().map(|word| word.parse::<u64>().unwrap()).sum::<u64>());
}
";
pub const FIRST: &str = "fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    println!(\"{}\", text.split_whitespace().next().unwrap());
}
";
pub const CRASH: &str = "fn main() { std::process::exit(3) }\n";

#[test]
fn a_submission_ends_where_it_is_decided_and_the_run_says_how_to_have_the_rest() {
    let scene = Scene::new();
    scene.write("sum/problem.yaml", "name: Sum\n");
    scene.write("sum/.timelimit", "2\n");
    scene.sums("sum/data/secret", &[("1", 3, 0), ("2", 4, 4), ("3", 5, 5), ("4", 6, 6)]);
    scene.write("sum/submissions/accepted/sum.rs", SUM);
    scene.write("sum/submissions/wrong_answer/first.rs", FIRST);
    scene.write("sum/submissions/run_time_error/crash.rs", CRASH);
    let judge = |options: &[&str]| {
        let report = scene.caches.path().join("report.json");
        let mut command = scene.command();
        command.arg(scene.path("sum")).args(options).arg("--report").arg(format!("json={}", report.display()));
        let (exit, printed) = outcome(command.current_dir(scene.caches.path()));
        let report = serde_json::from_str(&fs::read_to_string(&report).unwrap()).unwrap();
        Ran { exit, printed, report }
    };
    let lines = |ran: &Ran| ["accepted/sum", "wrong_answer/first", "run_time_error/crash"].map(|name| ran.line(name));
    let ran = judge(&[]);
    assert_eq!(ran.exit, Some(0), "{}", ran.printed);
    let decided = ["met: AC AC AC AC", "met: AC WA - -", "met: RTE - - -"];
    assert_eq!(lines(&ran), decided, "{}", ran.printed);
    let not_needed = "not needed: 5 tests of 2 solutions, decided by earlier tests (-a to run)";
    assert!(ran.printed.contains(not_needed), "{}", ran.printed);
    let ran = judge(&["-a"]);
    let whole = ["met: AC AC AC AC", "met: AC WA WA WA", "met: RTE RTE RTE RTE"];
    assert_eq!(lines(&ran), whole, "{}", ran.printed);
    assert!(!ran.printed.contains("not needed"), "{}", ran.printed);
}

#[test]
fn a_folder_of_packages_is_one_run_and_a_broken_one_does_not_stop_the_others() {
    let scene = Scene::new();
    scene.write("contest/problems.yaml", "- id: one\n  label: A\n");
    for name in ["one", "two_heaps"] {
        scene.write(&format!("contest/{name}/problem.yaml"), "name: Sum\n");
        scene.write(&format!("contest/{name}/.timelimit"), "2\n");
        scene.sums(&format!("contest/{name}/data/secret"), &[("1", 1, 2)]);
        scene.write(&format!("contest/{name}/submissions/accepted/sum.rs"), SUM);
    }
    scene.write("contest/empty/problem.yaml", "name: Nothing\n");
    scene.write("contest/broken/problem.yaml", "name: [Nothing\n");
    let ran = scene.judge("contest");
    assert_eq!(ran.exit, Some(2), "{}", ran.printed);
    assert_eq!(ran.report["summary"]["met"], 2, "{}", ran.printed);
    for words in ["two-heaps", "invalid YAML", "the package has no tests"] {
        assert!(ran.printed.contains(words), "`{words}` is not in\n{}", ran.printed);
    }
    // Several of its packages are problems to choose.
    let chosen = |folder: &str, names: &[&str]| outcome(scene.command().current_dir(scene.path(folder)).args(names)).1;
    for printed in [chosen("contest", &["one", "two_heaps"]), chosen(".", &["contest/one", "contest/two_heaps"])] {
        assert!(printed.contains("2 of 2 solutions as expected"), "{printed}");
    }
}

#[test]
fn check_holds_the_rules_of_the_format_and_shows_a_contest_in_a_table() {
    let scene = Scene::new();
    for name in ["one", "two"] {
        scene.write(&format!("contest/{name}/problem.yaml"), "name: Sum\nlimits:\n  time_limit: 5\n");
        scene.write(&format!("contest/{name}/submissions/accepted/sum.rs"), SUM);
        scene.write(&format!("contest/{name}/submissions/wrong_answer/first.rs"), FIRST);
        scene.sums(&format!("contest/{name}/data/secret"), &[("1", 1, 2), ("2", 3, 4)]);
        scene.sums(&format!("contest/{name}/data/sample"), &[("1", 1, 1)]);
    }
    scene.write("contest/one/problem_statement/problem.en.tex", "\\problemname{Sum}\n");
    scene.write("contest/one/input_validators/sum.ctd", "INT(0, 9) SPACE INT(0, 9) NEWLINE EOF\n");
    scene.write("contest/two/problem.yaml", "name: Two\nlicense: cc by\nlimits:\n  time_limit: 5\n");
    let (code, printed) = outcome(scene.command().args(["check", "--root"]).arg(scene.path("contest")));
    assert_eq!(code, Some(2), "{printed}");
    for title in ["a licence without a rights owner", "no statement", "no validator of inputs"] {
        assert_eq!(printed.matches(title).count(), 1, "{title}\n{printed}");
    }
    // The rules for our own workspaces do not apply to a package.
    assert!(!printed.contains("statement.md") && !printed.contains("brute"), "{printed}");
    let cells = |name: &str| -> Vec<String> {
        let line = printed.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}\n{printed}"));
        line.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(cells("problem  ")[1..], ["limit", "samples", "tests", "right", "wrong", "margin", "to", "fix"]);
    // The margin is measured, so it differs.
    let without_margin = |mut cells: Vec<String>| {
        let margin = cells.remove(7);
        assert!(margin.ends_with('x'), "{margin}");
        cells
    };
    assert_eq!(without_margin(cells("one ")), ["one", "5.0", "s", "1", "2", "1", "1", "-"]);
    assert_eq!(without_margin(cells("two ")), ["two", "5.0", "s", "1", "2", "1", "1", "3"]);
}

#[test]
fn check_names_a_submission_where_it_lies_and_not_where_it_is_put_together() {
    let scene = Scene::new();
    scene.write("sum/problem.yaml", "problem_format_version: 2025-09\nname: Sum\nuuid: 1\nconstants: {zero: 0}\n");
    scene.write("sum/.timelimit", "2");
    scene.sums("sum/data/secret", &[("1", 1, 2)]);
    scene.write("sum/submissions/accepted/right.rs", SUM);
    scene.write("sum/submissions/wrong_answer/sum.rs", &format!("{SUM}// {{{{zero}}}}\n"));
    let (_, printed) = outcome(scene.command().args(["check", "--root"]).arg(scene.path("sum")));
    let place = "error: not as its directives say\n  --> submissions/wrong_answer/sum.rs\n";
    assert!(printed.contains(place), "{printed}");
    assert!(printed.contains("error: no statement\n  --> .\n"), "the package itself has a name: {printed}");
}

#[test]
fn a_package_with_nothing_to_judge_is_not_told_how_a_workspace_is_filled() {
    let scene = Scene::new();
    scene.write("sum/problem.yaml", "name: Sum\nlimits:\n  time_limit: 5\n");
    let (code, printed) = outcome(scene.command().arg(scene.path("sum")));
    assert_eq!(code, Some(2), "{printed}");
    assert!(printed.contains("the package has no tests"), "{printed}");
    assert!(printed.contains("tests are `NAME.in` and `NAME.ans` in data/sample/ and data/secret/"), "{printed}");
    assert!(
        printed.contains("there is nothing here that can be judged") && printed.contains("fix the errors above"),
        "{printed}"
    );
    assert!(!printed.contains("problems/<name>"), "{printed}");
}

/// Builds and results do not depend on the place. The last run belongs to each package.
#[test]
fn a_copy_of_a_package_has_the_results_of_the_first_and_a_last_run_of_its_own() {
    let scene = Scene::new();
    scene.write("one/problem.yaml", "name: Sum\nlimits:\n  time_limit: 5\n");
    scene.write("one/submissions/accepted/sum.rs", SUM);
    scene.sums("one/data/secret", &[("1", 1, 2), ("2", 3, 4)]);
    let ran = scene.judge("one");
    assert!(ran.exit == Some(0) && !ran.printed.contains("from cache"), "{}", ran.printed);
    copy(&scene.path("one"), &scene.path("two"));
    let last = |name: &str| outcome(scene.command().args(["last", "--root"]).arg(scene.path(name))).0;
    assert_eq!((last("one"), last("two")), (Some(0), Some(2)));
    let ran = scene.judge("two");
    assert!(ran.exit == Some(0) && ran.printed.contains("(2 from cache)"), "{}", ran.printed);
    assert_eq!((last("one"), last("two")), (Some(0), Some(0)));
}

#[test]
fn a_package_is_told_nothing_of_files_that_only_a_workspace_has() {
    let scene = Scene::new();
    scene.write("sum/problem.yaml", "name: Sum\nlimits:\n  time_limit: 5\n");
    scene.write("sum/submissions/accepted/sum.rs", SUM);
    scene.sums("sum/data/secret", &[("1", 1, 2)]);
    let before = scene.files();
    let run = |args: &[&str]| outcome(scene.command().args(args).arg("--root").arg(scene.path("sum")));
    let (code, printed) = run(&["check", "sum", "--time"]);
    assert!(code == Some(0) && printed.contains("to take it"), "{printed}");
    assert!(!printed.contains("problem.toml"), "{printed}");
    let (code, printed) = run(&["learn", "--once"]);
    assert!(code == Some(2) && printed.contains("sum has no statement.md"), "{printed}");
    assert_eq!(scene.files(), before);
}

#[test]
fn a_file_of_a_package_is_judged_from_outside() {
    let scene = Scene::new();
    scene.write("sum/problem.yaml", "name: Sum\n");
    scene.sums("sum/data/secret", &[("1", 1, 2)]);
    scene.write("sum/submissions/accepted/sum.rs", SUM);
    scene.write("sum/submissions/accepted/crash.rs", CRASH);
    // From a workspace, which this is not in.
    let ran = scene.judge("sum/submissions/accepted/sum.rs");
    assert_eq!((ran.exit, ran.line("sum").as_str()), (Some(0), "met: AC"), "{}", ran.printed);
    scene.write("nothing/file.rs", SUM);
    let printed = |args: &[&str]| {
        let mut command = harness();
        command.args(args).current_dir(scene.path("nothing")).env("XDG_CACHE_HOME", scene.path("cache"));
        let output = command.env_remove("HARNESS_CACHE_DIR").output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let ran = printed(&["../sum/submissions/accepted/sum.rs"]);
    assert!(ran.contains("1 of 1 solution as expected"), "{ran}");
    assert!(printed(&["file.rs"]).contains("no tests for file.rs in ."));
    let ran = printed(&["list", "--root", "."]);
    assert!(ran.contains(" init .`") && !ran.contains("--root"), "{ran}");
}
