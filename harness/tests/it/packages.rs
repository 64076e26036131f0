//! Packages of other formats, judged in place.

mod dmoj;
mod generators;
mod jury;
mod limits;
mod processes;
mod scores;
mod sources;

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

    /// Judges every test, unless the options say `--lazy`.
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

impl Ran {
    /// `60 of 100: 20 AC, 40` of the solution whose name ends with `solution`: its score, and those
    /// of its groups.
    pub fn score(&self, solution: &str) -> String {
        let solutions = self.report["solutions"].as_array().unwrap_or_else(|| panic!("{}", self.printed));
        let found = solutions.iter().find(|found| found["solution"].as_str().unwrap().ends_with(solution)).unwrap();
        let number = |value: &Value| value.as_f64().map_or("?".to_owned(), |number| number.to_string());
        let group = |group: &Value| match group["verdict"].as_str().and_then(model::Verdict::parse) {
            Some(verdict) => format!("{} {}", number(&group["points"]), verdict.short()),
            None => number(&group["points"]),
        };
        let score = &found["score"];
        let groups: Vec<String> = score["groups"].as_array().unwrap().iter().map(group).collect();
        let of = score["of"].as_f64().map_or(String::new(), |of| format!(" of {of}"));
        format!("{}{of}: {}", number(&score["points"]), groups.join(", "))
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
fn a_legacy_package_is_judged_where_it_lies_and_nothing_is_written_into_it() {
    let scene = Scene::new();
    scene.write("sum/problem.yaml", "name: Sum\nvalidation: custom\nlimits:\n  memory: 256   # MiB\n");
    scene.write("sum/.timelimit", "2\n");
    scene.sums("sum/data/sample", &[("1", 1, 2)]);
    scene.sums("sum/data/secret", &[("10", 3, 0), ("2", 4, 4)]);
    // Two files: the main one, and another beside it.
    scene.write(
        "sum/output_validators/check/main.rs",
        "mod numbers;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    assert!(args[3].ends_with('/'));
    let (answer, output) = (std::fs::read_to_string(&args[2]).unwrap(), std::io::read_to_string(std::io::stdin()).unwrap());
    std::process::exit(if numbers::first(&answer) == numbers::first(&output) { 42 } else { 43 });
}
",
    );
    scene.write(
        "sum/output_validators/check/numbers.rs",
        "pub fn first(text: &str) -> Option<u64> { text.split_whitespace().next()?.parse().ok() }\n",
    );
    scene.write("sum/submissions/accepted/sum.rs", SUM);
    scene.write("sum/submissions/accepted/two/main.rs", "mod inner;\nfn main() { inner::run() }\n");
    scene.write("sum/submissions/accepted/two/inner.rs", &SUM.replace("fn main", "pub fn run"));
    scene.write("sum/submissions/wrong_answer/first.rs", &format!("//@EXPECTED_GRADES@ WA AC\n{FIRST}"));
    scene.write("sum/submissions/run_time_error/crash.rs", CRASH);
    scene.write("sum/submissions/time_limit_exceeded/wrong.rs", FIRST);
    scene.write("sum/submissions/accepted/old.cobol", "");
    // Prolog, although Perl's files have the same ending.
    scene.write("sum/submissions/accepted/logic.pl", "main :-\n    write(3).\n");
    let before = scene.files();
    let ran = scene.judge("sum");
    assert_eq!(ran.exit, Some(1), "{}", ran.printed);
    assert_eq!(ran.line("accepted/sum"), "met: AC AC AC", "{}", ran.printed);
    assert_eq!(ran.line("accepted/two"), "met: AC AC AC", "{}", ran.printed);
    // Tests are sorted by name: 10 before 2.
    assert_eq!(ran.line("wrong_answer/first"), "met: WA AC WA", "{}", ran.printed);
    assert_eq!(ran.line("run_time_error/crash"), "met: RTE RTE RTE", "{}", ran.printed);
    assert_eq!(ran.line("time_limit_exceeded/wrong"), "unmet: WA AC WA", "it should have been too slow");
    assert!(
        ran.printed
            .contains("submissions in no language that is known, so left out: accepted/logic.pl, accepted/old.cobol"),
        "{}",
        ran.printed
    );
    assert_eq!(scene.files(), before);
}

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
    let not_needed = "not needed: 5 tests of 2 solutions, decided by earlier tests (--all to run)";
    assert!(ran.printed.contains(not_needed), "{}", ran.printed);
    for everything in [&["--all"][..], &["--all-failures"]] {
        let ran = judge(everything);
        let whole = ["met: AC AC AC AC", "met: AC WA WA WA", "met: RTE RTE RTE RTE"];
        assert_eq!(lines(&ran), whole, "{}", ran.printed);
        assert!(!ran.printed.contains("not needed"), "{}", ran.printed);
    }
}

