use super::*;

fn test(name: &str, input: &str, answer: &str) -> StoredTest {
    StoredTest { name: name.to_owned(), input: input.to_owned(), answer: answer.to_owned() }
}

/// A file for `program`, written below a folder of its own.
fn read(program: &str, file: &str, bytes: &[u8]) -> (Vec<StoredFile>, Vec<(PathBuf, String)>) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join(file);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::write(place, bytes).unwrap();
    of(&folder.path().join(program))
}

const HASH: &str = "0123456789abcdef0123456789abcdef";

const CPH: &str = r#"{"name":"A. Sum","group":"Codeforces - Round","url":"https://codeforces.com/problemset/problem/1/A",
    "interactive":false,"memoryLimit":256,"timeLimit":1000,"tests":[{"id":1,"input":"1 2\n","output":"3\n"},
    {"id":1700000000000,"input":"\u4f60 \"x\"\n","output":""}],"srcPath":"a.cpp","local":false}"#;

#[test]
fn cphs_file_has_tests_and_the_limits_of_the_judge() {
    for name in [format!(".cph/a.cpp_{HASH}.prob"), format!(".cph/.a.cpp_{HASH}.prob")] {
        let (stored, unreadable) = read("a.cpp", &name, CPH.as_bytes());
        assert_eq!(unreadable, []);
        assert_eq!(stored[0].tests, [test("1", "1 2\n", "3\n"), test("2", "你 \"x\"\n", "")], "{name}");
        let rules = &stored[0].rules;
        assert_eq!((rules.time, rules.memory), (Some(Duration::from_secs(1)), Some(ByteSize::mib(256))));
        assert_eq!(rules.source.judge.as_deref(), Some("Codeforces"));
        assert_eq!(rules.source.url.as_deref(), Some("https://codeforces.com/problemset/problem/1/A"));
    }
    // What the extension makes up for a problem of one's own is nobody's limit.
    let local = CPH.replace("\"local\":false", "\"local\":true");
    let (stored, _) = read("a.cpp", &format!(".cph/a.cpp_{HASH}.prob"), local.as_bytes());
    assert_eq!(stored[0].rules, StoredRules::default());
}

#[test]
fn a_file_of_another_program_is_none_of_this_one() {
    for name in [
        format!(".cph/b.cpp_{HASH}.prob"),
        format!(".cph/ba.cpp_{HASH}.prob"),
        format!(".cph/a.cpp.bak_{HASH}.prob"),
        ".cph/a.cpp_notes.prob".to_owned(),
        format!("a.cpp_{HASH}.prob"),
        "testcases/b.yml".to_owned(),
        "b.testcases".to_owned(),
    ] {
        assert_eq!(read("a.cpp", &name, CPH.as_bytes()), (vec![], vec![]), "{name}");
    }
}

const SUITE: &str = "---\ntype: Batch\ntimelimit: 2s 500ms\nmatch: Lines\n\ncases:\n  - name: sample1\n    in: |\n      1 2\n      \
    3\n    out: |\n      6\n  - name: no answer\n    in: |\n      1\n  - name: two words\n    in: \"\"\n    out: |\n      0\n\nextend: []\n";

#[test]
fn a_suite_of_cargo_compete_is_found_beside_the_program_and_in_its_package() {
    for (program, file) in [("a.rs", "testcases/a.yml"), ("src/bin/a.rs", "testcases/a.yml")] {
        let (stored, unreadable) = read(program, file, SUITE.as_bytes());
        assert_eq!(unreadable, []);
        assert_eq!(stored[0].tests, [test("sample1", "1 2\n3\n", "6\n"), test("two-words", "", "0\n")], "{program}");
        let time = Some(Duration::from_millis(2500));
        assert_eq!(stored[0].rules, StoredRules { time, ..StoredRules::default() });
    }
    let (stored, _) = read("a.rs", "testcases/a.yml", SUITE.replace("sample1", "../x").as_bytes());
    assert_eq!(stored[0].tests[0].name, "..-x");
    assert_eq!(read("other/bin/a.rs", "testcases/a.yml", SUITE.as_bytes()), (vec![], vec![]));
}

