//! Layouts of tests, in folders made for each.

use super::*;
use model::test_names::usual;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

fn folder(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, file).unwrap();
    }
    folder
}

fn is_source(name: &str) -> bool {
    name.ends_with(".cpp") || name.ends_with(".py")
}

fn pairs(found: &PairedFiles, folder: &Path) -> Vec<String> {
    let name = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string();
    found.pairs.iter().map(|pair| format!("{} {}+{}", pair.id, name(&pair.input), name(&pair.answer))).collect()
}

fn beside(folder: &Path, stem: &str) -> PairedFiles {
    Listing::read(folder, &[stem.to_owned()], &[], &is_source).beside(stem)
}

fn odd(found: &PairedFiles, oddity: &Oddity) -> Vec<PathBuf> {
    found.of(oddity).cloned().collect()
}

fn nameless(folder: &Path) -> PairedFiles {
    Listing::read(folder, &[], &[], &is_source).nameless()
}

fn check(files: &[&str], expected: &[&str]) {
    let folder = folder(files);
    let found = beside(folder.path(), "sol");
    assert_eq!(pairs(&found, folder.path()), expected, "{files:?}");
}

#[test]
fn the_usual_names_are_pairs() {
    check(&["1.in", "1.out", "2.in", "2.ans", "10.in", "10.out"], &["1 1.in+1.out", "2 2.in+2.ans", "10 10.in+10.out"]);
    check(&["in1.txt", "out1.txt"], &["in1 in1.txt+out1.txt"]);
    check(&["input1.txt", "output1.txt"], &["input1 input1.txt+output1.txt"]);
    check(&["input.txt", "output.txt"], &["input input.txt+output.txt"]);
    check(&["1_in.txt", "1_out.txt"], &["1_in 1_in.txt+1_out.txt"]);
    check(&["sample-1.in", "sample-1.out"], &["sample-1 sample-1.in+sample-1.out"]);
    check(&["test/sample-1.in", "test/sample-1.out"], &["test/sample-1 test/sample-1.in+test/sample-1.out"]);
    check(&["tests/01", "tests/01.a"], &["tests/01 tests/01+tests/01.a"]);
    check(&["in/a_01.txt", "out/a_01.txt"], &["in/a_01 in/a_01.txt+out/a_01.txt"]);
    check(&["input/input00.txt", "output/output00.txt"], &["input/input00 input/input00.txt+output/output00.txt"]);
    check(&["data/sample/1.in", "data/sample/1.ans"], &["data/sample/1 data/sample/1.in+data/sample/1.ans"]);
    check(&["data/secret/g/1.in", "data/secret/g/1.ans"], &["data/secret/g/1 data/secret/g/1.in+data/secret/g/1.ans"]);
    check(&["test1/input", "test1/output"], &["test1/input test1/input+test1/output"]);
    check(&["notes.txt", "main.cpp", "README", "node_modules/1.in", "node_modules/1.out"], &[]);
    check(&["sum.in.1a", "sum.out.1a"], &["sum.in.1a sum.in.1a+sum.out.1a"]);
    check(
        &["test/sum.dummy.in.1", "test/sum.dummy.out.1"],
        &["test/sum.dummy.in.1 test/sum.dummy.in.1+test/sum.dummy.out.1"],
    );
    check(&["sum.in1", "sum.out1"], &["sum.in1 sum.in1+sum.out1"]);
    check(&["01.inp", "01.out"], &["01 01.inp+01.out"]);
    check(&["1.IN", "1.OUT"], &["1 1.IN+1.OUT"]);
    check(
        &["tests/Test01/SUM.INP", "tests/Test01/SUM.OUT"],
        &["tests/Test01/SUM tests/Test01/SUM.INP+tests/Test01/SUM.OUT"],
    );
    check(&["Test01/sum.inp", "Test01/sum.out"], &["Test01/sum Test01/sum.inp+Test01/sum.out"]);
    check(&["Input.txt", "Output.txt"], &["Input Input.txt+Output.txt"]);
    check(&["1.in", "1.expected"], &["1 1.in+1.expected"]);
    check(&["1.in", "1.desired", "2.in", "2.sol"], &["1 1.in+1.desired", "2 2.in+2.sol"]);
    check(&["1.dat", "1.ans", "2.dat"], &["1.dat 1.dat+1.ans"]);
    check(&["input1.txt", "expected1.txt"], &["input1 input1.txt+expected1.txt"]);
    check(
        &["sample_test_set_1/sample_ts1_input.txt", "sample_test_set_1/sample_ts1_output.txt"],
        &[
            "sample_test_set_1/sample_ts1_input sample_test_set_1/sample_ts1_input.txt+sample_test_set_1/sample_ts1_output.txt",
        ],
    );
    check(&["1.in", "1.ok", "2.in", "2.res", "3.txt", "3.ans"], &["1 1.in+1.ok", "2 2.in+2.res", "3 3.txt+3.ans"]);
    check(&["input_1.txt", "expected_output_1.txt"], &["input_1 input_1.txt+expected_output_1.txt"]);
    check(&["test_in/a.txt", "test_out/a.txt"], &["test_in/a test_in/a.txt+test_out/a.txt"]);
    check(&["in.ini", "a.index", "main.info"], &[]);
}

