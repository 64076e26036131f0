//! New problems, new tests, new answers: `new`, `add`, `bless`.

use crate::command::long;
use crate::scene::{Scene, has};
use std::fs;

#[test]
fn every_template_makes_a_problem_that_runs_and_does_as_it_says() {
    let tools = [("rust", "rustc"), ("cpp", "g++"), ("python", "python3"), ("java", "javac")];
    let tools = &tools[..if long() { tools.len() } else { 1 }];
    // The templates, with the number of their solutions. Other tests begin with the first two.
    let templates = &[("plain", 1), ("checker", 2), ("full", 3), ("interactive", 2)][if long() { 0 } else { 2 }..];
    for (language, _) in tools.iter().filter(|(_, tool)| engine::build::in_path(tool).is_some()) {
        let scene = Scene::new();
        for (template, _) in templates {
            let printed = scene.run(&["new", &format!("from-{template}"), "--template", template, "--lang", language]);
            assert_eq!(printed.code, Some(0), "{printed:?}");
        }
        let printed = scene.run(&["-q"]);
        assert_eq!(printed.code, Some(0), "{printed:?}");
        let solutions: u32 = templates.iter().map(|(_, solutions)| solutions).sum();
        assert!(printed.out.contains(&format!("{solutions} of {solutions} solutions as expected")), "{printed:?}");
        if !long() {
            continue;
        }
        let printed = scene.run(&["check", "from-full"]);
        assert!(printed.code == Some(0) && printed.out.contains("clean"), "{printed:?}");
    }
}

#[test]
fn new_says_what_it_made_and_what_comes_next() {
    let scene = Scene::new();
    fs::create_dir_all(scene.path("solutions/src/bin")).unwrap();
    scene.run(&["new", "two-heaps", "--title", "Two \"Heaps\""]).is(
        0,
        "made two-heaps:
  problems/two-heaps/problem.toml
  problems/two-heaps/statement.md
  testdata/two-heaps/sample/01.in
  testdata/two-heaps/sample/01.ans
  solutions/src/bin/two-heaps.rs
next: harness two-heaps
",
        "",
    );
    assert!(scene.read("problems/two-heaps/problem.toml").starts_with("title = \"Two \\\"Heaps\\\"\"\n"));
    let printed = scene.run(&["list"]);
    assert!(printed.code == Some(0) && printed.out.starts_with("two-heaps: Two \"Heaps\" (1 test"), "{printed:?}");
    scene.write("problems/two-heaps/problem.toml", "title = \"\\u001B[31mRed\"\n");
    let printed = scene.run(&["list"]);
    assert!(printed.out.starts_with("two-heaps: ␛[31mRed (1 test"), "{printed:?}");
}

#[test]
fn new_refuses_what_is_there_and_what_is_no_name_and_leaves_nothing() {
    let scene = Scene::twice();
    scene.write("solutions/Cargo.toml", "");
    scene.solution("thrice", "", "n * 3");
    let before = scene.files();
    let refused = |args: &[&str], err: &str| scene.run(args).is(2, "", err);
    refused(&["new", "two-heaps", "--title", "Two\nHeaps"], "error: a title is one line, without control characters\n");
    refused(
        &["new", "twice"],
        "error: problems/twice is already there\n  hint: choose another name, or remove problems/twice\n",
    );
    refused(&["new", "thrice"], "error: already there: solutions/src/bin/thrice.rs\n  hint: choose another name\n");
    refused(
        &["new", "Three Heaps!"],
        "error: `Three Heaps!` is not a problem name: [..]\n  hint: did you mean `three-heaps`?\n",
    );
    refused(
        &["new", "build"],
        "error: `build` cannot be a problem's name: cargo keeps this name for a folder of its own\n  \
         hint: did you mean `p-build`?\n",
    );
    for command in ["play", "help"] {
        let refusal = format!("error: `{command}` is a command, so `harness {command}` is not a problem\n");
        refused(&["new", command], &format!("{refusal}  hint: choose another name: a command comes first\n"));
    }
    refused(&["new", "../x"], "error: `../x` is not a problem name: [..]\n  hint: did you mean `x`?\n");
    refused(
        &["new", "x", "--from", "plian"],
        "error: no template is called `plian`\n  hint: there are plain, full, checker, interactive; or name a folder or a solution file of your own\n",
    );
    assert_eq!(scene.files(), before);
}

