//! `try`, end to end, in folders that are not workspaces.

use crate::scene::{self, Scene, has};
use std::fs;

/// A folder in no known format, with a program that prints twice a number.
fn folder() -> Scene {
    let scene = Scene::new();
    for tree in ["problems", "testdata", "solutions"] {
        fs::remove_dir_all(scene.path(tree)).unwrap();
    }
    program(&scene, "a.rs", "n * 2");
    scene
}

fn program(scene: &Scene, name: &str, value: &str) {
    scene.write(
        name,
        &format!(
            "fn main() {{\n    let mut line = String::new();\n    std::io::stdin().read_line(&mut line).unwrap();\n    \
             let n: i32 = line.trim().parse().unwrap();\n    println!(\"{{}}\", {value});\n}}\n"
        ),
    );
}

#[test]
fn a_program_is_judged_on_the_tests_beside_it_and_nothing_is_left_behind() {
    let scene = folder();
    for (name, text) in [("1.in", "1\n"), ("1.out", "2\n"), ("in2.txt", "2"), ("out2.txt", "4"), ("3.in", "3\n")] {
        scene.write(name, text);
    }
    let before = scene.files();
    let printed = scene.run(&["a.rs"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.out.starts_with("2 tests: 1.in + 1.out, in2.txt + out2.txt; no answer: 3.in\n"), "{}", printed.out);
    assert!(printed.out.contains("1 of 1 solution as expected"), "{}", printed.out);
    let narrow = scene::printed(scene.command(&["a.rs"]).env("COLUMNS", "40"), "");
    assert!(narrow.out.starts_with("2 tests: 1.in + 1.out, in2.txt +\n    out2.txt; "), "{}", narrow.out);
    // Quiet does not mean that tests are left out without a word.
    let quiet = scene.run(&["-q", "a.rs"]);
    assert!(quiet.out.starts_with("no answer: 3.in\n"), "{}", quiet.out);
    scene.write("3.out", "6\n");
    let quiet = scene.run(&["-q", "a.rs"]);
    assert!(quiet.out.trim_start().starts_with("PASS  1 of 1 solution"), "{}", quiet.out);
    fs::remove_file(scene.path("3.out")).unwrap();
    assert_eq!(scene.files(), before);
}

#[test]
fn a_link_that_leads_nowhere_is_named_beside_the_tests_and_where_there_are_none() {
    let scene = folder();
    scene.write("4.out", "8\n");
    std::os::unix::fs::symlink("gone.in", scene.path("4.in")).unwrap();
    let printed = scene.run(&["a.rs"]);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    assert!(printed.err.contains("(4.in: a link that leads nowhere)"), "{}", printed.err);
    scene.write("1.in", "1\n");
    scene.write("1.out", "2\n");
    for files in [&["a.rs"][..], &["a.rs", "."]] {
        let printed = scene.run(files);
        assert_eq!(printed.code, Some(0), "{printed:?}");
        assert!(printed.out.starts_with("1 test: 1.in + 1.out; a link that leads nowhere: 4.in\n"), "{}", printed.out);
    }
    let printed = scene.run(&["."]);
    assert!((printed.out.clone() + &printed.err).contains("a link that leads nowhere"), "{printed:?}");
}

#[test]
fn a_file_that_is_called_as_a_judge_is_judged_if_it_is_named_and_never_beside_others() {
    let scene = folder();
    scene.write("1.in", "1\n");
    scene.write("1.out", "2\n");
    for name in ["checker.rs", "interactor.rs", "val.rs"] {
        fs::rename(scene.path("a.rs"), scene.path(name)).unwrap();
        let printed = scene.run(&[name]);
        assert!(printed.code == Some(0) && printed.out.contains(name), "{printed:?}");
        fs::rename(scene.path(name), scene.path("a.rs")).unwrap();
    }
    fs::copy(scene.path("a.rs"), scene.path("check.rs")).unwrap();
    let printed = scene.run(&["a.rs", "check.rs"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains("check.rs is one of the programs that are named, or judges a.rs"), "{printed:?}");
}

#[test]
fn two_files_are_judged_on_the_same_tests() {
    let scene = folder();
    program(&scene, "b.rs", "n + n + (n == 2) as i32");
    for (name, text) in [("a1.in", "1\n"), ("a1.out", "2\n"), ("a2.in", "2\n"), ("a2.out", "4\n")] {
        scene.write(name, text);
    }
    let printed = scene.run(&["a.rs", "b.rs"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(
        printed.out.contains("WA a/b.rs on a2") && printed.out.contains("1 of 2 solutions as expected"),
        "{}",
        printed.out
    );
    assert!(printed.out.contains("  again: harness b.rs -t a2\n"), "{}", printed.out);
}

#[test]
fn limits_tolerance_and_patterns_are_those_of_the_command_line() {
    let scene = folder();
    program(&scene, "half.rs", "n as f64 / 3.0");
    scene.write("x/one.dat", "1\n");
    scene.write("x/one.sol", "0.33333\n");
    let with = |more: &[&str]| {
        let patterns = ["half.rs", "--names", "x/*.dat:x/*.sol"];
        scene.run(&patterns.iter().chain(more).copied().collect::<Vec<_>>())
    };
    assert_eq!(with(&["-e", "1e-4"]).code, Some(0));
    assert_eq!(with(&["-e", "1e-6"]).code, Some(1));
    let printed = with(&["-e", "1e-4", "--time", "0.7"]);
    assert!(printed.out.contains("/ 0.7 s"), "{}", printed.out);
    assert_eq!(with(&["-e", "1e-4", "--checker", "c.rs"]).code, Some(2));
}

#[test]
fn one_input_without_an_answer_is_run_and_its_output_is_all_that_is_printed() {
    let scene = folder();
    scene.write("big.txt", "21\n");
    let printed = scene.run(&["a.rs", "-i", "big.txt"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "42\n"), "{printed:?}");
    assert!(printed.err.contains("ran to its end") && printed.err.contains("/ 2.0 s"), "{}", printed.err);
    // A pipe by its name, as `<(command)` gives it.
    let printed = scene.run_with(&["a.rs", "-i", "/dev/stdin"], "4\n");
    assert_eq!((printed.code, printed.out.as_str()), (Some(0), "8\n"), "{printed:?}");
    scene.run(&["a.rs", "-i", "."]).is(2, "", "error: . is a folder, not an input\n");
    scene.write("broken.rs", "fn main() {");
    let printed = scene.run(&["broken.rs", "a.rs", "-i", "big.txt", "-i", "big.txt"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(1), "42\n42\n"), "{printed:?}");
    assert_eq!(printed.err.matches("does not compile").count(), 1, "{printed:?}");
    let printed = scene.run_with(&["a.rs", "-i", "-"], "no number");
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.err.contains("panicked") && printed.err.contains("RTE"), "{}", printed.err);
    if has("python3") {
        scene.write("b.py", "int(input())\n");
        let printed = scene.run_with(&["b.py", "-i", "-"], "no number");
        assert!(printed.err.contains("  File \"b.py\", line 1, in <module>\n"), "{}", printed.err);
    }
}

#[test]
fn a_program_talks_with_an_interactor_that_lies_beside_it() {
    let scene = folder();
    // It asks for twice its number, in the ICPC's protocol.
    let talk = "read n < \"$1\"\necho $n\nread m\nif [ \"$m\" = $((2 * n)) ]; then exit 42; else exit 43; fi\n";
    scene.write("talk.sh", talk);
    program(&scene, "wrong.rs", "n * 3");
    // A dialogue needs no answer.
    for (name, text) in [("1.in", "7\n"), ("1.ans", ""), ("2.in", "8\n")] {
        scene.write(name, text);
    }
    let before = scene.files();
    let printed = scene.run(&["a.rs", "--interactor", "talk.sh"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert_eq!(printed.out.lines().next(), Some("2 tests: 1.in + 1.ans, 2.in"));
    let printed = scene.run(&["wrong.rs", "--interactor", "talk.sh"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains("/wrong.rs on 1  checker: talk.sh") && printed.out.contains("21"), "{}", printed.out);
    assert_eq!(scene.files(), before);
    let printed = scene.run(&["a.rs", "--interactor", "gone.sh"]);
    assert!(printed.err.contains("there is no file gone.sh"), "{printed:?}");
}

#[test]
fn what_is_missing_or_doubtful_is_named_with_the_next_step() {
    let scene = folder();
    let printed = scene.run(&["a.rs"]);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    for words in ["no tests for a.rs in .", "*.in + *.out", "and 22 others", "run it on one input"] {
        assert!(printed.err.contains(words), "{words}: {}", printed.err);
    }
    for name in ["1.in", "1.out", "1.ans"] {
        scene.write(name, name);
    }
    let printed = scene.run(&["a.rs"]);
    assert!(printed.err.contains("1.in has two answers, which differ: 1.out and 1.ans"), "{}", printed.err);
    scene.write("1.ans", "1.out");
    scene.write("a.odd", "");
    let printed = scene.run(&["a.odd"]);
    assert!(printed.err.contains("a.odd: no language has files like this"), "{}", printed.err);
    assert_eq!(scene.run(&["none.rs"]).code, Some(4));
    scene.write("c.rs", "fn main() {");
    let printed = scene.run(&["a.rs", "--checker", "c.rs"]);
    assert_eq!(printed.code, Some(3), "{printed:?}");
    assert!(
        printed.out.contains("c.rs does not compile") && printed.out.contains("0 of 1 test judged"),
        "{}",
        printed.out
    );
}

#[test]
fn many_tests_end_at_the_first_failure_unless_all_are_wanted() {
    let scene = folder();
    for n in 1..=12 {
        scene.write(&format!("tests/{n}"), &format!("{n}\n"));
        scene.write(&format!("tests/{n}.a"), "2\n");
    }
    let printed = scene.run(&["a.rs"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(!printed.out.contains("11 WA"), "{}", printed.out);
    let printed = scene.run(&["a.rs", "-a"]);
    assert!(printed.out.contains("11 WA"), "{}", printed.out);
}

#[test]
fn other_commands_take_a_folder_as_it_is_or_say_that_they_do_not() {
    let scene = folder();
    program(&scene, "sums/a.rs", "n * 2");
    scene.write("sums/tests/1.in", "1\n");
    scene.write("sums/tests/1.out", "2\n");
    let printed = scene.run(&["--root", "sums", "explain", "sums"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    let lines = ["  time          2 s of CPU                      default\n", "  a.rs          accepted"];
    assert!(lines.iter().all(|line| printed.out.contains(line)), "{}", printed.out);
    assert!(!printed.out.contains("testdata"), "{}", printed.out);
}

#[test]
fn no_file_name_commands_the_terminal_from_an_error() {
    let scene = folder();
    for (ending, text) in [("in", "1\n"), ("out", "1\n"), ("ans", "2\n")] {
        scene.write(&format!("x\x1b]0;title\x07.{ending}"), text);
    }
    let name = "x␛]0;title␇";
    let two = format!("error: {name}.in has two answers, which differ: {name}.out and {name}.ans\n  hint: ");
    let printed = scene.run(&["a.rs"]);
    assert!(printed.code == Some(2) && printed.err.starts_with(&two), "{printed:?}");
    assert!(!printed.err.contains('\x1b'), "{printed:?}");
}

#[test]
fn a_program_that_reads_and_writes_files_is_tried_with_their_names() {
    let scene = Scene::empty();
    scene.write("a.rs", "fn main() { std::fs::write(\"sum.out\", std::fs::read(\"sum.in\").unwrap()).unwrap(); }\n");
    scene.write("1.in", "7\n");
    scene.write("1.out", "7\n");
    let files = ["a.rs", "--files", "sum.in,sum.out"];
    let tried = scene.run(&files);
    assert_eq!(tried.code, Some(0), "{tried:?}");
    let once = scene.run(&[&files[..], &["-i", "1.in"]].concat());
    assert!(once.code == Some(0) && once.out.contains('7'), "{once:?}");
    let unwritten = scene.run(&["a.rs", "--files", "sum.in,other.out"]);
    let hint = "hint: `other.out` is empty, or was not written";
    assert!(unwritten.code == Some(1) && unwritten.out.contains(hint), "{unwritten:?}");
    let refused = scene.run(&["a.rs", "--files", "../sum.in,"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
}

/// A folder with a program, a wrong one below it, and one test for both.
fn with_files_below() -> Scene {
    let scene = folder();
    program(&scene, "src/b.rs", "n * 3");
    program(&scene, "old/a.rs", "n * 4");
    program(&scene, "c.rs", "n * 5");
    for (name, text) in [("a1.in", "1\n"), ("a1.out", "2\n"), ("notes/x.txt", "")] {
        scene.write(name, text);
    }
    scene
}

#[test]
fn nothing_but_what_was_named_is_judged_in_a_plain_folder() {
    let scene = with_files_below();
    for words in [&["notes"][..], &["a.rs", "notes/x.txt"], &["gone.rs"], &["c.rs"], &["a.rs", "gone.rs"], &["src"]] {
        let printed = scene.run(words);
        assert!(matches!(printed.code, Some(2 | 4)), "{words:?}: {printed:?}");
        assert!(!printed.out.contains("PASS"), "{words:?}: {printed:?}");
    }
    let names = |printed: &scene::Printed| {
        let of = |name: &&str| printed.out.contains(&format!("  {name}  "));
        ["a.rs", "b.rs", "src/b.rs", "old/a.rs", "c.rs"].into_iter().filter(of).collect::<Vec<_>>()
    };
    scene.write("1.in", "1\n");
    scene.write("1.out", "2\n");
    let printed = scene.run(&["src/b.rs"]);
    assert_eq!((printed.code, names(&printed)), (Some(1), vec!["src/b.rs"]), "{printed:?}");
    let printed = scene.run(&["a.rs"]);
    assert_eq!((printed.code, names(&printed)), (Some(0), vec!["a.rs"]), "{printed:?}");
    assert!(printed.out.contains("carries no program's name: 1.in"), "{printed:?}");
}

#[test]
fn what_judges_beside_a_file_counts_for_every_command_and_from_every_folder() {
    let scene = folder();
    // Accepts three times the number.
    let checker = "read n < \"$1\"\nread m\nif [ \"$m\" = $((3 * n)) ]; then exit 42; else exit 43; fi\n";
    for (name, text) in [("p/checker.sh", checker), ("p/1.in", "1\n"), ("p/1.out", "2\n")] {
        scene.write(name, text);
    }
    program(&scene, "p/a.rs", "n * 3");
    for words in [&["p/a.rs"], &["p"], &["."]] {
        let printed = scene.run(words);
        assert_eq!(printed.code, Some(0), "{words:?}: {printed:?}");
    }
    assert_eq!(scene.run(&["p/a.rs", "--compare", "tokens"]).code, Some(1));
    // The order and the exit codes of testlib, without its header.
    let plain = "read m < \"$2\"\nif [ \"$m\" = 3 ]; then exit 0; else exit 1; fi\n";
    scene.write("chk.sh", plain);
    let with = |checker: &str| scene.run(&["p/a.rs", "--checker", checker]).code;
    assert_eq!([with("testlib:chk.sh"), with("chk.sh")], [Some(0), Some(3)]);
}

#[test]
fn what_says_which_inputs_are_valid_counts_for_every_command() {
    let scene = folder();
    for (name, text) in [
        ("p/input.ctd", "INT(1, 5) NEWLINE EOF\n"),
        ("p/1.in", "1\n"),
        ("p/1.out", "2\n"),
        ("p/2.in", "9\n"),
        ("p/2.out", "18\n"),
    ] {
        scene.write(name, text);
    }
    program(&scene, "p/a.rs", "n * 2");
    for words in [&["p/a.rs"][..], &["p/a.rs"], &["p"], &["check", "p/a.rs"], &["check", "p"]] {
        let printed = scene.run(words);
        assert_eq!(printed.code, Some(2), "{words:?}: {printed:?}");
        assert!([&printed.out, &printed.err].iter().any(|text| text.contains("2.in")), "{words:?}: {printed:?}");
    }
    // Under any other name it describes what `stress` tries.
    fs::rename(scene.path("p/input.ctd"), scene.path("p/in.ctd")).unwrap();
    let printed = scene.run(&["p/a.rs"]);
    assert!(printed.code == Some(0) && printed.out.contains("2 tests"), "{printed:?}");
}

#[test]
fn an_input_with_an_answer_beside_it_is_compared() {
    let scene = folder();
    for (name, text) in [("1.in", "1\n"), ("1.ans", "2\n"), ("2.in", "2\n"), ("2.out", "5\n"), ("3.in", "3\n")] {
        scene.write(name, text);
    }
    program(&scene, "c.rs", "n * 2");
    for (input, code, out, words) in [
        ("1.in", 0, "2\n", "AC  "),
        ("2.in", 1, "4\n", "WA  line 1, token 1: expected 5, got 4"),
        ("3.in", 0, "6\n", "ran to its end  "),
    ] {
        let printed = scene.run(&["c.rs", "-i", input]);
        assert!(printed.code == Some(code) && printed.out == out, "{printed:?}");
        assert!(printed.err.contains(words), "{input}: {printed:?}");
    }
    let typed = scene.run_with(&["c.rs", "-i", "-"], "1\n");
    assert!(typed.code == Some(0) && typed.err.contains("ran to its end"), "{typed:?}");
}

#[test]
fn in_a_workspace_a_file_of_no_problem_is_judged_on_the_tests_beside_it_alone() {
    let scene = Scene::twice();
    program(&scene, "zz.rs", "n * 2");
    let printed = scene.run(&["zz.rs"]);
    assert_eq!(printed.code, Some(4), "{printed:?}");
    assert!(printed.err.contains("no tests for zz.rs"), "{}", printed.err);
    scene.write("zz1.in", "4\n");
    scene.write("zz1.out", "8\n");
    for words in [&["zz.rs"][..], &["zz.rs"]] {
        let printed = scene.run(words);
        assert_eq!(printed.code, Some(0), "{printed:?}");
        assert!(printed.out.starts_with("1 test: zz1.in + zz1.out\n"), "{}", printed.out);
    }
}

#[test]
fn tests_in_the_file_of_another_tool_are_judged_and_named_by_it() {
    let scene = Scene::empty();
    scene.write("a.sh", "read n\necho $((n * 2))\n");
    let problem = r#"{"tests":[{"input":"1\n","output":"2\n"},{"input":"3\n","output":"7\n"}],"timeLimit":3000}"#;
    scene.write(".cph/a.sh_0123456789abcdef0123456789abcdef.prob", problem);
    let before = scene.files();
    let judged = scene.run(&["a.sh"]);
    let announced = "2 tests: 1, 2 of .cph/a.sh_0123456789abcdef0123456789abcdef.prob";
    assert!(judged.code == Some(1) && judged.out.contains(announced), "{judged:?}");
    assert!(judged.out.contains("expected 7, got 6") && judged.out.contains(" / 3.0 s"), "{judged:?}");
    assert!(judged.out.contains("  again: harness a.sh -t 2\n"), "{judged:?}");
    assert_eq!(scene.files(), before, "nothing is written beside the program");
    let slip = scene.run(&["A"]);
    assert!(slip.code == Some(4) && slip.err.contains("hint: did you mean `a.sh`?"), "{slip:?}");
    let habit = scene.run(&["download", "https://example.org/a"]);
    assert!(habit.code == Some(4) && habit.err.contains("hint: `harness get` takes a problem"), "{habit:?}");
    for args in [&["a/a.sh", "-t", "1"][..], &["-t", "1"], &[".", "-t", "1"]] {
        let one = scene.run(args);
        assert!(one.code == Some(0) && one.out.contains("  1/1  "), "{args:?} {one:?}");
    }
    // A test of one's own goes beside the program, and never where these are.
    let added = scene.run_with(&["add", "a.sh", "--paste"], "5\n---\n10\n");
    assert_eq!((added.code, scene.files().len()), (Some(0), before.len() + 2), "{added:?}");
    assert_eq!(scene.read("a1.in"), "5\n");
    assert!(scene.run(&["a.sh"]).out.contains("3 tests: "));
    scene.write(".cph/a.sh_0123456789abcdef0123456789abcdef.prob", "{");
    let damaged = scene.run(&["a.sh"]);
    assert!(damaged.out.contains("): .cph/a.sh_"), "{damaged:?}");
}