#[test]
fn files_that_are_included_are_built_with_every_submission() {
    let scene = Scene::new();
    scene.write("driven/problem.yaml", "name: Driven\n");
    scene.write("driven/domjudge-problem.ini", "timelimit = 2\n");
    scene.sums("driven/data/secret", &[("1", 1, 2)]);
    scene.write("driven/include/rust/main.rs", "mod solution;\nfn main() { solution::solve() }\n");
    scene.write("driven/submissions/accepted/solution.rs", &SUM.replace("fn main", "pub fn solve"));
    scene.write("driven/include/rust/gone.rs", "this is not Rust");
    let ran = scene.judge("driven");
    assert_eq!((ran.exit, ran.line("accepted/solution")), (Some(0), "met: AC".to_owned()), "{}", ran.printed);
    // A file that an earlier state of the package put beside it is gone.
    fs::remove_file(scene.path("driven/include/rust/gone.rs")).unwrap();
    scene.write("driven/include/rust/main.rs", "mod solution;\nmod gone;\nfn main() { solution::solve() }\n");
    let ran = scene.judge("driven");
    assert!(ran.printed.contains("file not found for module `gone`"), "{}", ran.printed);
}

#[test]
fn a_folder_of_packages_is_one_run_and_a_broken_one_does_not_stop_the_others() {
    let scene = Scene::new();
    scene.write("contest/problems.yaml", "- id: one\n  label: A\n- id: gone\n  label: B\n");
    for name in ["one", "two_heaps"] {
        scene.write(&format!("contest/{name}/problem.yaml"), "name: Sum\n");
        scene.write(&format!("contest/{name}/.timelimit"), "2\n");
        scene.sums(&format!("contest/{name}/data/secret"), &[("1", 1, 2)]);
        scene.write(&format!("contest/{name}/submissions/accepted/sum.rs"), SUM);
    }
    scene.write("contest/empty/problem.yaml", "name: [Nothing\n");
    let ran = scene.judge("contest");
    assert_eq!(ran.exit, Some(2), "{}", ran.printed);
    assert_eq!(ran.report["summary"]["met"], 2, "{}", ran.printed);
    for words in ["two-heaps", "the contest names `gone`", "invalid YAML", "the package has no tests"] {
        assert!(ran.printed.contains(words), "`{words}` is not in\n{}", ran.printed);
    }
    // Several of its packages are problems to choose.
    let chosen = |folder: &str, names: &[&str]| outcome(scene.command().current_dir(scene.path(folder)).args(names)).1;
    for printed in [chosen("contest", &["one", "two_heaps"]), chosen(".", &["contest/one", "contest/two_heaps"])] {
        assert!(printed.contains("2 of 2 solutions as expected"), "{printed}");
    }
}

