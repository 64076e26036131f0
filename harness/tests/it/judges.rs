//! The judges' rules: `--judge`, `[source]`, factors, the judge's Python, and docs/judges.md.

use crate::scene::{Scene, has};
use model::ByteSize;
use profiles::{JudgeProfile, Source, SourcedValue, judges};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// A problem whose Python solution says in what it was run.
fn scene(manifest: &str) -> Scene {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", &format!("title = \"Twice\"\n{manifest}"));
    scene
}

/// What `explain` says of a value.
fn explained(scene: &Scene, args: &[&str], name: &str) -> String {
    let printed = scene.run(&[&["explain", "twice"], args].concat());
    assert_eq!(printed.code, Some(0), "{}{}", printed.out, printed.err);
    let line = printed.out.lines().find(|line| line.trim_start().starts_with(name));
    line.unwrap_or_else(|| panic!("no {name} in {}", printed.out)).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_problem_its_address_or_the_command_line_chooses_the_judge() {
    let by_name = scene("[source]\njudge = \"USACO\"\nurl = \"https://atcoder.jp/x\"\n");
    assert_eq!(explained(&by_name, &[], "rules"), "rules USACO problems/twice/problem.toml:3");
    assert_eq!(explained(&by_name, &["--judge", "cf"], "rules"), "rules Codeforces named by the call");
    let by_address = scene("[source]\nurl = \"https://atcoder.jp/contests/abc1/tasks/abc1_a\"\n");
    assert_eq!(explained(&by_address, &[], "rules"), "rules AtCoder problems/twice/problem.toml:3");
    let by_nothing = scene("");
    assert_eq!(explained(&by_nothing, &[], "rules"), "rules of no judge: the same time for every language default");
    by_nothing.run(&["twice", "--judge", "codeforce"]).is(
        2,
        "",
        "error: no judge is known as `codeforce`\n  hint: did you mean `codeforces`?\n",
    );
}

/// `explain` and the run take the limit from one computation.
#[test]
fn the_factor_of_a_language_is_the_judges_or_the_problems_and_explain_says_what_the_run_used() {
    let check = |manifest: &str, args: &[&str], factor: Option<u64>| {
        let scene = scene(manifest);
        scene.write("solutions/python/twice.py", "print(2 * int(input()))\n");
        let explained = explained(&scene, args, "twice.py");
        let says =
            factor.map_or(!explained.contains("time x"), |factor| explained.contains(&format!("time x {factor}")));
        assert!(says, "{manifest}: {explained}");
        let printed = scene.run(&[&["twice/twice.py", "--report", "json=-"], args].concat());
        let report: serde_json::Value = serde_json::from_str(&printed.out).unwrap();
        let limit = report["solutions"][0]["limits"]["cpu_ms"].as_f64().unwrap();
        assert_eq!(limit, 1000.0 * factor.unwrap_or(1) as f64, "{manifest} {args:?}");
    };
    check("", &[], None);
    check("[source]\njudge = \"codeforces\"\n", &[], None);
    check("[source]\njudge = \"usaco\"\n", &[], Some(2));
    check("", &["--judge", "usaco"], Some(2));
    check("[limits]\ntime-factors = { python = 4 }\n", &[], Some(4));
    check("[source]\njudge = \"usaco\"\n[limits]\ntime-factors = { python = 4 }\n", &[], Some(4));
}

#[test]
fn a_factor_for_a_language_that_nobody_knows_is_refused_with_its_place() {
    let scene = scene("[limits]\ntime-factors = { pyton = 3 }\n");
    let words = "error: problems/twice/problem.toml:3: `pyton` is not a language\n  hint: did you mean `python`?\n";
    scene.run(&["twice"]).is(2, "", words);
}

#[test]
fn what_the_problem_sets_goes_before_the_judges_rules() {
    let by_judge = scene("[source]\njudge = \"cms\"\n[limits]\nmemory = 512\n");
    assert_eq!(explained(&by_judge, &[], "processes"), "processes 1 by the rules of CMS");
    let own = scene("[source]\njudge = \"cms\"\n[limits]\nprocesses = 7\n");
    assert_eq!(explained(&own, &[], "processes"), "processes 7 problems/twice/problem.toml:5");
    assert_eq!(explained(&own, &[], "threads"), "threads as the problem sets it problems/twice/problem.toml:5");
    assert_eq!(explained(&own, &[], "machine").split(' ').nth(1), Some("unknown"));
}

#[test]
fn a_judge_without_online_judge_and_one_with_a_name_of_its_own_are_told_by_the_preprocessor() {
    if !has("g++") {
        println!("skipped: no g++");
        return;
    }
    let scene = scene("");
    let source = "#include <cstdio>\nint main() {\n    int n;\n    scanf(\"%d\", &n);\n\
                  #if defined(EVAL) && !defined(ONLINE_JUDGE)\n    n *= 2;\n#endif\n    printf(\"%d\\n\", n);\n}\n";
    scene.write("solutions/cpp/twice.cpp", source);
    assert_eq!(scene.run(&["twice/twice.cpp"]).code, Some(1));
    assert_eq!(scene.run(&["twice/twice.cpp", "--judge", "ioi"]).code, Some(0));
    assert_eq!(scene.run(&["twice/twice.cpp", "--judge", "yosupo"]).code, Some(1), "it defines both");
}

/// Kattis runs `.py` by PyPy. Where it is missing, a note says what follows.
#[test]
fn a_judges_python_is_pypy_where_it_is_here_and_else_a_note_says_what_follows() {
    let scene = scene("[source]\njudge = \"kattis\"\n");
    let source = "import sys\nn = int(input())\nprint(2 * n if sys.implementation.name == \"pypy\" else 0)\n";
    scene.write("solutions/python/twice.py", source);
    let printed = scene.run(&["twice/twice.py"]);
    let note = "Kattis runs Python by PyPy, which is not here";
    match has("pypy3") {
        true => assert!(printed.code == Some(0) && !printed.err.contains(note), "{}{}", printed.out, printed.err),
        false => assert!(printed.code == Some(1) && printed.err.contains(note), "{}{}", printed.out, printed.err),
    }
}

/// Tests that could not be made used to change the interpreter of those that are there.
#[test]
fn a_packages_python_is_pypy_although_a_test_of_it_cannot_be_made() {
    if !has("pypy3") {
        println!("skipped: no pypy3 here");
        return;
    }
    let scene = Scene::empty();
    scene.write("p/problem.yaml", "problem_format_version: 2025-09\nname: One\nlimits: {time_limit: 5}\n");
    scene.write("p/data/secret/1.in", "2\n");
    scene.write("p/data/secret/1.ans", "4\n");
    let rules = "solution: /submissions/accepted/a.py\ndata:\n  secret:\n    data:\n      - '': gen.py 5\n";
    scene.write("p/generators/generators.yaml", rules);
    scene.write("p/generators/gen.py", "raise SystemExit(1)\n");
    let source = "import sys\nn = int(input())\nprint(2 * n if sys.implementation.name == \"pypy\" else 0)\n";
    scene.write("p/submissions/accepted/a.py", source);
    let printed = scene.run(&["p", "-v"]);
    assert!(printed.out.contains("PyPy") && !printed.err.contains("which is not here"), "{printed:?}");
}

/// docs/judges.md holds the table as it is. `HARNESS_TABLES=1` writes it again.
#[test]
fn the_page_of_the_judges_is_the_table() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/judges.md");
    let page = fs::read_to_string(&place).unwrap();
    let (head, _) = page.split_once("<!-- the table -->\n").unwrap();
    let expected = format!("{head}<!-- the table -->\n{}", table());
    if std::env::var_os("HARNESS_TABLES").is_some() {
        fs::write(&place, &expected).unwrap();
        return;
    }
    assert!(page == expected, "docs/judges.md is not the table: run this test with HARNESS_TABLES=1");
}

