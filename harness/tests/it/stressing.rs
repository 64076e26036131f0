//! `stress`, end to end, in any folder and in a workspace.

use crate::command::long;
use crate::scene::{self, Scene, has};
use std::fs;
use std::process::{Command, Stdio};

/// A program that reads `n` and then `n` numbers, and prints `value` of them.
fn program(value: &str) -> String {
    format!(
        "fn main() {{\n    let text = std::io::read_to_string(std::io::stdin()).unwrap();\n    \
         let all: Vec<i64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();\n    \
         assert_eq!(all[0] as usize, all.len() - 1);\n    let a = &all[1..];\n    println!(\"{{}}\", {value});\n}}\n"
    )
}

const SUM: &str = "a.iter().sum::<i64>()";
const NARROW: &str = "a.iter().sum::<i64>() as i8";
const GRAMMAR: &str = "INT(1,50,n) NEWLINE REP(n,SPACE) INT(1,100,a) END NEWLINE\n";

/// A folder in no known format.
fn folder() -> Scene {
    let scene = Scene::new();
    for tree in ["problems", "testdata", "solutions"] {
        fs::remove_dir_all(scene.path(tree)).unwrap();
    }
    scene.write("narrow.rs", &program(NARROW));
    scene.write("sum.rs", &program(SUM));
    scene
}

/// A workspace with a grammar, a model solution, a brute force and one that is wrong.
fn workspace() -> Scene {
    let scene = Scene::new();
    scene.write("problems/sum/problem.toml", "title = \"Sum\"\n");
    scene.write("problems/sum/input.ctd", GRAMMAR);
    scene.write("testdata/sum/sample/1.in", "1\n5\n");
    scene.write("testdata/sum/sample/1.ans", "5\n");
    scene.write("solutions/src/bin/sum.rs", &program(SUM));
    scene.write("solutions/src/bin/sum--brute.rs", &program("a.iter().map(|x| (0..*x).count() as i64).sum::<i64>()"));
    scene.write("solutions/src/bin/sum--mine.rs", &program(NARROW));
    scene
}