/// Each scheme with the number of a test in it, and the ids of the tests 0 and 1.
#[test]
fn every_scheme_of_names_finds_each_test_once_whatever_lies_beside() {
    const SCHEMES: [(&str, &str); 24] = [
        ("#.in", "#.out"),
        ("sol#.in", "sol#.ans"),
        ("sol_#.in", "sol_#.ans"),
        ("sol-#.input", "sol-#.answer"),
        ("sol_input#.txt", "sol_output#.txt"),
        ("sol_in#.txt", "sol_out#.txt"),
        ("sol_input#", "sol_output#"),
        ("sol-in-#.txt", "sol-out-#.txt"),
        ("sol.input#", "sol.output#"),
        ("sol_#_input", "sol_#_output"),
        ("sol#.input.txt", "sol#.output.txt"),
        ("input#", "output#"),
        ("in#.txt", "ans#.txt"),
        ("input.#", "output.#"),
        ("sum.in#", "sum.out#"),
        ("#.inp", "#.out"),
        ("#.dat", "#.sol"),
        ("#", "#.a"),
        ("tests/in/#.txt", "tests/out/#.txt"),
        ("test#/input.txt", "test#/output.txt"),
        ("test/sample-#.in", "test/sample-#.out"),
        ("testcases/sol/in#.txt", "testcases/sol/out#.txt"),
        ("I.#", "O.#"),
        ("SUM#.INP", "SUM#.OUT"),
    ];
    for (input, answer) in SCHEMES {
        let names: Vec<String> =
            ["0", "1"].iter().flat_map(|number| [input, answer].map(|name| name.replace('#', number))).collect();
        let beside = ["sol.cpp", "README.md", "notes.txt", "main.info"];
        let all: Vec<&str> = names.iter().map(String::as_str).chain(beside).collect();
        let folder = folder(&all);
        let found = super::tests::beside(folder.path(), "sol");
        let expected = names.chunks(2).map(|pair| [&pair[0], &pair[1]].map(|name| folder.path().join(name)));
        let pairs = found.pairs.iter().map(|pair| [pair.input.clone(), pair.answer.clone()]);
        assert_eq!(pairs.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{input} {answer}");
        assert!(found.odd.is_empty(), "{input} {answer}: {:?}", found.odd);
    }
}

#[test]
fn the_only_program_has_all_tests_and_beside_others_those_of_its_name_and_the_rest_is_named() {
    let tests = ["1.in", "1.out", "a1.in", "a1.out"];
    let alone = folder(&[&tests[..], &["a.cpp", "checker.cpp"]].concat());
    assert_eq!(pairs(&beside(alone.path(), "a"), alone.path()), ["1 1.in+1.out", "a1 a1.in+a1.out"]);
    let among = folder(&[&tests[..], &["a.cpp", "b.cpp"]].concat());
    let found = beside(among.path(), "a");
    assert_eq!(pairs(&found, among.path()), ["a1 a1.in+a1.out"]);
    assert_eq!(odd(&found, &Oddity::Nameless), [among.path().join("1.in")]);
}

#[test]
fn what_is_called_as_an_input_and_is_no_file_is_named() {
    let folder = folder(&["1.in", "1.out", "2.out", "3.in/x", "4.out"]);
    let fifo = std::process::Command::new("mkfifo").arg(folder.path().join("2.in")).status().unwrap();
    assert!(fifo.success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("4.in")).unwrap();
    for found in [below(folder.path(), &usual()), nameless(folder.path())] {
        assert_eq!(pairs(&found, folder.path())[0], "1 1.in+1.out");
        assert_eq!(odd(&found, &Oddity::NoFile), ["2.in", "3.in", "4.in"].map(|name| folder.path().join(name)));
    }
}

#[test]
fn what_is_called_as_an_answer_and_is_no_file_is_named() {
    let folder = folder(&["1.in", "1.out", "2.in", "3.in", "3.out/x", "4.in", "5.in", "5.ans"]);
    for pipe in ["2.out", "5.out"] {
        assert!(std::process::Command::new("mkfifo").arg(folder.path().join(pipe)).status().unwrap().success());
    }
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("4.out")).unwrap();
    for found in [below(folder.path(), &usual()), nameless(folder.path())] {
        assert_eq!(pairs(&found, folder.path()), ["1 1.in+1.out", "5 5.in+5.ans"]);
        assert_eq!(odd(&found, &Oddity::NoAnswer), ["2.in", "3.in", "4.in"].map(|name| folder.path().join(name)));
        assert_eq!(odd(&found, &Oddity::NoFile), ["2.out", "3.out", "4.out"].map(|name| folder.path().join(name)));
    }
}

