//! Time limits that packages leave to be inferred. The slow programs watch their own CPU time, so a
//! busy machine does not change what they use.

use super::{Ran, SUM, Scene, outcome};
use crate::command::left_to_long;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const LEGACY: &str = "name: Slow\n";

/// A program that prints a sum after this much CPU time.
fn after(ms: u32) -> String {
    format!(
        "#include <stdio.h>
#include <time.h>
int main(void) {{
    long a, b;
    if (scanf(\"%ld %ld\", &a, &b) != 2) return 1;
    while (clock() < (clock_t)({ms} * (CLOCKS_PER_SEC / 1000))) {{}}
    printf(\"%ld\\n\", a + b);
    return 0;
}}
"
    )
}

/// The limit in the report, in milliseconds.
fn limit(ran: &Ran) -> Option<f64> {
    ran.report["solutions"][0]["limits"]["cpu_ms"].as_f64()
}

fn explained(scene: &Scene, name: &str) -> String {
    explained_in(scene, name, name)
}

/// What `explain` says about a problem of this folder.
fn explained_in(scene: &Scene, name: &str, folder: &str) -> String {
    let (_, text) = outcome(scene.command().args(["explain", name, "--root"]).arg(scene.path(folder)));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_limit_is_inferred_once_from_the_slowest_accepted_and_again_when_a_program_changes() {
    let scene = Scene::new();
    scene.write("slow/problem.yaml", LEGACY);
    scene.sums("slow/data/secret", &[("1", 1, 2)]);
    scene.write("slow/submissions/accepted/late.c", &after(210));
    let files = scene.files();
    assert!(explained(&scene, "slow").contains("time 5 s of CPU until it is inferred"));

    // Five times as long, in whole seconds.
    let first = scene.judge("slow");
    assert_eq!((first.exit, limit(&first)), (Some(0), Some(2000.0)), "{}", first.printed);
    assert!(
        first.printed.contains("Measured the time limit of slow: 2.0 s, inferred: accepted/late.c"),
        "{}",
        first.printed
    );
    assert_eq!(first.report["problems"][0]["limits"]["cpu_ms"].as_f64(), Some(2000.0), "{}", first.printed);
    let display = explained(&scene, "slow");
    assert!(display.contains("time 2 s of CPU inferred: accepted/late.c takes"), "{display}");
    assert!(display.contains("on secret/1; 5 x, in steps of 1 s"), "{display}");

    let (_, listed) = outcome(scene.command().args(["list", "--root"]).arg(scene.path("slow")));
    assert!(listed.contains("(1 test, 2.0 s, "), "what measures nothing takes it, too: {listed}");

    let second = scene.judge("slow");
    assert_eq!(limit(&second), Some(2000.0), "{}", second.printed);
    assert!(!second.printed.contains("Measured"), "{}", second.printed);

    scene.write("slow/submissions/accepted/late.c", &after(10));
    let changed = scene.judge("slow");
    assert_eq!(limit(&changed), Some(1000.0), "{}", changed.printed);
    let afresh = scene.judge_with("slow", &["--no-cache"]);
    assert!(afresh.printed.contains("Measured the time limit"), "{}", afresh.printed);
    assert_eq!(scene.files(), files, "nothing is written into a package");

    scene.write("slow/.timelimit", "7\n");
    assert_eq!(limit(&scene.judge("slow")), Some(7000.0));
    assert!(explained(&scene, "slow").contains(".timelimit"), "the file that says it wins");
    scene.write("slow/domjudge-problem.ini", "timelimit = 3\n");
    let display = explained(&scene, "slow");
    assert!(display.contains("time 3 s of CPU domjudge-problem.ini"), "where both files say one: {display}");
}

/// How a command answers.
struct Reply {
    exit: Option<i32>,
    /// Verdicts.
    words: Vec<String>,
    printed: String,
}

fn reply(scene: &Scene, args: &[&str]) -> Reply {
    let (exit, printed) = outcome(scene.command().args(args).current_dir(scene.packages.path()));
    let is_verdict = |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase());
    let words = printed.split(|c: char| !c.is_alphanumeric()).filter(is_verdict).map(str::to_owned).collect();
    Reply { exit, words, printed }
}

#[test]
fn every_command_judges_the_same_with_an_empty_cache_and_with_a_full_one() {
    if left_to_long("ten commands measure a limit each") {
        return;
    }
    let scene = || {
        let scene = Scene::new();
        // The slow one needs more than the inferred 0.2 s, and less than the default of 5 s.
        let yaml = "problem_format_version: 2025-09\nname: Sum\nuuid: 1\n\
                    limits: {time_resolution: 0.2, time_multipliers: {ac_to_time_limit: 1.0}}\n";
        let slow = "import time\nwhile time.process_time() < 0.5: pass\nprint(sum(map(int, input().split())))\n";
        scene.write("sum/problem.yaml", yaml);
        scene.sums("sum/data/secret", &[("1", 1, 2)]);
        scene.write("sum/submissions/accepted/add.py", "a, b = map(int, input().split())\nprint(a + b)\n");
        scene.write("sum/submissions/accepted/sum.py", "print(sum(map(int, input().split())))\n");
        scene.write("sum/submissions/time_limit_exceeded/slow.py", slow);
        scene.write("class/ann/sum.py", slow);
        scene.write("in.ctd", "INT(0, 9, a) SPACE INT(0, 9, b) NEWLINE EOF\n");
        scene
    };
    const SLOW: &str = "sum/time_limit_exceeded/slow";
    let hunt = |command| vec![command, "--root", "sum", "sum", "--input", "in.ctd", "--inputs", "10"];
    let commands: [(Vec<&str>, i32, &str); 10] = [
        (vec!["sum"], 0, "expected TLE or OLE (1 TLE)"),
        (vec!["grade", "class", "--root", "sum"], 0, "0 TLE      0"),
        (vec!["check", "--root", "sum"], 2, "1 of 1 tests catch a wrong solution"),
        (vec!["stress", "--root", "sum", SLOW, "--input", "in.ctd", "--seed", "1"], 1, "limit 0.20 s"),
        (vec!["submit", "--root", "sum", SLOW, "--print"], 1, "limit 0.20 s"),
        (vec!["check", "--root", "sum", "sum", "--time"], 0, "limit now         0.2 s"),
        (hunt("mutate"), 0, "mutation score 100 %"),
        ([hunt("strengthen"), vec!["--into", "out", "--tests", "4", "--large", "0"]].concat(), 0, "added 3 tests"),
        (vec!["--root", "sum", SLOW, "-i", "sum/data/secret/1.in"], 1, "TLE  CPU time"),
        (vec!["sum", "--shard", "1/2"], 2, "machines must agree on it"),
    ];
    let full = scene();
    reply(&full, &["sum"]);
    for (args, exit, expected) in &commands {
        let (cold, warm) = (reply(&scene(), args), reply(&full, args));
        for reply in [&cold, &warm] {
            assert_eq!(reply.exit, Some(*exit), "{args:?}\n{}", reply.printed);
            assert!(reply.printed.contains(expected), "{args:?}\n{}", reply.printed);
            assert!(!reply.printed.contains("no time limit fits"), "{args:?}\n{}", reply.printed);
        }
        assert_eq!(cold.words, warm.words, "{args:?}\n{}\n{}", cold.printed, warm.printed);
    }
}

#[test]
fn a_problem_is_judged_and_its_limit_kept_before_the_next_one_is_measured() {
    let scene = Scene::new();
    for name in ["quick", "slow"] {
        scene.write(&format!("both/{name}/problem.yaml"), LEGACY);
        scene.sums(&format!("both/{name}/data/secret"), &[("1", 1, 2)]);
    }
    scene.write("both/quick/submissions/accepted/sum.c", &after(0));
    // Nearly as long as measuring may take, and longer than this test takes.
    scene.write("both/slow/submissions/accepted/late.c", &after(29_000));
    let mut child = scene.command();
    child.args(["--report", "jsonl=-"]).arg(scene.path("both")).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = child.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let begins = |line: &str, of: &str| line.starts_with(&format!("{{\"type\":\"{of}\""));
    let judged = lines.by_ref().find(|line| begins(line, "solution") || begins(line, "summary")).unwrap();
    assert!(judged.contains("accepted/sum.c") && judged.contains("\"cpu_ms\":1000"), "{judged}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest = lines.collect::<Vec<_>>();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    let explained = explained_in(&scene, "quick", "both");
    assert!(explained.contains("time 1 s of CPU inferred: accepted/sum.c takes"), "{explained}");
}

#[test]
fn submissions_yaml_says_which_submissions_bound_the_limit() {
    if left_to_long("solutions compute for twice their limit") {
        return;
    }
    let scene = Scene::new();
    let yaml = "problem_format_version: 2025-09\nname: B\nuuid: 1\nlimits: {time_resolution: 0.2}\n";
    scene.write("bound/problem.yaml", yaml);
    scene.sums("bound/data/secret", &[("1", 1, 2)]);
    scene.write("bound/submissions/accepted/late.c", &after(120));
    scene.write("bound/submissions/accepted/odd.c", &after(210));
    scene.write("bound/submissions/time_limit_exceeded/soon.c", &after(20));
    scene.write(
        "bound/submissions/submissions.yaml",
        "accepted:\n  use_for_time_limit: false\naccepted/late.c:\n  use_for_time_limit: lower\n",
    );
    let ran = scene.judge("bound");
    // Twice 0.12 s, rounded up to steps of 0.2 s. With `odd.c` it would be 0.6 s.
    assert_eq!(limit(&ran), Some(400.0), "{}", ran.printed);
    let words = ran.printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("no time limit fits: time_limit_exceeded/soon.c must be too slow"), "{}", ran.printed);
    assert!(scene.judge("bound").printed.contains("no time limit fits"), "what does not fit is said each time");
}

#[test]
fn a_fault_in_measuring_is_not_remembered() {
    let scene = Scene::new();
    scene.write("broken/problem.yaml", "problem_format_version: 2025-09\nname: F\nuuid: 1\n");
    scene.sums("broken/data/secret", &[("1", 1, 2)]);
    scene.write("broken/submissions/accepted/sum.rs", SUM);
    scene.write("broken/output_validator/main.rs", "fn main() { std::process::exit(7) }\n");
    for _ in 0..2 {
        let ran = scene.judge("broken");
        assert_eq!(ran.exit, Some(3), "{}", ran.printed);
        assert!(ran.printed.contains("no time limit could be inferred for broken, judged by 5.0 s"), "{}", ran.printed);
    }
    scene.write("broken/output_validator/main.rs", "fn main() { std::process::exit(42) }\n");
    let ran = scene.judge("broken");
    assert_eq!((ran.exit, limit(&ran)), (Some(0), Some(1000.0)), "{}", ran.printed);
}

#[test]
fn machines_share_an_inferred_limit_and_no_part_of_a_plan_infers_one_of_its_own() {
    if left_to_long("each machine of it compiles for itself") {
        return;
    }
    let scene = Scene::new();
    scene.write("slow/problem.yaml", LEGACY);
    scene.sums("slow/data/secret", &[("1", 1, 2)]);
    scene.write("slow/submissions/accepted/late.c", &after(210));
    let refused = scene.judge_with("slow", &["--shard", "1/2"]);
    assert_eq!(refused.exit, Some(2), "{}", refused.printed);
    assert!(refused.printed.contains("the time limit of slow is still to be inferred"), "{}", refused.printed);

    let shared = scene.caches.path().join("limits.json");
    let mut plan = scene.command();
    plan.args(["plan", "--limits"]).arg(&shared).arg("--root").arg(scene.path("slow"));
    let planned = plan.output().unwrap();
    assert!(planned.status.success(), "{planned:?}");
    // Another machine: its cache is empty.
    let elsewhere = Scene { packages: scene.packages, caches: tempfile::tempdir().unwrap() };
    let options = ["--limits", shared.to_str().unwrap(), "--shard", "1/1"];
    let part = elsewhere.judge_with("slow", &options);
    assert_eq!((part.exit, limit(&part)), (Some(0), Some(2000.0)), "{}", part.printed);
    let id = part.report["run"]["shard"]["plan"].as_str().unwrap();
    assert!(String::from_utf8_lossy(&planned.stdout).contains(id), "one plan: {planned:?}");
}

#[test]
fn what_was_measured_for_the_limit_is_not_run_again_for_the_verdict() {
    if left_to_long("a solution computes for twice its limit") {
        return;
    }
    let scene = Scene::new();
    scene.write("slow/problem.yaml", LEGACY);
    scene.sums("slow/data/secret", &[("1", 1, 2)]);
    scene.write("slow/submissions/accepted/late.c", &after(100));
    scene.write("slow/submissions/time_limit_exceeded/later.c", &after(60_000));
    scene.write("slow/submissions/wrong_answer/zero.c", "int main(void) { return 0; }\n");
    let first = scene.judge("slow");
    assert_eq!((first.exit, limit(&first)), (Some(0), Some(1000.0)), "{}", first.printed);
    assert_eq!(first.line("accepted/late"), "met: AC", "{}", first.printed);
    assert_eq!(first.line("wrong_answer/zero"), "met: WA", "{}", first.printed);
    assert_eq!(first.line("time_limit_exceeded/later"), "met: TLE", "{}", first.printed);
    let solutions = first.report["solutions"].as_array().unwrap();
    let later = solutions.iter().find(|one| one["solution"].as_str().unwrap().contains("later")).unwrap();
    // It was allowed to run for twice the limit, unlike a run for the verdict.
    let cpu = later["tests"][0]["cpu_ms"].as_f64().unwrap();
    assert!(cpu >= 1900.0, "{cpu}");
    let note = later["tests"][0]["note"].as_str().unwrap();
    assert!(note.starts_with("CPU time ") && note.ends_with(", limit 1.00 s"), "{note}");
    // It is cached as what it is, a result under the limit.
    let again = scene.judge("slow");
    assert_eq!((again.exit, again.report["summary"]["cached"].as_u64()), (Some(0), Some(3)), "{}", again.printed);
}