#[test]
fn in_any_folder_a_counterexample_is_found_made_small_and_shown_and_nothing_is_left_behind() {
    let scene = folder();
    scene.write("in.ctd", GRAMMAR);
    let before = scene.files();
    let printed =
        scene.run(&["stress", "narrow.rs", "--against", "sum.rs", "--input", "in.ctd", "-n", "3000", "--seed", "1"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    // The smallest input has two numbers, whose sum is the first that does not fit. One number
    // cannot do it: 100 is the most.
    assert!(printed.out.contains("expected 128, got -128"), "{}", printed.out);
    assert!(printed.out.contains("\n\nnarrow.rs: wrong-answer on input "), "{}", printed.out);
    assert!(!printed.out.contains("as expected"), "nothing was expected of one run: {}", printed.out);
    assert!(printed.err.contains("narrow.rs against sum.rs, inputs of in.ctd, seed 1"), "{}", printed.err);
    assert_eq!(scene.files(), before);

    // The call says which program gives the answers, so nobody else has to confirm them.
    let args = ["stress", "narrow.rs", "--against", "sum.rs", "-n", "3000", "--seed", "1", "--save"];
    let printed = scene.run(&[&args[..], &["hard"]].concat());
    assert_eq!((printed.code, scene.read("hard.out").as_str()), (Some(1), "128\n"), "{printed:?}");
    assert!(scene.read("hard.in").starts_with("2\n"), "{}", scene.read("hard.in"));
    // Without a name it is the program's next test.
    scene.write("narrow1.in", "1\n5\n");
    scene.write("narrow1.out", "5\n");
    let printed = scene.run(&args);
    assert!(printed.out.ends_with("saved narrow2.in and narrow2.out\n"), "{printed:?}");
    assert_eq!(scene.read("narrow2.out"), "128\n");
    // It is a test of the program that failed, and not of the first one.
    for name in ["narrow2.in", "narrow2.out"] {
        fs::remove_file(scene.path(name)).unwrap();
    }
    scene.write("also.rs", &scene.read("sum.rs"));
    let several = [&["stress", "also.rs", "narrow.rs"][..], &args[2..]].concat();
    let printed = scene.run(&several);
    assert!(printed.out.ends_with("saved narrow2.in and narrow2.out\n"), "{printed:?}");
}

#[test]
fn what_survives_is_told_with_what_was_tried_and_how_to_go_on() {
    let scene = folder();
    scene.write("in.ctd", GRAMMAR);
    scene.write("same.rs", &program(SUM));
    let args = ["stress", "same.rs", "--against", "sum.rs", "-n", "40", "--seed", "5", "-e", "0.5"];
    let printed = scene.run(&args);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.out.starts_with("nothing found: 40 inputs, "), "{}", printed.out);
    let further = "  go on: harness stress same.rs --against sum.rs --inputs 40 --compare 0.5 --seed 5 --from 40\n";
    assert!(printed.out.contains(further), "{}", printed.out);
    assert!(printed.out.contains("agreement proves little where one person wrote all of them"), "{}", printed.out);
    let narrow = scene::printed(scene.command(&args).env("COLUMNS", "60"), "");
    let wide = narrow.out.lines().find(|line| line.chars().count() > 60 && !line.starts_with("  go on: "));
    assert_eq!(wide, None, "{}", narrow.out);
    let printed = scene.run(&[&args[..], &["--json"]].concat());
    let found: serde_json::Value = serde_json::from_str(&printed.out).unwrap();
    assert_eq!((printed.code, found["inputs"].as_u64(), found["next"].as_u64()), (Some(0), Some(40), Some(40)));
    assert_eq!((found["ended"].as_str(), found["solutions"][1]["fate"].as_str()), (Some("inputs"), Some("survived")));
}

#[test]
fn of_a_folder_neither_answers_nor_programs_nor_a_grammar_are_inputs() {
    let scene = folder();
    scene.write("in.ctd", GRAMMAR);
    for (name, text) in [("1.in", "1\n5\n"), ("1.out", "5\n"), ("2.txt", "1\n7\n")] {
        scene.write(name, text);
    }
    let printed = scene.run(&["stress", "narrow.rs", "--against", "sum.rs", "--input", ".", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&printed.out).unwrap();
    assert_eq!((printed.code, found["inputs"].as_u64()), (Some(0), Some(2)), "{printed:?}");
}

#[test]
fn a_generator_makes_the_inputs_where_there_is_no_grammar() {
    let scene = folder();
    scene.write(
        "gen.rs",
        "fn main() {\n    let args: Vec<u64> = std::env::args().skip(1).map(|arg| arg.parse().unwrap()).collect();\n    \
         let n = args[1];\n    let a: Vec<String> = (0..n).map(|i| ((args[0] >> i) % 100 + 1).to_string()).collect();\n    \
         println!(\"{n}\\n{}\", a.join(\" \"));\n}\n",
    );
    let printed = scene.run(&[
        "stress",
        "narrow.rs",
        "--against",
        "sum.rs",
        "-n",
        "400",
        "--seed",
        "1",
        "--",
        "{seed}",
        "{1..30}",
    ]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains("WA narrow/narrow.rs on stress/"), "{}", printed.out);
    assert!(!printed.out.contains("made small"), "nothing says what is valid but the generator: {}", printed.out);
}

#[test]
fn where_no_input_was_tried_nothing_is_said_to_be_found_or_not() {
    let scene = folder();
    scene.write("gen.rs", "fn main() {\n    eprintln!(\"no such seed\");\n    std::process::exit(3)\n}\n");
    let printed = scene.run(&["stress", "narrow.rs", "--against", "sum.rs"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(2), ""), "{printed:?}");
    let words =
        |line: &&str| line.starts_with("error: no input was tried: ") && line.ends_with(" code 3: no such seed");
    assert_eq!(printed.err.lines().filter(words).count(), 1, "{}", printed.err);
    assert_eq!(printed.err.matches("no such seed").count(), 1, "{}", printed.err);
    scene.write("narrow.rs", "fn main() { 1 }\n");
    let printed = scene.run(&["stress", "narrow.rs", "--against", "sum.rs"]);
    assert_eq!((printed.code, printed.out.as_str()), (Some(2), ""), "{printed:?}");
    assert!(printed.err.contains("error: narrow.rs does not compile:"), "{}", printed.err);
}

#[test]
fn a_problem_of_the_workspace_compares_what_should_be_right_and_a_find_becomes_a_test() {
    let scene = workspace();
    let printed = scene.run(&["stress", "sum", "-n", "2000", "--seed", "1"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.err.contains("sum/brute.rs, sum/mine.rs against sum/sum.rs"), "{}", printed.err);
    let printed = scene.run(&["stress", "sum/mine", "--against", "brute", "-n", "2000", "--seed", "1", "--save"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains("the answer is confirmed by sum/sum.rs"), "{}", printed.out);
    let from = "1 answer from sum/brute.rs, confirmed by sum/sum.rs\n";
    assert!(printed.out.contains(from), "{}", printed.out);
    assert!(printed.out.contains("saved testdata/sum/secret/01.in"), "{}", printed.out);
    assert_eq!(scene.read("testdata/sum/secret/01.ans"), "128\n");
    let printed = scene.run(&["sum"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains("WA sum/mine.rs on secret/01"), "{}", printed.out);
}

/// A right solution that is not sure of its answer.
#[test]
fn an_answer_that_changes_is_never_saved() {
    let scene = folder();
    scene.write("in.ctd", GRAMMAR);
    let clock = "std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos() + a.len() as u128";
    scene.write("clock.rs", &program(clock));
    let before = scene.files();
    let args = ["stress", "sum.rs", "--against", "clock.rs", "-n", "20", "--seed", "1", "--save", "--yes"];
    let printed = scene.run(&args);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.out.contains("clock.rs gave another answer"), "{printed:?}");
    assert!(printed.err.contains("nothing is saved: run again, "), "{printed:?}");
    assert_eq!(scene.files(), before);
}

/// Two runs at once on one problem would show and save each other's finds.
#[test]
fn what_one_run_has_found_another_one_leaves_as_it_is() {
    let scene = workspace();
    scene.write("solutions/src/bin/sum--odd.rs", &program("a.iter().sum::<i64>() + (a.len() == 3) as i64"));
    let find = |label: &str| {
        let printed = scene.run(&["stress", label, "-n", "2000", "--seed", "1"]);
        assert_eq!(printed.code, Some(1), "{printed:?}");
        let file = printed.out.lines().find_map(|line| line.trim().strip_prefix("input file: ")).map(str::to_owned);
        file.unwrap_or_else(|| panic!("{printed:?}"))
    };
    let narrow = find("sum/mine");
    let before = scene.read(&narrow);
    let odd = find("sum/odd");
    assert_eq!((scene.read(&narrow), scene.read(&odd)), (before, "3\n1 1 1\n".to_owned()));
}

#[test]
fn a_sample_and_a_right_program_are_enough() {
    let scene = folder();
    scene.write("odd.rs", &program("a.iter().sum::<i64>() + (a.len() == 1) as i64"));
    scene.write("1.in", "3\n1 2 3\n");
    scene.write("1.out", "6\n");
    let printed = scene.run(&["stress", "odd.rs", "--against", "sum.rs", "--seed", "1", "-n", "500"]);
    assert_eq!(printed.code, Some(1), "{printed:?}");
    assert!(printed.err.contains("edits of the tests, unchecked"), "{printed:?}");
    assert!(printed.out.contains("nothing says that this input is valid"), "{printed:?}");
    assert!(printed.out.contains("\n    1\n"), "{printed:?}");
}

#[test]
fn what_cannot_be_stressed_is_refused_with_the_next_step() {
    let scene = folder();
    let check = |args: &[&str], code: i32, words: &str| {
        let printed = scene.run(args);
        assert_eq!(printed.code, Some(code), "{args:?} {printed:?}");
        assert!(printed.err.contains(words), "`{words}` is not in\n{}", printed.err);
    };
    check(&["stress", "narrow.rs"], 2, "there is nobody to compare it with");
    check(&["stress", "sum.rs", "--against", "sum.rs"], 2, "sum.rs is compared with itself");
    let printed = scene.run(&["stress", "narrow.rs", "--against", "sum.rs"]);
    assert!(printed.code == Some(2) && printed.err.contains("nothing says what an input looks like"), "{printed:?}");
    let hinted = printed.err.split('`').nth(1).expect("the hint shows a grammar");
    scene.write("in.ctd", hinted);
    scene.write("same.rs", &program(SUM));
    let printed = scene.run(&["stress", "sum.rs", "--against", "same.rs", "--seconds", "1"]);
    assert_eq!(printed.code, Some(0), "{hinted} {printed:?}");
    fs::remove_file(scene.path("in.ctd")).unwrap();
    check(&["stress", "narrow.rs", "--against", "none.rs"], 4, "there is no file none.rs");
    scene.write("in.ctd", "INT(1,50,n NEWLINE");
    check(&["stress", "narrow.rs", "--against", "sum.rs"], 2, "in.ctd:1:12");
    scene.write("in.ctd", "INT(1,50,n) NEWLINE ASSERT(n > 60)");
    let printed = scene.run(&["stress", "narrow.rs", "--against", "sum.rs"]);
    assert_eq!(printed.code, Some(2), "{printed:?}");
    for words in
        ["no input was tried: line 1 of the grammar", "hint: fix what makes the inputs, or the solution that answers"]
    {
        assert!(printed.err.contains(words), "`{words}` is not in\n{}", printed.err);
    }
    check(
        &["stress", "narrow.rs", "--against", "sum.rs", "-i", "sum.rs", "--", "{x}"],
        2,
        "nothing is called `x` here",
    );
}

#[test]
fn a_grammar_without_end_or_beyond_any_measure_takes_no_longer_than_was_allowed() {
    let scene = folder();
    scene.write("same.rs", &program(SUM));
    let run = |grammar: &str| {
        scene.write("in.ctd", grammar);
        scene.run(&["stress", "same.rs", "--against", "sum.rs", "--seconds", "1", "--seed", "1"])
    };
    let printed = run("SET(x=1) WHILE(x > 0) INT(1,9,a) NEWLINE END");
    assert_eq!(printed.code, Some(2), "{printed:?}");
    assert!(printed.err.contains("error: no input was tried: "), "{printed:?}");
    // Each of the rest takes the whole second it is allowed.
    if !long() {
        return;
    }
    // Always ten gigabytes, nothing smaller.
    let printed = run("INT(1,9,n) NEWLINE REP(10000000000) STRING(\"1\") END NEWLINE");
    assert_eq!(printed.code, Some(2), "{printed:?}");
    // Up to ten gigabytes, so small inputs are tried.
    let printed = run("INT(1,5000000000,n) NEWLINE REP(n,SPACE) INT(1,100,a) END NEWLINE");
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.out.starts_with("nothing found: "), "{printed:?}");
}

#[test]
fn a_checker_that_accepts_everything_is_noticed() {
    let scene = folder();
    scene.write("in.ctd", GRAMMAR);
    scene.write("checker.rs", "fn main() {\n    std::process::exit(42)\n}\n");
    let printed = scene.run(&["stress", "narrow.rs", "--against", "sum.rs", "--checker", "checker.rs", "-n", "10"]);
    assert_eq!(printed.code, Some(0), "{printed:?}");
    assert!(printed.err.contains("the checker accepts an empty output and noise"), "{}", printed.err);
}

#[test]
fn a_generator_whose_numbers_do_not_come_from_its_arguments_is_noticed() {
    let scene = folder();
    scene.write("again.rs", &program(SUM));
    for (seed, is_noticed) in [("", true), ("RANDOM=$1\n", false)] {
        let numbers = "for ((i = 0; i < n; i++)); do line+=\" $((RANDOM % 100 + 1))\"; done";
        scene.write("gen.sh", &format!("{seed}n=$((RANDOM % 7 + 3))\n{numbers}\necho $n\necho $line\n"));
        let printed = scene.run(&["stress", "again.rs", "--against", "sum.rs", "-n", "12"]);
        let words = "the generator makes another input of the same arguments";
        assert_eq!(printed.err.contains(words), is_noticed, "{seed}: {printed:?}");
    }
}

/// A terminal that cannot redraw, as far as `script` provides one, gets no progress line. Any other
/// gets one.
#[test]
fn how_far_it_is_is_drawn_only_where_a_terminal_can_draw() {
    if !has("script") {
        return;
    }
    let scene = folder();
    scene.write("in.ctd", GRAMMAR);
    let plain = scene.command(&[]);
    let harness = plain.get_program().to_string_lossy();
    // `script` gives its terminal the size of the one it is called on, if any.
    let call = format!("stty cols 80 rows 24; {harness} stress narrow.rs --against sum.rs -n 20 --seed 1");
    for (terminal, is_drawn) in [("dumb", false), ("xterm", true)] {
        let mut on_terminal = Command::new("script");
        on_terminal.args(["-qec", &call, "/dev/null"]).current_dir(scene.root()).stdin(Stdio::null());
        for (name, value) in plain.get_envs() {
            on_terminal.env(name, value.unwrap_or_default());
        }
        let out = on_terminal.env("TERM", terminal).output().unwrap().stdout;
        let out = String::from_utf8_lossy(&out);
        assert!(out.contains("narrow.rs against sum.rs"), "{out:?}");
        assert_eq!(out.contains("\x1b[K"), is_drawn, "{terminal}: {out:?}");
    }
}

#[test]
fn a_program_is_compared_as_it_is_judged_by_a_command_of_several_files_and_with_sanitizers() {
    if !has("gcc") {
        return;
    }
    let scene = Scene::empty();
    // Small inputs are looked for hundreds of times: in a language that starts at once.
    scene.write("brute.sh", "read n\necho $((2 * n))\n");
    scene.write("gen.sh", "echo 5\n");
    scene.write("mine.sh", "read n\necho $((2 * n + (n == 5)))\n");
    let check = |args: &[&str], code: i32, expected: &str| {
        let printed = scene.run(&[&["stress"][..], args, &["-n", "4", "--seed", "1"]].concat());
        assert_eq!(printed.code, Some(code), "{args:?}: {printed:?}");
        assert!([&printed.out, &printed.err].iter().any(|text| text.contains(expected)), "{args:?}: {printed:?}");
        printed
    };
    let printed = check(&["brute.sh", "gen.sh", "-c", "bash mine.sh"], 1, "expected 10, got 11");
    assert!(printed.err.contains("stress: bash mine.sh against brute.sh"), "{printed:?}");
    assert!(
        printed.out.contains("go on: harness stress brute.sh gen.sh --command 'bash mine.sh' --inputs 4 --seed"),
        "{printed:?}"
    );
    check(&["brute.sh", "gen.sh", "-c", "./made", "--build", "cp mine.sh made; chmod +x made"], 2, "mine.sh");
    scene.write("mine.c", "int twice(int n);\nint main() { int n; scanf(\"%d\", &n); printf(\"%d\\n\", twice(n)); }\n");
    scene.write("more.c", "int twice(int n) { volatile int big = 2147483643; big += n; return 2 * n; }\n");
    let program = ["mine.c", "brute.sh", "gen.sh", "--flags", "-include stdio.h"];
    check(&program, 2, "twice");
    let whole = [&program[..], &["--with", "more.c"]].concat();
    check(&whole, 0, "nothing found");
    check(&[&whole[..], &["--sanitize"]].concat(), 1, "found: more.c:1");
    scene.write("other.c", "int main() {}\n");
    check(&["mine.c", "other.c", "brute.sh", "gen.sh", "--with", "more.c"], 2, "several are named");
}

#[test]
fn a_plain_folder_with_a_checker_and_with_an_interactor() {
    let scene = Scene::empty();
    scene.write("in.ctd", "INT(0,1000,a) SPACE INT(0,1000,b) NEWLINE\n");
    for (file, value) in [("sum", "$((a + b))"), ("decimals", "$((a + b)).000"), ("first", "$a")] {
        scene.write(&format!("{file}.sh"), &format!("read a b\necho {value}\n"));
    }
    let numbers = "read a\nread b < \"$2\"\nif [ ${a%.000} = $b ]; then exit 42; else exit 43; fi\n";
    scene.write("numbers.sh", numbers);
    let talk =
        "read a b < \"$1\"\necho $a $b\nread sum\nif [ \"$sum\" = $((a + b)) ]; then exit 42; else exit 43; fi\n";
    scene.write("talk.sh", talk);
    let stress = |file: &str, by: [&str; 2]| {
        let inputs = ["--against", "sum.sh", "--input", "in.ctd", "-n", "15", "--seed", "1"];
        scene.run(&[&["stress", file][..], &by, &inputs].concat())
    };
    let (checked, talked) = (["--checker", "numbers.sh"], ["--interactor", "talk.sh"]);
    let same = stress("decimals.sh", checked);
    assert_eq!(same.code, Some(0), "{same:?}");
    for (by, who) in [(checked, "numbers.sh"), (talked, "talk.sh")] {
        let other = stress("first.sh", by);
        assert!(other.code == Some(1) && other.out.contains(&format!("rejected by {who}")), "{other:?}");
    }
}