#[test]
fn a_file_of_a_pair_stands_for_it() {
    let folder = folder(&["1.in", "1.out", "in/2.txt", "out/2.txt", "3.in"]);
    let of = |file: &str| pairs(&at(&[folder.path().join(file)], &usual()), folder.path());
    assert_eq!(of("1.in"), ["1 1.in+1.out"]);
    assert_eq!(of("1.out"), ["1 1.in+1.out"]);
    assert_eq!(of("out/2.txt"), ["in/2 in/2.txt+out/2.txt"]);
    assert_eq!(of("3.in"), [""; 0]);
    let all = ["3.in", "out/2.txt", "1.out", "1.in"].map(|file| folder.path().join(file));
    let found = at(&all, &usual());
    assert_eq!(pairs(&found, folder.path()), ["1 1.in+1.out", "in/2 in/2.txt+out/2.txt"]);
    assert_eq!(odd(&found, &Oddity::NoAnswer), [folder.path().join("3.in")]);
}

/// A file in a folder of its own may lie in a person's home, which takes minutes to read.
#[test]
fn around_a_file_only_folders_that_a_pattern_names_are_entered() {
    let folder =
        folder(&["home/in/1.txt", "home/out/1.txt", "home/photos/deep/2.in", "home/in/old/3.txt", "home/4.in"]);
    let home = folder.path().join("home");
    let own = [Pattern { input: "made-*/*.in".to_owned(), answers: vec!["right/*.out".to_owned()] }];
    let read = |file: &str, patterns: &[Pattern]| {
        around(home.join(file).parent().unwrap(), patterns).flat_map(|(_, files)| files.names).collect::<Vec<_>>()
    };
    assert_eq!(read("in/1.txt", &usual()), ["1.txt", "4.in", "in/1.txt", "in/old/3.txt", "out/1.txt"]);
    assert_eq!(read("4.in", &usual()), ["4.in"]);
    assert_eq!(read("photos/2.in", &own), ["4.in"]);
    fs::create_dir_all(home.join("made-by-hand")).unwrap();
    fs::write(home.join("made-by-hand/1.in"), "").unwrap();
    assert_eq!(read("in/1.txt", &own), ["1.txt", "4.in", "made-by-hand/1.in"]);
}

