//! `harness learn`: statement, hints, verdicts, proof, and nothing of a solution before that.

use crate::scene::{Printed, Scene, has, printed};

const STATEMENT: &str = "\
# Twice

Print $2n$.

## Hints

1. Add it to
   itself.
2. `n + n`

## Why it works

By definition.

## Traps

None.
";

/// Two problems on the way, `twice` and then `half`.
fn course() -> Scene {
    let scene = Scene::twice();
    scene.write("problems/twice/statement.md", STATEMENT);
    scene.write("problems/half/problem.toml", "title = \"Half\"\n");
    scene.write("problems/half/statement.md", "# Half\n\nPrint half of it.\n");
    scene.write("testdata/half/sample/01.in", "8\n");
    scene.write("testdata/half/sample/01.ans", "4\n");
    scene.solution("half", "", "n / 2");
    let table = "| | problem | what it adds |\n|--|--|--|\n| 1 | [twice](twice/statement.md) | a start |\n\
        | 2 | [half](half/statement.md) | a *way* back, by half |\n";
    scene.write("problems/README.md", table);
    scene
}

fn program(value: &str) -> String {
    format!(
        "fn main() {{ let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); \
         let n: i32 = s.trim().parse().unwrap(); println!(\"{{}}\", {value}); }}\n"
    )
}

#[track_caller]
fn check(printed: &Printed, code: i32, words: &[&str], not: &[&str]) {
    assert_eq!(printed.code, Some(code), "{printed:?}");
    words.iter().for_each(|word| assert!(printed.out.contains(word), "{word}: {printed:?}"));
    not.iter().for_each(|word| assert!(!printed.out.contains(word), "{word}: {printed:?}"));
}

/// What a workspace says of itself is somebody's.
#[test]
fn a_course_from_elsewhere_sends_nothing_to_the_terminal() {
    let scene = course();
    let hostile = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}";
    scene.write("problems/twice/problem.toml", "title = \"T\\u001b]0;x\\u0007\\u009b\\u202e\"\n");
    scene.write("problems/twice/statement.md", &format!("# {hostile}\n\n{hostile}\n\n## Hints\n\n1. {hostile}\n"));
    scene.write("problems/README.md", &format!("| 1 | [twice](twice/statement.md) | {hostile} |\n"));
    for call in [&["learn", "--once"][..], &["learn", "--hint"], &["learn", "--list"]] {
        let printed = scene.run(call);
        let harms = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
        assert!(!printed.out.contains(harms) && !printed.err.contains(harms), "{printed:?}");
    }
}

#[test]
fn where_there_is_nothing_to_learn_the_next_step_leads_to_it() {
    let scene = Scene::empty();
    let hint = "  hint: run it in a clone of the harness's own repository: its problems are the course\n";
    scene.run(&["learn"]).is(2, "", &format!("error: no workspace here or above: [..]\n{hint}"));
    scene.run(&["init"]);
    for call in [&["learn"][..], &["learn", "--list"]] {
        scene.run(call).is(4, "", &format!("error: there is no problem to learn\n{hint}"));
    }
}

#[test]
fn a_quotation_has_its_sign_at_the_beginning_of_each_paragraph() {
    let scene = course();
    let quotation = "> Whoever makes every\n> column even\n> wins.\n>\n> Bouton, 1901\n> ```\n> 1  2\n> ```\n";
    scene.write("problems/twice/statement.md", &format!("# Twice\n\nSaid by\n{quotation}of Harvard.\n"));
    let printed = scene.run(&["learn", "--once"]);
    let expected =
        "Said by\n> Whoever makes every column even wins.\n\n> Bouton, 1901\n> ```\n> 1  2\n> ```\nof Harvard.\n";
    assert!(printed.out.contains(expected), "{printed:?}");
}

/// What cannot be read says nothing about the program in it.
#[test]
fn a_program_that_leads_out_of_the_workspace_is_a_fault() {
    let scene = course();
    let elsewhere = tempfile::NamedTempFile::new().unwrap();
    std::fs::create_dir(scene.path("learn")).unwrap();
    std::os::unix::fs::symlink(elsewhere.path(), scene.path("learn/twice.rs")).unwrap();
    let printed = scene.run(&["learn", "--once"]);
    check(&printed, 3, &["1 fault", "HARNESS_READABLE"], &[]);
}