#[test]
fn a_suite_says_how_numbers_are_compared() {
    let check = |how: &str, expected: Option<Comparison>| {
        let suite = SUITE.replace("match: Lines", how);
        let (stored, _) = read("a.rs", "testcases/a.yml", suite.as_bytes());
        assert_eq!(stored[0].rules.comparison, expected, "{how}");
    };
    let floats = |absolute, relative| {
        Some(Comparison::Tokens(TokenOptions {
            float_absolute: absolute,
            float_relative: relative,
            ..TokenOptions::default()
        }))
    };
    check("match: SplitWhitespace", None);
    check("match: Exact", Some(Comparison::Exact));
    check("match:\n  Float:\n    relative_error: 1e-8\n    absolute_error: 1e-9", floats(Some(1e-9), Some(1e-8)));
    check("match:\n  Float:\n    relative_error: ~\n    absolute_error: 1e-9", floats(Some(1e-9), None));
}

#[test]
fn a_suite_whose_cases_are_judged_in_several_ways_or_by_a_command_is_refused() {
    let check = |from: &str, to: &str, why: &str| {
        let (stored, unreadable) = read("a.rs", "testcases/a.yml", SUITE.replacen(from, to, 1).as_bytes());
        assert_eq!((stored.len(), &*unreadable[0].1), (0, why));
    };
    let command = "its `match` is a command (`Checker`), which is not run";
    check("match: Lines", "match:\n  Checker:\n    cmd: 'true'\n    shell: Bash", command);
    for (own, value) in [("match", "Exact"), ("timelimit", "1s")] {
        let why = format!("a case has a `{own}` of its own, and all are judged alike");
        check("name: sample1\n", &format!("name: sample1\n    {own}: {value}\n"), &why);
    }
}

#[test]
fn a_damaged_file_is_named_with_what_is_wrong() {
    let check = |file: &str, bytes: &[u8], why: &str| {
        let (stored, unreadable) = read("a.cpp", file, bytes);
        assert_eq!(stored, [], "{file}");
        let all: Vec<&str> = unreadable.iter().map(|(_, why)| why.as_str()).collect();
        assert!(matches!(all[..], [one] if one.contains(why)), "{file}: {all:?}");
    };
    let problem = format!(".cph/a.cpp_{HASH}.prob");
    check(&problem, b"{", "EOF");
    check(&problem, b"{}", "no `tests`");
    check(&problem, br#"{"tests":[{"input":"1"}]}"#, "no input or output");
    check("testcases/a.yml", b"cases: [", "not YAML");
    check("testcases/a.yml", b"\xff", "not UTF-8");
    check("a.testcases", b"\x91", "set `testcases_use_single_file = false`");
}

#[test]
fn what_is_put_has_ids_of_its_own_and_stays_where_it_is() {
    let stage = tempfile::tempdir().unwrap();
    let tests = vec![test("1", "a", "b"), test("1", "c", "d"), test("x", "e", "f")];
    let stored = StoredFile { file: "/x/testcases/a.yml".into(), tests, rules: StoredRules::default() };
    let put = || stored.put(stage.path(), &mut BTreeSet::from([TestId("1".into())])).unwrap();
    let pairs = put();
    let ids: Vec<String> = pairs.iter().map(|pair| pair.id.to_string()).collect();
    assert_eq!(ids, ["1-2", "1-3", "x"]);
    assert_eq!(fs::read_to_string(&pairs[1].answer).unwrap(), "d");
    assert!(pairs.iter().all(|pair| pair.input.starts_with(stage.path().join("stored"))));
    assert_eq!(put(), pairs);
}

#[test]
fn no_file_takes_more_memory_than_tests_would() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    for folder in [".cph", "testcases"] {
        fs::create_dir(at(folder)).unwrap();
    }
    // A file of holes alone takes no disk.
    let files = [format!(".cph/a.cpp_{HASH}.prob"), "testcases/a.yml".to_owned(), "a.testcases".to_owned()];
    for file in &files {
        fs::File::create(at(file)).unwrap().set_len(1 << 40).unwrap();
    }
    let (stored, unreadable) = of(&at("a.cpp"));
    assert_eq!((stored.len(), unreadable.len()), (0, 3), "{unreadable:?}");
    assert!(unreadable.iter().all(|(_, why)| why.contains("large")), "{unreadable:?}");
}