#[test]
fn a_folder_is_a_template() {
    let scene = Scene::new();
    scene.write("mine/problem.toml", "title = \"{title}\"\n");
    scene.write("mine/solution.rs", "// {slug}\nfn main() {}\n");
    assert_eq!(scene.run(&["new", "own", "--from", "mine"]).code, Some(0));
    assert_eq!(scene.read("solutions/rust/own.rs"), "// own\nfn main() {}\n");
}

#[test]
fn add_stores_a_test_under_the_next_free_number_with_an_answer_that_is_confirmed() {
    let scene = Scene::twice();
    scene.run_with(&["add", "twice"], "5\n").is(
        0,
        "1 answer from twice/twice.rs, confirmed by twice/brute.rs

secret/01.ans will be 3 bytes:
    1 10

added testdata/twice/secret/01.in (2 B)
",
        "",
    );
    scene.write("testdata/twice/secret/20-max.in", "7\n");
    scene.write("testdata/twice/secret/20-max.ans", "14\n");
    scene.write("new", "9\n");
    assert_eq!(scene.run(&["add", "twice", "-i", "new"]).code, Some(0));
    assert_eq!(
        (scene.read("testdata/twice/secret/21.in"), scene.read("testdata/twice/secret/21.ans")),
        ("9\n".into(), "18\n".into())
    );
    assert_eq!(scene.run_with(&["add", "twice", "--name", "sample/02"], "0\n").code, Some(0));
    assert_eq!(scene.read("testdata/twice/sample/02.ans"), "0\n");
}

#[test]
fn add_takes_the_answer_that_the_statement_gives_from_a_file_or_a_paste() {
    let scene = Scene::twice();
    // If the only solution is buggy, it is not asked.
    scene.solution("twice", "", "n * 3");
    fs::remove_file(scene.path("solutions/src/bin/twice--brute.rs")).unwrap();
    scene.write("2.in", "5\n");
    scene.write("2.ans", "10\n");
    scene.run(&["add", "twice", "--name", "sample/02", "-i", "2.in", "-a", "2.ans"]).is(
        0,
        "your answer; nothing has checked it

sample/02.ans will be 3 bytes:
    1 10

added testdata/twice/sample/02.in (2 B)
",
        "",
    );
    assert_eq!(scene.read("testdata/twice/sample/02.ans"), "10\n");
    assert_eq!(scene.run_with(&["add", "twice", "--paste"], "7\r\n---\r\n14\r\n").code, Some(0));
    let written = ["in", "ans"].map(|part| scene.read(&format!("testdata/twice/secret/01.{part}")));
    assert_eq!(written, ["7\n", "14\n"]);
    // As a page gives it.
    let pasted = "Sample Input 1\nCopy\n9\nSample Output 1\nCopy\n18\n";
    assert_eq!(scene.run_with(&["add", "twice", "--paste"], pasted).code, Some(0));
    assert_eq!(scene.read("testdata/twice/secret/02.ans"), "18\n");
    let before = scene.files();
    let order = "  hint: paste the input, then a line `---`, then the answer, then Ctrl-D\n";
    let refused = |pasted: &str, err: &str| scene.run_with(&["add", "twice", "--paste"], pasted).is(2, "", err);
    refused("8\n16\n", &format!("error: no line `---` between input and answer\n{order}"));
    refused("8\n---\n", &format!("error: no answer behind the line `---`\n{order}"));
    let several = "  hint: paste one test at a time, or give files: -i IN -a ANS\n";
    refused("8\n---\n1\n---\n6\n", &format!("error: the paste holds 2 answers\n{several}"));
    assert_eq!(scene.files(), before);
}