#[test]
fn a_learner_gets_a_file_a_hint_at_a_time_and_the_proof_when_it_is_accepted() {
    let scene = course();
    let later = ["Add it", "By definition", "n + n", "None."];
    let first = scene.run(&["learn", "--once"]);
    check(&first, 1, &["1 of 2\n\n# Twice\n\nPrint $2n$.", "write your program into learn/twice.rs", "got 1"], &later);
    check(&scene.run(&["learn", "--hint"]), 0, &["Hint 1 of 2\nAdd it to itself."], &["n + n", "By definition"]);
    check(&scene.run(&["learn", "--hint"]), 0, &["Hint 2 of 2\n`n + n`"], &["By definition"]);
    check(&scene.run(&["learn", "--hint"]), 0, &["no more hints", "1. Add it"], &["By definition"]);
    scene.write("learn/twice.rs", &program("n + n"));
    let solved = scene.run(&["learn", "--once"]);
    check(
        &solved,
        0,
        &["your program is learn/twice.rs", "By definition.", "None.", "1 of 2; next is half: a *way* back, by half"],
        &["Add it"],
    );
}

#[test]
fn progress_is_kept_and_goes_on_with_the_next_problem_in_the_same_language() {
    if !has("python3") {
        return;
    }
    let scene = course();
    scene.write("learn/twice.py", "print(int(input()) * 2)\n");
    let narrow = printed(scene.command(&["learn", "--once"]).env("COLUMNS", "40"), "");
    check(&narrow, 0, &["\nsolved: 1 of 2; next is half: a *way*\n    back, by half\n"], &[]);
    check(
        &scene.run(&["learn", "--list"]),
        0,
        &["done  1  twice  a start\n", "here  2  half   a *way* back, by half\n"],
        &[],
    );
    check(&scene.run(&["learn", "--once"]), 1, &["2 of 2\n\n# Half\n", "write your program into learn/half.py"], &[]);
    scene.write("learn/half.py", "print(int(input()) // 2)\n");
    check(&scene.run(&["learn", "--once"]), 0, &["solved: 2 of 2"], &["next is"]);
    check(&scene.run(&["learn", "twice", "--once"]), 0, &["1 of 2 (solved)\n\n# Twice\n"], &[]);
    // The files are the learner's own: no solutions, and nothing for git.
    assert_eq!(scene.read("learn/.gitignore"), "*\n");
    check(&scene.run(&["list"]), 0, &[], &["learn"]);
}

#[test]
fn a_problem_is_named_by_its_number_and_begun_anew_without_losing_a_program() {
    let scene = course();
    check(&scene.run(&["learn", "2", "--once"]), 1, &["2 of 2\n\n# Half\n", "learn/half.rs"], &[]);
    let unknown = scene.run(&["learn", "3", "--once"]);
    assert!(unknown.code == Some(4) && unknown.err.contains("`3`"), "{unknown:?}");
    scene.write("learn/twice.rs", &program("n + n"));
    check(&scene.run(&["learn", "1", "--hint"]), 0, &["Hint 1 of 2"], &[]);
    check(&scene.run(&["learn", "twice", "--once"]), 0, &["solved: 1 of 2"], &[]);
    let begun = scene.run(&["learn", "1", "--reset", "--once"]);
    let words = ["learn/twice.rs is now learn/old/twice.rs", "write your program into learn/twice.rs"];
    check(&begun, 1, &words, &["(solved)"]);
    assert_eq!(scene.read("learn/old/twice.rs"), program("n + n"));
    check(&scene.run(&["learn", "--hint"]), 0, &["Hint 1 of 2"], &[]);
    // A second time, nothing is overwritten.
    scene.write("learn/twice.rs", "mine");
    check(&scene.run(&["learn", "1", "--reset", "--once"]), 1, &["learn/old/twice-2.rs"], &[]);
    assert_eq!(
        (scene.read("learn/old/twice.rs"), scene.read("learn/old/twice-2.rs")),
        (program("n + n"), "mine".to_owned())
    );
}

#[test]
fn statements_hints_and_proofs_are_read_in_chinese_where_they_are_there() {
    let scene = course();
    let chinese = "# 两倍\n\n求 $2n$。\n\n## 提示\n\n1. 加上它自己。\n2. 乘以二。\n\n## 为什么成立\n\n由定义。\n";
    scene.write("problems/twice/statement.zh.md", chinese);
    let first = scene.run(&["learn", "--lang", "zh", "--once"]);
    check(&first, 1, &["求 $2n$。", "write your program into learn/twice.rs"], &["Print", "加上它自己", "由定义"]);
    // The language stays until another one is named; a program's language may be named beside it.
    check(&scene.run(&["learn", "--hint"]), 0, &["Hint 1 of 2\n加上它自己。"], &["Add it"]);
    scene.write("learn/twice.rs", &program("2 * n"));
    check(&scene.run(&["learn", "twice", "--once", "--lang", "rust"]), 0, &["由定义。"], &["By definition"]);
    check(&scene.run(&["learn", "half", "--once"]), 1, &["Print half of it."], &[]);
    check(&scene.run(&["learn", "twice", "--once", "--lang", "en"]), 0, &["By definition"], &["由定义"]);
}