#[test]
fn arguments_of_validators_hold_for_the_tests_that_they_are_said_of() {
    let scene = Scene::new();
    scene
        .write("args/problem.yaml", "problem_format_version: 2025-09\nname: Args\nuuid: 1\nlimits:\n  time_limit: 2\n");
    scene.write("args/data/secret/1.in", "");
    scene.write("args/data/secret/1.ans", "1.00\n");
    scene.write("args/data/secret/2.in", "");
    scene.write("args/data/secret/2.ans", "1.00\n");
    scene.write("args/data/secret/2.yaml", "output_validator_args: [float_tolerance, '0.1']\n");
    scene.write("args/submissions/wrong_answer/near.rs", "fn main() { println!(\"1.05\") }\n");
    let ran = scene.judge("args");
    assert_eq!((ran.exit, ran.line("near")), (Some(0), "met: WA AC".to_owned()), "{}", ran.printed);

    let check = "fn main() {
    let args: Vec<String> = std::env::args().collect();
    std::process::exit(if args.get(4).map(String::as_str) == Some(\"lenient\") { 42 } else { 43 })
}
";
    scene.write("args/output_validator/main.rs", check);
    scene.write("args/data/secret/2.yaml", "output_validator_args: [lenient]\n");
    let ran = scene.judge("args");
    assert_eq!(ran.line("near"), "met: WA AC", "{}", ran.printed);
}

#[test]
fn a_legacy_validator_may_write_a_score_and_reject() {
    let scene = Scene::new();
    for (name, version) in [("old", ""), ("new", "problem_format_version: 2025-09\nuuid: 1\n")] {
        let validation = if name == "old" { "validation: custom score\n" } else { "" };
        scene.write(&format!("{name}/problem.yaml"), &format!("{version}name: X\ntype: scoring\n{validation}"));
        scene.write(&format!("{name}/.timelimit"), "2");
        let (folder, settings) = match name {
            "old" => ("output_validators/v", ("testdata.yaml", "accept_score: 40\ngrader_flags: min\n")),
            _ => ("output_validator", ("test_group.yaml", "max_score: 40\nscore_aggregation: min\n")),
        };
        let validator = "fn main() {
    let feedback = std::env::args().nth(3).unwrap();
    std::fs::write(feedback + \"score.txt\", \"0\").unwrap();
    std::process::exit(43)
}
";
        scene.write(&format!("{name}/{folder}/main.rs"), validator);
        scene.write(&format!("{name}/data/secret/a/{}", settings.0), settings.1);
        scene.sums(&format!("{name}/data/secret/a"), &[("1", 1, 1)]);
        scene.write(&format!("{name}/submissions/wrong_answer/sum.rs"), SUM);
    }
    assert_eq!(scene.judge("old").line("sum"), "met: WA");
    let ran = scene.judge("new");
    assert!(ran.line("sum").starts_with("undecided"), "{}", ran.printed);
    assert!(ran.printed.contains("gave points to an output that it rejected"), "{}", ran.printed);
}

#[test]
fn every_input_validator_is_asked_with_the_arguments_of_the_group() {
    let scene = Scene::new();
    scene.write("valid/problem.yaml", "name: Valid\n");
    scene.write("valid/.timelimit", "2");
    // Accepts at most as many words as the first argument says, and none without it.
    let few = "fn main() {
    let most = std::env::args().nth(1).map_or(0, |most| most.strip_prefix(\"n=\").unwrap().parse().unwrap());
    let words = std::io::read_to_string(std::io::stdin()).unwrap().split_whitespace().count();
    if words > most { eprintln!(\"{words} words, and {most} are the most\") }
    std::process::exit(if words <= most { 42 } else { 1 })
}
";
    let digits = "fn main() {
    let text = std::io::read_to_string(std::io::stdin()).unwrap();
    std::process::exit(if text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace()) { 42 } else { 43 })
}
";
    scene.write("valid/input_validators/few.rs", few);
    scene.write("valid/input_validators/digits/main.rs", digits);
    scene.write("valid/input_validators/format.viva", "");
    scene.write("valid/data/secret/large/testdata.yaml", "input_validator_flags: n=2\n");
    scene.write("valid/data/secret/small/testdata.yaml", "input_validator_flags:\n  name: few\n  flags: n=1\n");
    scene.sums("valid/data/secret/large", &[("1", 1, 2)]);
    scene.sums("valid/data/secret/small", &[("1", 1, 2)]);
    scene.write("valid/data/invalid_input/letters.in", "a\n");
    scene.write("valid/data/invalid_input/nothing.in", "\n");
    scene.write("valid/submissions/accepted/sum.rs", SUM);
    let ran = scene.judge("valid");
    assert_eq!(ran.exit, Some(2), "{}", ran.printed);
    for words in [
        "test secret/small/1 is not valid: 2 words, and 1 are the most",
        "input validators in the language VIVA are not run: format.viva",
        "invalid_input/nothing.in",
    ] {
        assert!(ran.printed.contains(words), "`{words}` is not in\n{}", ran.printed);
    }
    assert!(!ran.printed.contains("invalid_input/letters.in"), "one of them refuses it\n{}", ran.printed);
    assert_eq!(ran.line("sum"), "met: AC", "{}", ran.printed);
}

#[test]
fn a_grammar_of_a_package_is_a_validator_and_one_space_is_one_space() {
    let scene = Scene::new();
    scene.write("valid/problem.yaml", "name: Valid\n");
    scene.write("valid/.timelimit", "2");
    scene.write("valid/input_format_validators/sum.ctd", "INT(0,9,a) SPACE INT(0,9,b) NEWLINE\n");
    scene.sums("valid/data/secret", &[("1", 1, 2)]);
    scene.write("valid/data/secret/2.in", "1  2\n");
    scene.write("valid/data/secret/2.ans", "3\n");
    scene.write("valid/submissions/accepted/sum.rs", SUM);
    let ran = scene.judge("valid");
    assert_eq!(ran.exit, Some(2), "{}", ran.printed);
    let words = "test secret/2 is not valid: line 1, column 3: ";
    assert!(ran.printed.contains(words), "`{words}` is not in\n{}", ran.printed);
    assert_eq!(ran.line("sum"), "met: AC", "{}", ran.printed);

    scene.write("valid/input_format_validators/sum.ctd", "INT(0,9,a) SPACE\nINT(0,9,b NEWLINE\n");
    let ran = scene.judge("valid");
    assert_eq!(ran.exit, Some(2), "{}", ran.printed);
    assert!(ran.printed.contains("sum.ctd:2:11"), "{}", ran.printed);
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
        printed.contains("the package has nothing that can be judged") && printed.contains("fix the errors above"),
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
    let (code, printed) = run(&["time", "sum", "--runs", "1"]);
    assert!(code == Some(0) && printed.contains("to take it"), "{printed}");
    assert!(!printed.contains("problem.toml"), "{printed}");
    let (code, printed) = run(&["learn", "--once"]);
    assert!(code == Some(2) && printed.contains("sum has no statement.md"), "{printed}");
    assert_eq!(scene.files(), before);
}
