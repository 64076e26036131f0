//! The page for setters, compared with the catalog.

use crate::command::repository;
use crate::scene::Scene;
use engine::build::Languages;
use package::native;
use std::fs;

#[test]
fn every_problem_toml_of_the_page_is_read_without_a_mistake() {
    let page = fs::read_to_string(repository().join("docs/setting.md")).unwrap();
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 3, "{blocks:?}");
    let languages = Languages::built_in().unwrap();
    // The table of all keys cannot be one problem's: the crate that has it reads each part of it.
    for block in blocks.into_iter().filter(|block| !(block.contains("\n[compare]") && block.contains("\n[interactor]")))
    {
        let root = tempfile::tempdir().unwrap();
        let mut files = vec!["testdata/x/sample/1.in", "testdata/x/sample/1.ans", "solutions/src/bin/x.rs"];
        files.push("problems/x/generator.rs");
        let group = |line: &str| line.strip_prefix("name = \"").map(|rest| rest.split('"').next().unwrap().to_owned());
        let groups: Vec<String> = block.lines().filter_map(group).collect();
        let of_groups: Vec<String> = groups
            .iter()
            .flat_map(|group| ["in", "ans"].map(|extension| format!("testdata/x/{group}/1.{extension}")))
            .collect();
        files.extend(of_groups.iter().map(String::as_str));
        if !block.contains("[compare]") {
            files.push("problems/x/checker.rs");
        }
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        fs::write(root.path().join("problems/x/problem.toml"), block).unwrap();
        let (catalog, diagnostics) = native::load(root.path(), &languages);
        assert!(diagnostics.is_empty(), "{diagnostics:?}\nin\n{block}");
        assert_eq!(catalog.problems.len(), 1);
    }
}