#[test]
fn tests_that_carry_the_programs_name_come_before_all_others() {
    let files = ["a.cpp", "b.cpp", "c.cpp", "a1.in", "a1.out", "b/1.in", "b/1.out", "abc.in", "abc.out"];
    let folder = folder(&files);
    let of = |stem: &str| pairs(&beside(folder.path(), stem), folder.path());
    assert_eq!(of("a"), ["a1 a1.in+a1.out"]);
    assert_eq!(of("b"), ["b/1 b/1.in+b/1.out"]);
    assert_eq!(of("c"), ["abc abc.in+abc.out"]);
    assert_eq!(pairs(&nameless(folder.path()), folder.path()), ["abc abc.in+abc.out"]);
}

#[test]
fn of_several_programs_whose_name_a_file_carries_the_longest_has_it_and_a_doubt_is_said_of_both() {
    let of = |files: &[&str], stem: &str, expected: &[&str], doubts: &[&str]| {
        let folder = folder(files);
        let found = beside(folder.path(), stem);
        let ids: Vec<String> = found.pairs.iter().map(|pair| pair.id.to_string()).collect();
        let doubtful = found.odd.iter().filter(|(odd, _)| matches!(odd, Oddity::Longest { .. }));
        let doubtful: Vec<String> = doubtful.map(|(_, path)| file_name(path)).collect();
        assert_eq!((ids, doubtful), (words(expected), words(doubts)), "{stem} in {files:?}");
    };
    let tests = ["sol1.in", "sol1.out", "sol2.in", "sol2.out", "sol2-2.in", "sol2-2.out", "sol20.in", "sol20.out"];
    let files = [&["sol.py", "sol2.py"][..], &tests].concat();
    of(&files, "sol", &["sol1"], &["sol2.in", "sol20.in"]);
    of(&files, "sol2", &["sol2", "sol2-2", "sol20"], &["sol2.in", "sol20.in"]);
    let files =
        ["a.py", "a1.py", "gen.py", "gen1.py", "a11.in", "a11.out", "x/a1/1.in", "tests/a/1.in", "tests/a/1.out"];
    of(&files, "a", &["tests/a/1"], &["a11.in"]);
    of(&files, "a1", &["a11"], &["a11.in"]);
    // What a tool is called takes nothing away from a solution, and a folder comes before a name.
    of(&["gen.py", "gen2.py", "b.py", "gen2.in", "gen2.out", "b/gen2.in", "b/gen2.out"], "b", &["b/gen2"], &[]);
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn a_program_is_not_an_answer_whatever_it_is_called() {
    let folder = folder(&["a.cpp", "a.in", "a.out", "b.in", "b.out", "b.ans", "in", "out"]);
    let program = [&b"\x7fELF\x02\x01\x01"[..], &[0; 2000]].concat();
    for name in ["a.out", "b.out", "in", "out"] {
        fs::write(folder.path().join(name), &program).unwrap();
    }
    for found in [below(folder.path(), &usual()), beside(folder.path(), "a")] {
        assert_eq!(pairs(&found, folder.path()), ["b b.in+b.ans"]);
        assert_eq!(odd(&found, &Oddity::NoAnswer), [folder.path().join("a.in")]);
        assert_eq!(odd(&found, &Oddity::Program), [folder.path().join("a.out")]);
    }
}

#[test]
fn an_input_without_an_answer_and_one_with_two_are_no_pairs() {
    let folder = folder(&["1.in", "2.in", "2.out", "2.ans", "3.in", "3.out", "3.ans"]);
    // But for the line feed that editors add.
    for (name, text) in [("3.out", "the same\n"), ("3.ans", "the same")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let found = below(folder.path(), &usual());
    let path = |name: &str| folder.path().join(name);
    assert_eq!(pairs(&found, folder.path()), ["3 3.in+3.out"]);
    assert_eq!(odd(&found, &Oddity::NoAnswer), [path("1.in")]);
    assert_eq!(found.doubtful(), Some((&*path("2.in"), &[path("2.out"), path("2.ans")])));
}

#[test]
fn an_input_whose_name_is_not_utf_8_is_no_pair_and_is_named() {
    let folder = folder(&["1.in", "1.out"]);
    for name in [&b"2\xfe.in"[..], b"2\xfe.out", b"3\xfe.txt"] {
        fs::write(folder.path().join(OsStr::from_bytes(name)), "").unwrap();
    }
    for found in [below(folder.path(), &usual()), nameless(folder.path())] {
        assert_eq!(pairs(&found, folder.path()), ["1 1.in+1.out"]);
        assert_eq!(odd(&found, &Oddity::NotUtf8), [folder.path().join("2\u{fffd}.in")]);
    }
}

#[test]
fn an_input_that_is_a_link_to_nothing_is_named_and_such_an_answer_is_none() {
    let folder = folder(&["1.in", "1.out", "2.in", "3.out"]);
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
    for name in ["2.out", "3.in", "4.in", "notes.txt", ".5.in"] {
        link("gone", name);
    }
    link("6.in", "6.in");
    link("1.in", "7.in");
    link("1.out", "7.out");
    for found in [below(folder.path(), &usual()), nameless(folder.path())] {
        assert_eq!(pairs(&found, folder.path()), ["1 1.in+1.out", "7 7.in+7.out"]);
        assert_eq!(odd(&found, &Oddity::NoAnswer), [folder.path().join("2.in")]);
        assert_eq!(odd(&found, &Oddity::Dangling), ["3.in", "4.in", "6.in"].map(|name| folder.path().join(name)));
    }
}

#[test]
fn patterns_of_the_users_own_may_have_several_stars() {
    let folder = folder(&["x/1-big.dat", "x/1-big.sol", "x/2.dat"]);
    let pattern = Pattern { input: "*-*.dat".to_owned(), answers: vec!["*-*.sol".to_owned()] };
    let found = below(folder.path(), &[pattern]);
    assert_eq!(pairs(&found, folder.path()), ["x/1-big.dat x/1-big.dat+x/1-big.sol"]);
}

#[test]
fn a_pattern_may_name_folders_anywhere() {
    let folder = folder(&["x/t/1.in", "x/t/1.out", "x/in/2", "x/out/2", "y/a.cpp"]);
    let home = folder.path().join("y");
    let check = |input: &str, answer: &str, expected: &str| {
        let found = named(&home, &Pattern { input: input.to_owned(), answers: vec![answer.to_owned()] });
        assert_eq!(pairs(&found, folder.path()), [expected], "{input} {answer}");
    };
    let absolute = |name: &str| format!("{}/{name}", folder.path().display());
    check(&absolute("x/t/*.in"), &absolute("x/t/*.out"), "1 x/t/1.in+x/t/1.out");
    check("../x/t/*.in", &absolute("x/t/*.out"), "1 x/t/1.in+x/t/1.out");
    check("../x/in/*", "../x/out/*", "in/2 x/in/2+x/out/2");
    check("../*/t/1.in", "../*/t/1.out", "x/t/1 x/t/1.in+x/t/1.out");
}

#[test]
fn settings_of_another_judge_are_named_beside_tests_alone() {
    let check = |files: &[&str], expected: &[&str]| {
        let folder = folder(files);
        let all = odd(&beside(folder.path(), "sol"), &Oddity::Settings);
        assert_eq!(all, expected.iter().map(|file| folder.path().join(file)).collect::<Vec<_>>(), "{files:?}");
    };
    check(&["1.in", "1.out", "data.yml"], &["data.yml"]);
    check(&["testdata/1.in", "testdata/1.out", "testdata/config.yaml", "config.yaml"], &["testdata/config.yaml"]);
    check(&["1.in", "settings.json"], &[]);
}