fn table() -> String {
    let mut text = String::new();
    for judge in judges() {
        let _ = write!(text, "\n## {}\n\n`--judge {}`, checked {}", judge.name, judge.id, judge.checked);
        let _ = writeln!(text, "{}.\n", if judge.gone { ": it takes no submissions any more" } else { "" });
        let _ = writeln!(text, "| value | | source |\n|---|---|---|");
        row(&mut text, judge, "time factors", judge.time_factors.as_ref(), |factors| match factors.is_empty() {
            true => "none: the same for all languages".to_owned(),
            false => factors.iter().map(|(id, by)| format!("{id} x {by}")).collect::<Vec<_>>().join(", "),
        });
        row(&mut text, judge, "memory of runtimes", judge.runtime_memory.as_ref(), |it| {
            format!("{it:?}").to_lowercase()
        });
        row(&mut text, judge, "stack", judge.stack.as_ref(), ToString::to_string);
        row(&mut text, judge, "threads", judge.threads.as_ref(), ToString::to_string);
        row(&mut text, judge, "output", judge.output.as_ref(), |mib| format!("{mib} MiB"));
        row(&mut text, judge, "Python", judge.python.as_ref(), |it| format!("{it:?}"));
        row(&mut text, judge, "defines", judge.defines.as_ref(), |all| all.join(", "));
        row(&mut text, judge, "`ONLINE_JUDGE`", judge.online_judge.as_ref(), ToString::to_string);
        row(&mut text, judge, "flags", judge.tuning.as_ref(), |all| code(&profiles::flags(all)));
        row(&mut text, judge, "options of runtimes", judge.runtime.as_ref(), |all| code(&profiles::flags(all)));
        row(&mut text, judge, "compilers", judge.compilers.as_ref(), |all| {
            all.iter().map(|(id, what)| format!("{id}: {what}")).collect::<Vec<_>>().join("; ")
        });
        row(&mut text, judge, "source size", judge.size_limit.as_ref(), |bytes| ByteSize(*bytes).to_string());
    }
    text
}

/// A cell of a table in which signs mean themselves.
fn code(text: &str) -> String {
    format!("`{text}`")
}

fn row<T>(
    text: &mut String,
    judge: &JudgeProfile,
    name: &str,
    stated: Option<&SourcedValue<T>>,
    words: impl Fn(&T) -> String,
) {
    let Some(stated) = stated else { return };
    let value = words(&stated.is);
    let source = match judge.source(stated) {
        Source::Page(page) => format!("<{}>, read {}", page.url, page.read),
        Source::Unconfirmed => "not confirmed by a page".to_owned(),
    };
    let _ = writeln!(text, "| {name} | {value} | {source} |");
}