/// The `n`-th program of the page's section about the kit.
fn program(n: usize) -> String {
    let page = fs::read_to_string(repository().join("docs/setting.md")).unwrap();
    let kit = page.split("## The kit\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut programs = kit.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
    programs.nth(n).unwrap()
}

#[test]
fn the_programs_of_the_page_are_linked_with_the_kit_and_solutions_are_not() {
    let scene = Scene::new();
    scene.write("problems/heaps/validator.rs", &program(0));
    scene.write("problems/heaps/generator.rs", &program(2));
    scene.write(
        "problems/heaps/problem.toml",
        "title = \"Heaps\"\n[generate]\n\"secret/{1..2}-{layout}\" = \
         \"random --n {1,100} --max 10000 --seed {7..} --layout {layout=plain,crlf}\"\n\
         \"secret/3\" = \"random --n 1 --max 10000 --seed 7 --maks 3\"\n",
    );
    scene.write("testdata/heaps/sample/01.in", "2\n1 10000\n");
    scene.write("testdata/heaps/sample/02.in", "2\n1 10001\n");
    for test in ["sample/01", "sample/02", "secret/1-plain", "secret/2-crlf"] {
        scene.write(&format!("testdata/heaps/{test}.ans"), "yes\n");
    }
    let model = "fn main() {\n    println!(\"yes\");\n}\n";
    scene.write("solutions/src/bin/heaps.rs", model);
    scene.write("solutions/src/bin/heaps--kit.rs", &format!("use kit as _;\n\n{model}"));

    let printed = scene.run(&["generate"]);
    assert!(format!("{}{}", printed.out, printed.err).contains("random: --maks means nothing here"), "{printed:?}");
    let first = scene.read("testdata/heaps/secret/1-plain.in");
    assert!(first.starts_with("1\n"), "{first}");
    assert!(scene.read("testdata/heaps/secret/2-crlf.in").starts_with("100\r\n"));

    let printed = scene.run(&[]);
    let printed = format!("{}{}", printed.out, printed.err);
    assert!(printed.contains("line 2, token 2: heap 2 is 10001, at most 10000"), "{printed}");
    assert!(printed.contains("heaps.rs") && printed.contains("3/3"), "{printed}");
    assert!(printed.contains("compile error") && printed.contains("kit"), "{printed}");
}

#[test]
fn the_checker_of_the_page_rejects_outputs_and_faults_on_answers() {
    let scene = Scene::new();
    scene.write("problems/split/checker.rs", &program(1));
    scene.write("problems/split/problem.toml", "title = \"Split\"\n");
    scene.write("testdata/split/sample/01.in", "4\n");
    scene.write("testdata/split/sample/01.ans", "1 3\n");
    scene.write("testdata/split/sample/02.in", "6\n");
    scene.write("testdata/split/sample/02.ans", "3 3\n");
    let prints = |words: &str| format!("fn main() {{\n    println!(\"{words}\");\n}}\n");
    scene.write("solutions/src/bin/split.rs", &prints("3 1"));
    scene.write("solutions/src/bin/split--halves.rs", &format!("//@ expect: wrong-answer\n{}", prints("2 2")));

    let printed = scene.run(&["-v"]);
    let printed = format!("{}{}", printed.out, printed.err);
    assert!(printed.contains("line 1, token 2: the parts are equal"), "{printed}");
    assert!(printed.contains("the answer, line 1, token 2: the parts are equal"), "{printed}");
}

#[test]
fn a_test_that_is_described_and_not_there_is_named_by_a_run() {
    let scene = Scene::twice();
    scene.write("problems/twice/problem.toml", "title = \"Twice\"\n[generate]\n\"large/{1..2}\" = \"--n {1..2}\"\n");
    scene.write("problems/twice/generator.rs", "fn main() { println!(\"3\"); }\n");
    let note =
        "note: 2 tests of twice to be generated first, not judged: large/1, large/2 (run `harness generate twice`)\n";
    let judged = scene.run(&["twice/twice"]);
    assert_eq!((judged.code, judged.err.as_str()), (Some(0), note), "{judged:?}");
    assert_eq!(scene.run(&["generate", "twice"]).code, Some(0));
    let judged = scene.run(&["twice/twice"]);
    assert!(!judged.err.contains("generated first"), "{judged:?}");
}

#[test]
fn the_first_tests_of_a_problem_and_of_a_group_may_be_generated() {
    let scene = Scene::twice();
    let generate = "[generate]\n\"secret/small/1\" = \"--n 3\"\n";
    let group = "[[groups]]\nname = \"secret/small\"\npoints = 9\n";
    for slug in ["grouped", "bare"] {
        let groups = if slug == "grouped" { group } else { "" };
        scene.write(&format!("problems/{slug}/problem.toml"), &format!("title = \"Three\"\n{generate}{groups}"));
        scene.write(&format!("problems/{slug}/generator.rs"), "fn main() { println!(\"3\"); }\n");
        scene.write(&format!("solutions/src/bin/{slug}.rs"), "fn main() { println!(\"3\"); }\n");
    }
    scene.write("testdata/grouped/sample/1.in", "3\n");
    scene.write("testdata/grouped/sample/1.ans", "3\n");
    for slug in ["grouped", "bare"] {
        let checked = scene.run(&["check", slug]);
        let hint = format!("run `harness generate {slug}`");
        assert!(checked.err.contains("no tests") && checked.err.contains(&hint), "{checked:?}");
        let generated = scene.run(&["generate", slug]);
        assert_eq!((generated.code, generated.err.as_str()), (Some(0), ""), "{generated:?}");
        let input = format!("testdata/{slug}/secret/small/1.in");
        assert_eq!(scene.read(&input), "3\n");
        fs::remove_file(scene.path(&input)).unwrap();
    }
    let generated = scene.run(&["generate"]);
    assert_eq!(generated.code, Some(0), "{generated:?}");
    assert!(generated.out.contains("2 written"), "{generated:?}");
}

#[test]
fn a_grammar_writes_its_inputs_into_a_folder() {
    let scene = Scene::new();
    scene.write("in.ctd", "INT(1,50,n) NEWLINE\n");
    let generate =
        |more: &[&str]| scene.run(&[&["generate", "--input", "in.ctd", "--into", "made"][..], more].concat());
    let written = generate(&["--count", "20"]);
    assert_eq!((written.code, &*written.out), (Some(0), "20 inputs written into made\n"), "{written:?}");
    let mut numbers: Vec<u32> =
        (1..=20).map(|number| scene.read(&format!("made/{number:03}.in")).trim().parse().unwrap()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert!(numbers.len() == 20 && numbers.iter().all(|number| (1..=50).contains(number)), "{numbers:?}");
    let before = scene.files();
    let again = generate(&[]);
    assert_eq!((again.code, scene.files()), (Some(2), before), "{again:?}");
    scene.write("in.ctd", "INT(1,50,n) NEWLINE ASSERT(n > 60)\n");
    let none = generate(&[]);
    assert!(none.code == Some(2) && none.err.contains("in.ctd makes no input"), "{none:?}");
    let missing = scene.run(&["generate", "--input", "other.ctd", "--into", "made"]);
    assert!(missing.code == Some(4) && missing.err.contains("there is no file other.ctd"), "{missing:?}");
}

/// `--force` replaces files, so it must not touch more than was selected.
#[test]
fn of_the_tests_of_a_table_only_those_that_are_selected_are_generated() {
    let scene = Scene::twice();
    let table = "title = \"Twice\"\n[generate]\n\"secret/{1..3}\" = \"{1..3}\"\n";
    scene.write("problems/twice/problem.toml", table);
    let generator = |factor: u32| {
        let text = format!("fn main() {{ println!(\"{{}}\", {factor} * std::env::args().nth(1).unwrap().len()); }}\n");
        scene.write("problems/twice/generator.rs", &text);
    };
    let input = |test: u32| fs::read_to_string(scene.path(&format!("testdata/twice/secret/{test}.in"))).ok();
    let generate = |more: &[&str]| scene.run(&[&["generate"], more].concat());
    generator(1);
    let printed = generate(&["twice", "-t", "secret/2"]);
    assert!(
        printed.code == Some(0) && printed.out.contains("1 written"),
        "it is selected before it is there: {printed:?}"
    );
    assert_eq!([1, 2, 3].map(|test| input(test).is_some()), [false, true, false]);
    assert_eq!(generate(&["twice", "--lock"]).code, Some(0));
    let lock = || scene.read("problems/twice/generate.lock");
    let before = lock();
    generator(5);
    for more in [&["twice", "-t", "3", "--force"][..], &["testdata/twice/secret/1.in", "--force"]] {
        let printed = generate(more);
        assert!(printed.code == Some(0) && printed.out.contains("1 written, 0 unchanged"), "{printed:?}");
    }
    let of = |number: &str| Some(format!("{number}\n"));
    assert_eq!([1, 2, 3].map(input), [of("5"), of("1"), of("5")]);
    let same: Vec<bool> = before.lines().zip(lock().lines()).map(|(one, other)| one == other).collect();
    assert_eq!(same, [false, true, false], "the lock follows");
    let printed = generate(&["twice", "-t", "secret/9"]);
    assert!(printed.code == Some(4) && printed.err.contains("matches `secret/9`"), "{printed:?}");
}

#[test]
fn a_group_that_no_line_of_the_table_fills_is_named_when_its_problem_is_generated() {
    let scene = Scene::twice();
    scene.write(
        "problems/twice/problem.toml",
        "title = \"Twice\"\n[generate]\n\"secret/small/1\" = \"--n 3\"\n[[groups]]\nname = \"secret/smal\"\npoints = 9\n",
    );
    scene.write("problems/twice/generator.rs", "fn main() { println!(\"3\"); }\n");
    let generated = scene.run(&["generate", "twice"]);
    assert!(generated.out.contains("1 written"), "{generated:?}");
    assert!(generated.err.contains("the group `secret/smal` has no tests"), "{generated:?}");
}

/// The titles of what `check` finds in a file.
fn found_in(scene: &Scene, file: &str) -> Vec<String> {
    let err = scene.run(&["check", "twice"]).err;
    let found = err.split("\n\n").filter(|found| found.contains(&format!("--> {file}")));
    found.map(|found| found.lines().next().unwrap().replace("error: ", "")).collect()
}

#[test]
fn check_finds_a_sample_that_the_statement_has_otherwise() {
    let scene = Scene::twice();
    let statement = |samples: &str| {
        scene.write("problems/twice/statement.md", &format!("# Twice\n\n## Samples\n{samples}\n## Hints\n"));
        found_in(&scene, "problems/twice/statement.md")
    };
    let nothing: [String; 0] = [];
    assert_eq!(statement(""), nothing, "not every statement has them");
    assert_eq!(statement("```text\n1\n```\n\n```text\n2\n```\n"), nothing);
    let lacks_answer = ["its samples lack testdata/twice/sample/01.ans"];
    assert_eq!(statement("```text\n1\n```\n\n```text\n3\n```\n"), lacks_answer);
    // As an editor of Windows writes it, and with blanks that nobody sees.
    let of_windows = "# Twice\r\n\r\n## Samples \r\n```text\r\n1\r\n```\r\n\r\n```text\r\n3\r\n```\r\n";
    scene.write("problems/twice/statement.md", of_windows);
    assert_eq!(found_in(&scene, "problems/twice/statement.md"), lacks_answer);
}

#[test]
fn check_says_of_a_statement_that_it_cannot_read_that_it_is_there() {
    let scene = Scene::twice();
    std::fs::write(scene.path("problems/twice/statement.md"), b"# Zweimal f\xfcr alle\n").unwrap();
    let found = found_in(&scene, "problems/twice/statement.md");
    assert!(found.len() == 1 && found[0].starts_with("cannot read it: "), "{found:?}");
    assert!(!scene.run(&["check", "twice"]).err.contains("no statement.md"));
}

/// What is not selected was not run, so nothing is known about it.
#[test]
fn check_finds_nothing_missing_that_was_merely_not_selected() {
    let scene = Scene::twice();
    scene.write("problems/twice/input.ctd", "INT(1,9,n) NEWLINE EOF\n");
    scene.write("testdata/twice/secret/02.in", "9\n");
    scene.write("testdata/twice/secret/02.ans", "18\n");
    scene.solution("twice--nine", "//@ expect: wrong-answer\n", "if n == 9 { 0 } else { n * 2 }");
    let errors = |words: &[&str]| scene.run(&[&["check"], words].concat()).err;
    let whole = errors(&["twice"]);
    assert!(whole.matches("error: ").count() == 1 && whole.contains("no statement.md"), "{whole}");
    for part in [&["twice", "-t", "secret/*"][..], &["twice", "-t", "sample/*"], &["twice/twice"], &["twice/nine"]] {
        assert_eq!(errors(part), whole, "{part:?}");
    }
}

#[test]
fn check_names_an_answer_that_too_few_right_solutions_confirm() {
    let scene = Scene::twice();
    scene.write("testdata/twice/sample/01.ans", "3\n");
    let found = || found_in(&scene, "testdata/twice/sample/01.ans");
    assert_eq!(found(), ["no right solution confirms this answer"]);
    scene.solution("twice--brute", "", "n + 2");
    assert_eq!(found(), ["only one right solution confirms this answer"]);
}

#[test]
fn what_one_more_solution_would_mend_is_one_message_however_many_tests_there_are() {
    let scene = crate::scene::Scene::twice();
    std::fs::remove_file(scene.path("solutions/src/bin/twice--brute.rs")).unwrap();
    for n in 2..7 {
        scene.write(&format!("testdata/twice/secret/{n}.in"), &format!("{n}\n"));
        scene.write(&format!("testdata/twice/secret/{n}.ans"), &format!("{}\n", 2 * n));
    }
    let printed = scene.run(&["check", "twice"]);
    let title = "only one right solution confirms this answer, and those of 5 other tests";
    assert_eq!(printed.err.matches("only one right solution").count(), 1, "{printed:?}");
    assert!(printed.err.contains(title), "{printed:?}");
}