#[test]
fn add_gives_a_problem_its_first_test() {
    let scene = Scene::twice();
    scene.write("problems/other/problem.toml", "titel = 1\n");
    fs::remove_dir_all(scene.path("testdata/twice")).unwrap();
    let printed = scene.run_with(&["add", "twice", "--paste", "--name", "sample/01"], "4\n---\n8\n");
    assert_eq!((printed.code, printed.err.as_str()), (Some(0), ""), "{printed:?}");
    assert_eq!(scene.run(&["twice"]).code, Some(0));
    fs::remove_dir_all(scene.path("testdata/twice")).unwrap();
    // Without an answer, the solutions that should be right give it.
    assert_eq!(scene.run_with(&["add", "twice"], "5\n").code, Some(0));
    assert_eq!(scene.read("testdata/twice/secret/01.ans"), "10\n");
    fs::remove_dir_all(scene.path("testdata/twice")).unwrap();
    let printed = scene.run(&["bless", "twice"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains("problem `twice` has no tests") && !printed.err.contains("titel"), "{printed:?}");
}

#[test]
fn add_asks_before_it_trusts_a_solution_that_no_other_confirms() {
    let scene = Scene::twice();
    fs::remove_file(scene.path("solutions/src/bin/twice--brute.rs")).unwrap();
    let display = "1 answer from twice/twice.rs (no other solution confirms it)

secret/01.ans will be 3 bytes:
    1 10

";
    scene.run_with(&["add", "twice"], "5\n").is(
        1,
        display,
        "error: nothing was written
  hint: check the answer, then say --yes
",
    );
    assert!(!scene.path("testdata/twice/secret/01.in").exists());
    let added = format!("{display}added testdata/twice/secret/01.in (2 B)\n");
    scene.run_with(&["add", "twice", "--yes"], "5\n").is(0, &added, "");
    assert_eq!(scene.read("testdata/twice/secret/01.ans"), "10\n");
}

#[test]
fn add_refuses_and_writes_nothing() {
    let scene = Scene::twice();
    let validator = "fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap();\n\
                     if s.trim().parse::<i32>().is_err() { eprintln!(\"no number\"); std::process::exit(43) }\nstd::process::exit(42) }\n";
    scene.write("problems/twice/validator.rs", validator);
    let before = scene.files();
    let refused = |args: &[&str], input: &str, code: i32, err: &str| scene.run_with(args, input).is(code, "", err);
    refused(&["add", "twice"], "1\n", 2, "error: this is the input of sample/01 already\n");
    refused(
        &["add", "twice", "--name", "sample/01"],
        "2\n",
        2,
        "error: testdata/twice/sample/01.in is already there\n  hint: choose another name, or none: it is then the next free number\n",
    );
    refused(&["add", "twice", "--name", "../x"], "2\n", 2, "error: `../x` cannot be a test's name: [..]\n");
    refused(
        &["add", "twice", "-i", "missing"],
        "",
        2,
        "error: cannot read missing: No such file or directory (os error 2)\n",
    );
    refused(&["add", "twcie"], "2\n", 4, "error: no problem is called `twcie`\n  hint: did you mean `twice`?\n");
    refused(
        &["add", "twice"],
        "two\n",
        2,
        "error: test secret/01 is not valid: no number\nerror: nothing was written\n  hint: fix the input, or the validator's rule\n",
    );
    // Twice the number exceeds i32, and only the brute force uses a wider type.
    scene.solution("twice--brute", "", "i64::from(n) + i64::from(n)");
    refused(
        &["add", "twice"],
        "2000000000\n",
        1,
        "error: twice/brute.rs does not agree with twice/twice.rs: wrong-answer on secret/01 ([..])\n\
         error: nothing was written\n  hint: one of them is wrong: [..]\n",
    );
    assert_eq!(scene.files(), before);
}

#[test]
fn bless_shows_what_changes_and_writes_after_yes() {
    let scene = Scene::twice();
    scene.write("testdata/twice/sample/01.ans", "3\n");
    scene.write("testdata/twice/secret/02.in", "4\n");
    let display = "2 answers from twice/twice.rs, confirmed by twice/brute.rs

sample/01.ans changes to 2 bytes (- the file now, + the new answer):
    1 - 3
    1 + 2

secret/02.ans will be 2 bytes:
    1 8

";
    scene.run(&["bless", "twice"]).is(
        1,
        display,
        "error: nothing was written\n  hint: check the answer, then say --yes\n",
    );
    assert!(!scene.path("testdata/twice/secret/02.ans").exists());
    scene.run(&["bless", "twice", "--yes"]).is(
        0,
        &format!("{display}wrote testdata/twice/sample/01.ans\nwrote testdata/twice/secret/02.ans\n"),
        "",
    );
    assert_eq!(scene.read("testdata/twice/sample/01.ans"), "2\n");
    scene.run(&["bless", "twice"]).is(0, "twice: every test has an answer, and the model solution agrees\n", "");
}

#[test]
fn bless_answers_a_problem_that_has_no_answer_yet() {
    let scene = Scene::twice();
    fs::remove_file(scene.path("testdata/twice/sample/01.ans")).unwrap();
    let printed = scene.run(&["twice"]);
    assert!(printed.code == Some(2) && printed.err.contains("an input without an answer"), "{printed:?}");
    assert_eq!(scene.run(&["bless", "twice", "-y"]).code, Some(0));
    assert_eq!(scene.read("testdata/twice/sample/01.ans"), "2\n");
}

#[test]
fn bless_writes_nothing_when_solutions_disagree_fail_or_a_machine_asks() {
    let scene = Scene::twice();
    scene.write("testdata/twice/sample/01.ans", "3\n");
    scene.solution("twice--other", "", "n * 3");
    scene.run(&["bless", "twice", "--yes"]).is(
        1,
        "",
        "error: twice/other.rs does not agree with twice/twice.rs: wrong-answer on sample/01 (line 1, token 1: expected 2, got 3)
error: nothing was written
  hint: one of them is wrong: find out which, fix it, or give the wrong one an `expect` directive
",
    );
    // A solution that is meant to be wrong has no say.
    scene.solution("twice--other", "//@ expect: wrong-answer\n", "n * 3");
    let mut command = scene.command(&["bless", "twice", "--yes"]);
    crate::scene::printed(command.env("CI", "true"), "").is(
        2,
        "",
        "error: answers are not written in CI (the variable CI is set)\n  hint: bless where somebody looks at the diff, and commit the answers\n",
    );
    scene.write("testdata/twice/secret/02.in", "four\n");
    let printed = scene.run(&["bless", "twice", "--yes"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(
        printed.err.contains("twice/twice.rs has no answer for secret/02: run-time-error: exit code 101"),
        "{printed:?}"
    );
    assert_eq!(scene.read("testdata/twice/sample/01.ans"), "3\n", "not even the other answer");
}

#[test]
fn bless_never_says_that_a_model_solution_agrees_which_does_not_compile_or_fails() {
    let scene = Scene::twice();
    scene.write("testdata/twice/secret/02.in", "0\n");
    scene.write("testdata/twice/secret/02.ans", "0\n");
    scene.solution("twice", "", "n * 2 / n");
    scene.run(&["bless", "twice", "--yes"]).is(
        1,
        "",
        "error: twice/twice.rs has no answer for secret/02: run-time-error[..]
error: nothing was written
  hint: fix the model solution, or the test
",
    );
    scene.solution("twice", "", "m");
    let printed = scene.run(&["bless", "twice", "--yes"]);
    assert!(printed.code == Some(2) && printed.err.contains("twice/twice.rs does not compile:"), "{printed:?}");
    assert_eq!(printed.out, "");
}

/// A checker that takes any two numbers with the right sum, and looks at the output alone. It
/// accepts the model solution's output whatever the answer says.
const SPLIT: &str =
    "fn numbers(text: &str) -> Vec<i64> { text.split_whitespace().map(|w| w.parse().unwrap()).collect() }
fn main() {
    let input = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let output = std::io::read_to_string(std::io::stdin()).unwrap();
    let parts = numbers(&output);
    let right = parts.len() == 2 && parts.iter().sum::<i64>() == numbers(&input)[0];
    std::process::exit(if right { 42 } else { 43 });
}
";

#[test]
fn bless_replaces_an_answer_that_the_judge_refuses_although_the_model_solution_is_accepted() {
    let scene = Scene::twice();
    scene.write("problems/twice/checker.rs", SPLIT);
    for stem in ["twice", "twice--brute"] {
        scene.solution(stem, "", "format!(\"{} {}\", n - 1, 1)");
    }
    scene.write("testdata/twice/sample/01.ans", "0 1\n");
    scene.write("testdata/twice/secret/02.in", "7\n");
    scene.write("testdata/twice/secret/02.ans", "1 2\n");
    assert_eq!(scene.run(&["twice"]).code, Some(2), "the judge refuses an answer");
    let printed = scene.run(&["bless", "twice", "--yes"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.out.ends_with("wrote testdata/twice/secret/02.ans\n"), "{printed:?}");
    assert_eq!(scene.read("testdata/twice/secret/02.ans"), "6 1\n");
    assert_eq!(scene.read("testdata/twice/sample/01.ans"), "0 1\n", "what is right stays");
    assert_eq!(scene.run(&["twice"]).code, Some(0));
    scene.run(&["bless", "twice"]).is(0, "twice: every test has an answer, and the model solution agrees\n", "");
    // An answer of the model solution that the judge would refuse is not written, either.
    scene.solution("twice", "", "format!(\"{} {}\", n, 1)");
    scene.write("testdata/twice/secret/02.ans", "1 2\n");
    let printed = scene.run(&["bless", "twice", "--yes"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.err.contains("the answer of test secret/02 is not accepted"), "{printed:?}");
    assert!(printed.err.contains("these are what twice/twice.rs prints"), "{printed:?}");
    assert_eq!(scene.read("testdata/twice/secret/02.ans"), "1 2\n");
}

#[test]
fn generate_removes_the_answer_of_a_test_that_it_replaces_and_bless_writes_it_anew() {
    let scene = Scene::twice();
    scene.write("problems/twice/generator.rs", "fn main() { println!(\"{}\", std::env::args().nth(1).unwrap()); }\n");
    let table = |n: &str| format!("title = \"Twice\"\n[generate]\n\"secret/1\" = \"{n}\"\n\"secret/2\" = \"9\"\n");
    scene.write("problems/twice/problem.toml", &table("5"));
    assert_eq!(scene.run(&["generate", "twice"]).code, Some(0));
    assert_eq!(scene.run(&["bless", "twice", "--yes"]).code, Some(0));
    scene.write("problems/twice/problem.toml", &table("7"));
    let printed = scene.run(&["generate", "twice", "--force"]);
    let replaced =
        "replaced testdata/twice/secret/1.in; its old answer is gone: run `harness bless twice` for the new one\n";
    assert!(printed.code == Some(0) && printed.out.contains(replaced), "{printed:?}");
    assert!(!scene.path("testdata/twice/secret/1.ans").exists());
    assert!(scene.path("testdata/twice/secret/2.ans").exists(), "its input is the same");
    assert_eq!(scene.run(&["bless", "twice", "--yes"]).code, Some(0));
    assert_eq!(scene.read("testdata/twice/secret/1.ans"), "14\n");
    assert_eq!(scene.run(&["twice"]).code, Some(0));
}

#[test]
fn a_brute_force_that_is_too_slow_has_no_word_on_it() {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[limits]\ntime = 0.2\n");
    scene.solution(
        "twice--brute",
        "//@ expect(secret/*): time-limit\n",
        "{ while n > 4 && std::hint::black_box(true) {} n + n }",
    );
    let printed = scene.run_with(&["add", "twice"], "5\n");
    let from =
        "1 answer from twice/twice.rs (no other solution confirms it); twice/brute.rs has no word on it: time-limit";
    assert!(printed.code == Some(1) && printed.out.contains(from), "{printed:?}");
}

#[test]
fn an_interactive_problem_takes_new_tests_with_an_empty_answer_and_no_blessing() {
    if !has("g++") {
        return;
    }
    let scene = Scene::new();
    assert_eq!(scene.run(&["new", "guess", "--from", "interactive"]).code, Some(0));
    let printed = scene.run(&["bless", "guess"]);
    assert!(printed.code == Some(2) && printed.err.contains("write them by hand"), "{printed:?}");
    let printed = scene.run_with(&["add", "guess"], "10 3\n");
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert_eq!(scene.run(&["guess", "-q"]).code, Some(0));
    scene.write("problems/guess/input.ctd", "INT(1, 100) SPACE INT(1, 100) NEWLINE EOF\n");
    let printed = scene.run_with(&["add", "guess"], "101 3\n");
    assert!(printed.code == Some(2) && printed.err.contains("is not valid"), "{printed:?}");
    scene.write("testdata/guess/secret/02.in", "10 3\n");
    let printed = scene.run(&["explain", "guess"]);
    assert!(printed.out.contains("write them by hand: they may be empty"), "{printed:?}");
    let printed = scene.run(&["guess"]);
    assert!(printed.out.contains("hint: add testdata/guess/secret/02.ans"), "{printed:?}");
}
