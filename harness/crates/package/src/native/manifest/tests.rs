//! Texts of `problem.toml`, right and wrong.

use super::*;
use crate::testing::printed;
use model::{Comparison, Judging, Points, ProgramSpec, Protocol, Scoring, Severity, TokenOptions};
use proptest::prelude::*;

mod generate;
mod judging;
mod names;

fn read_text(text: &str, files: &[&str]) -> (Option<Manifest>, Vec<Diagnostic>) {
    let (folders, files): (BTreeSet<&str>, BTreeSet<&str>) = files.iter().partition(|file| file.ends_with('/'));
    let files = files.into_iter().map(str::to_owned).collect();
    let folders = folders.into_iter().map(|folder| folder.trim_end_matches('/').to_owned()).collect();
    let (id, dir) = (ProblemId::parse("nim").unwrap(), Path::new("/w/problems/nim"));
    let is_source = &|end: &str| ["rs", "cpp"].contains(&end);
    let folder = Folder { id: &id, dir, files: &files, folders: &folders, is_source };
    read(&text.into(), PathBuf::from("problem.toml"), &folder)
}

/// Reads a text that must be healthy.
fn good(text: &str, files: &[&str]) -> Problem {
    let (manifest, diagnostics) = read_text(text, files);
    assert_eq!(printed(&diagnostics), Vec::<String>::new(), "{text}");
    manifest.unwrap().problem
}

/// Checks every diagnostic, as `line:column-column severity: title [hint]`.
fn check(text: &str, expected: &[&str]) {
    check_with(text, &[], expected);
}

fn check_with(text: &str, files: &[&str], expected: &[&str]) {
    let (manifest, diagnostics) = read_text(text, files);
    let lines: Vec<String> = printed(&diagnostics).iter().map(|line| line.replace("problem.toml:", "")).collect();
    assert_eq!(lines, expected, "{text}");
    let errors = diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(manifest.is_none(), errors, "a manifest with an error in it must not be used: {text}");
}

#[test]
fn a_title_is_all_it_needs() {
    let manifest = good("title = 'Nim'", &["problem.toml", "statement.md"]);
    assert_eq!(manifest.title, "Nim");
    assert_eq!(manifest.limits, Limits::default());
    assert_eq!(manifest.judging, Judging::Compare(Comparison::Lines));
    assert_eq!((manifest.validators, manifest.generator), (Vec::new(), None));
}

#[test]
fn every_mode_is_the_comparison_of_its_name() {
    for name in ["lines", "exact", "tokens", "unordered"] {
        match good(&format!("title = 'x'\ncompare = {{mode = '{name}'}}"), &[]).judging {
            Judging::Compare(comparison) => assert_eq!(comparison.name(), name),
            other @ (Judging::Checker(_) | Judging::Interactor(_)) => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn every_key_is_read() {
    let text = r#"
title = "Georgia and Bob"
title-zh = "乔治亚和鲍勃"
[source]
judge = "POJ"
id = "1704"
url = "http://poj.org/problem?id=1704"
seed = "000"
[limits]
time = 1.5
wall = 3
memory = 64
output = 1
stack = 8
processes = 2
open-files = 10
file-size = 0
fork = true
passes = 1
[compare]
mode = "tokens"
float-absolute = 1e-6
float-relative = 0.5
case-sensitive = false
space-change-sensitive = true
[generate]
"secret/2-max" = "max  --n 5"
"secret/1" = ""
"#;
    let manifest = good(text, &["generator.rs", "input.ctd", "validator.cpp"]);
    assert_eq!(manifest.title_zh.as_deref(), Some("乔治亚和鲍勃"));
    let owned = |text: &str| Some(text.to_owned());
    let [judge, id, url, seed] = ["POJ", "1704", "http://poj.org/problem?id=1704", "000"].map(owned);
    let source = Source { judge, id, url, seed, contest: None };
    assert_eq!(manifest.source, source);
    let limits = Limits {
        cpu: Duration::from_millis(1500),
        wall: Duration::from_secs(3),
        memory: ByteSize::mib(64),
        output: ByteSize::mib(1),
        stack: ByteSize::mib(8),
        processes: 2,
        open_files: 10,
        file_size: ByteSize::mib(0),
        languages: model::LanguageRules::default(),
        fork: true,
    };
    assert_eq!((manifest.limits, manifest.passes), (limits, 1));
    let options = TokenOptions {
        case_sensitive: false,
        space_change_sensitive: true,
        float_absolute: Some(1e-6),
        float_relative: Some(0.5),
    };
    assert_eq!(manifest.judging, Judging::Compare(Comparison::Tokens(options)));
    let generate = [("secret/1", vec![]), ("secret/2-max", vec!["max", "--n", "5"])];
    let generate = generate.map(|(id, args)| (TestId(id.into()), args.into_iter().map(str::to_owned).collect()));
    assert_eq!(manifest.generate, generate);
    assert_eq!(manifest.generator, Some(PathBuf::from("/w/problems/nim/generator.rs")));
    let validators = ["/w/problems/nim/input.ctd", "/w/problems/nim/validator.cpp"].map(PathBuf::from);
    assert_eq!(manifest.validators, validators);
}

#[test]
fn limits_default_to_what_goes_with_the_others() {
    let limits = |text: &str| good(&format!("title = 'x'\n[limits]\n{text}"), &[]).limits;
    assert_eq!(limits("time = 2").wall, Duration::from_secs(5));
    let dialogue = |text: &str| good(&format!("title = 'x'\n{text}"), &["interactor.rs"]).limits.wall;
    assert_eq!((dialogue(""), dialogue("limits.time = 3")), (Duration::from_secs(2), Duration::from_secs(6)));
    assert_eq!(dialogue("[limits]\nwall = 9\n[interactor]"), Duration::from_secs(9));
    assert_eq!(limits("memory = 64").stack, ByteSize::mib(64));
    assert_eq!(limits("memory = 64\nstack = 8").stack, ByteSize::mib(8));
    assert_eq!(limits("time = 0x2").cpu, Duration::from_secs(2));
}

#[test]
fn all_mistakes_are_told_in_one_go_each_at_its_place() {
    let text = "titel = 'Nim'\n[limits]\ntme = 1\nmemory = '64'\n[compare]\nmode = 'token'\n";
    check(
        text,
        &[
            "1:1-5 error: unknown key `titel` [did you mean `title`?]",
            "3:1-3 error: unknown key `tme` in [limits] [did you mean `time`?]",
            "4:10-13 error: `limits.memory` is a number, not a text",
            "6:8-14 error: `compare.mode` cannot be `token` [did you mean `tokens`?]",
        ],
    );
}

#[test]
fn a_title_there_must_be() {
    let missing = "error: `title` is missing [every key has a default but this one: add `title = \"…\"` at the top]";
    check("", &[missing]);
    check("[limits]\ntime = 1", &[missing]);
}

#[test]
fn an_unknown_key_that_is_like_no_other_gets_the_list() {
    check(
        "title = 'x'\n[source]\nflavour = 'sour'",
        &["3:1-7 error: unknown key `flavour` in [source] [known keys in [source]: judge, id, url, seed]"],
    );
}

#[test]
fn values_of_the_wrong_kind_are_errors() {
    check("title = 1", &["1:9-9 error: `title` is a text in quotes, not a number"]);
    check("title = ''", &["1:9-10 error: the title is empty"]);
    check("title = 'x'\nlimits = 3", &["2:10-10 error: `limits` is a table, not a number"]);
    check("title = 'x'\n[[limits]]\ntime = 1", &["2:1-10 error: `limits` is a table, not a list"]);
    check("title = 'x'\nlimits.time = 'fast'", &["2:15-20 error: `limits.time` is a number, not a text"]);
    check("title = 'x'\nlimits.memory = 1.5", &["2:17-19 error: `limits.memory` is a whole number"]);
    check(
        "title = 'x'\ncompare = {mode = 'tokens', case-sensitive = 1}",
        &["2:46-46 error: `compare.case-sensitive` is `true` or `false`, not a number"],
    );
    check(
        "title = 'x'\nchecker = {file = 'checker.rs', args = [1]}",
        &[
            "2:19-30 error: there is no file `checker.rs` in the problem's folder",
            "2:40-42 error: `checker.args` is a list of texts in quotes, not a list",
        ],
    );
}

#[test]
fn absurd_limits_are_errors() {
    let out = |key: &str, value: &str| {
        let text = format!("title = 'x'\n[limits]\n{key} = {value}");
        let (manifest, diagnostics) = read_text(&text, &[]);
        assert!(manifest.is_none(), "{text}");
        assert_eq!(diagnostics.len(), 1, "{text}");
        assert_eq!(diagnostics[0].title, format!("`limits.{key}` is out of range"));
    };
    for value in ["0", "-1", "-0.5", "inf", "3601", "1e99", "99999999999999999999999999999999999999999999"] {
        out("time", value);
    }
    for value in ["0", "-64", "99999999", "9223372036854775807", "-9223372036854775808"] {
        out("memory", value);
    }
    out("processes", "0");
    out("open-files", "3");
    out("file-size", "-1");
    check(
        "title = 'x'\n[limits]\ntime = 3\nwall = 2",
        &["4:8-8 error: `limits.wall` is below `limits.time`: no run could use its time"],
    );
}

#[test]
fn options_of_tokens_belong_to_tokens() {
    let text = "title = 'x'\n[compare]\nfloat-absolute = 1e-6\nmode = 'exact'\ncase-sensitive = true";
    check(
        text,
        &[
            "3:1-14 error: `compare.float-absolute` belongs to `mode = \"tokens\"` only",
            "5:1-14 error: `compare.case-sensitive` belongs to `mode = \"tokens\"` only",
        ],
    );
    check(
        "title = 'x'\n[compare]\nfloat-relative = -2.5",
        &[
            "3:1-14 error: `compare.float-relative` belongs to `mode = \"tokens\"` only",
            "3:18-21 error: `compare.float-relative` is out of range",
        ],
    );
    check(
        "title = 'x'\n[compare]\nmode = 'tokns'\ncase-sensitive = true",
        &["3:8-14 error: `compare.mode` cannot be `tokns` [did you mean `tokens`?]"],
    );
}

#[test]
fn generated_tests_stay_in_the_problems_folder() {
    for id in ["../x", "/etc/passwd", "secret/../../x", "a//b", "", "secret/.x", "c:/x", "a\\b", "a\\u0007", "1.in"] {
        let text = format!("title = 'x'\n[generate]\n\"{}\" = 'max'", id.replace("\\b", "\\\\b"));
        let (manifest, diagnostics) = read_text(&text, &["generator.rs"]);
        assert!(manifest.is_none(), "{id}");
        assert!(diagnostics[0].title.contains("is not a test id"), "{id}: {diagnostics:?}");
    }
    check_with(
        "title = 'x'\n[generate]\nsecret.1 = 'max'",
        &["generator.rs"],
        &[
            "3:1-6 error: the arguments for `secret` are a text [test ids hold a `/`, so they stand in quotes: \"secret/20-max\" = \"…\"]",
        ],
    );
    check(
        "title = 'x'\n[generate]\n'secret/1' = 'max'",
        &["2:2-9 warning: nothing can generate these tests [add `generator.rs`, or leave the table out]"],
    );
}

#[test]
fn a_line_with_braces_generates_many_tests() {
    let text = "title = 'x'\n[generate]\n'secret/{9..10}-{kind}' = '{kind=max,min} --seed {5..}'\n'secret/1' = 'one'";
    let (manifest, diagnostics) = read_text(text, &["generator.rs"]);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let generate: Vec<String> =
        manifest.unwrap().problem.generate.into_iter().map(|(id, args)| format!("{id}: {}", args.join(" "))).collect();
    assert_eq!(generate, ["secret/1: one", "secret/9-max: max --seed 5", "secret/10-min: min --seed 6"]);
}

#[test]
fn mistakes_in_braces_are_drawn_where_they_stand() {
    let check = |line: &str, expected: &str| {
        check_with(&format!("title = 'x'\n[generate]\n{line}"), &["generator.rs"], &[expected]);
    };
    check("'secret/{1..3}' = 'max --n {4,5}'", "3:28-32 error: `{1..3}` has 3 values, `{4,5}` has 2");
    check("'secret/{1..3' = 'max'", "3:9-13 error: a `{` without its other half");
    check(
        "'secret/{1..2}' = 'max --n {m}'",
        "3:28-30 error: nothing is called `m` here [name a list or a range of this line: `{m=3,5,8}`]",
    );
    check("'secret/1' = 'max --n {1,2}'", "3:1-10 error: `secret/1` is generated twice");
    check("'secret/{1..3}' = 'max'\n'secret/{3..4}' = 'max'", "4:1-15 error: `secret/3` is generated twice");
    check(
        "'secret/{name}' = '{name=a,../b}'",
        "3:1-15 error: `secret/../b` is not a test id: its parts must not be empty or begin with a dot",
    );
}

#[test]
fn syntax_errors_come_with_their_place_and_nothing_else() {
    check("title = \"Nim\nlimit = 3", &["1:13-13 error: invalid TOML: invalid basic string, expected `\"`"]);
    let missing = "1:9-9 error: invalid TOML: string values must be quoted, expected literal string";
    check("title = ", &[missing]);
    check("title = \nlimits.time = 0", &[missing, "2:15-15 error: `limits.time` is out of range"]);
    check("title = Two", &["1:9-11 error: invalid TOML: string values must be quoted, and booleans whole"]);
    check("title = 'x'\ntitle = 'y'", &["2:1-5 error: invalid TOML: duplicate key"]);
    check("title = 'x'\n[limits\ntime = 1", &["2:8-8 error: invalid TOML: unclosed table, expected `]`"]);
    check(
        "title = 'x'\n乔 = 1\nx =\nyy\n[limits]\ntme = 1",
        &[
            "2:1-3 error: invalid TOML: invalid unquoted key, expected letters, numbers, `-`, `_`",
            "3:4-4 error: invalid TOML: string values must be quoted, expected literal string",
            "4:3-3 error: invalid TOML: key with no value, expected `=`",
        ],
    );
}

#[test]
fn a_syntax_error_within_its_line_hides_no_other_mistake() {
    check(
        "titel = 'x'\n[limits]\ntime = quick\nmemory = -1\n[compare]\nmode = 'tokns'",
        &[
            "1:1-5 error: unknown key `titel` [did you mean `title`?]",
            "3:8-12 error: invalid TOML: string values must be quoted, expected literal string",
            "4:10-11 error: `limits.memory` is out of range",
            "6:8-14 error: `compare.mode` cannot be `tokns` [did you mean `tokens`?]",
        ],
    );
}

#[test]
fn no_text_makes_it_panic() {
    for text in ["\u{feff}title = 'x'", "\0", "=", "[", "[[", "{", "'", "\"\\u", "a = {b = [", "\r", "乔乔"] {
        let (_, diagnostics) = read_text(text, &[]);
        for diagnostic in diagnostics {
            if let Some(snippet) = diagnostic.snippet {
                assert!(snippet.text.get(snippet.span).is_some(), "{text}");
            }
        }
    }
}

/// Pieces of a `problem.toml`, in any order and number.
fn any_line() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "title",
        "title-zh",
        "limits",
        "time",
        "wall",
        "memory",
        "compare",
        "mode",
        "checker",
        "file",
        "args",
        "kind",
        "generate",
        "'secret/1'",
        "'secret/{1..}-{x}'",
        "limits.time",
        "compare.mode",
        "float-absolute",
        "乔",
        "",
    ]);
    let value = prop::sample::select(vec![
        "'x'",
        "'{1..2} {x=1,2}'",
        "1",
        "-1",
        "1.5",
        "nan",
        "1e400",
        "true",
        "['a', 1]",
        "{mode = 'tokens'}",
        "2020-01-01",
        "quick",
        "\"",
        "'''",
        "0xffffffffffffffffffff",
        "",
        "'tokens'",
        "'checker.rs'",
        "[",
    ]);
    let header = prop::sample::select(vec![
        "[limits]",
        "[compare]",
        "[checker]",
        "[interactor]",
        "[generate]",
        "[[x]]",
        "[",
        "]",
    ]);
    prop_oneof![
        3 => (key, value).prop_map(|(key, value)| format!("{key} = {value}")),
        1 => header.prop_map(str::to_owned),
        1 => "\\PC{0,8}",
    ]
}

proptest! {
    #[test]
    fn any_text_gives_a_manifest_or_an_error_with_a_place_in_it(lines in prop::collection::vec(any_line(), 0..12)) {
        let text = lines.join("\n");
        let (manifest, diagnostics) = read_text(&text, &["checker.rs", "generator.rs"]);
        prop_assert_eq!(manifest.is_none(), diagnostics.iter().any(|d| d.severity == Severity::Error));
        for diagnostic in &diagnostics {
            if let Some(snippet) = &diagnostic.snippet {
                prop_assert!(snippet.text.get(snippet.span.clone()).is_some());
            }
        }
    }
}

#[test]
fn passes_need_a_program_that_can_ask_for_them() {
    let passes = |text: &str| good(&format!("title = 'x'\n[limits]\npasses = 2\n{text}"), &["checker.rs"]).passes;
    assert_eq!((passes(""), passes("[checker]")), (2, 2));
    let text = "title = 'x'\nlimits.passes = 2\n";
    check_with(text, &["interactor.rs"], &[]);
    check(
        text,
        &["2:17-17 error: more than one pass, but no program of the problem's can ask for another pass \
           [write a checker or an interactor of kind = \"icpc\" that leaves nextpass.in]"],
    );
    check_with(
        "title = 'x'\nlimits.passes = 2\nchecker.kind = 'testlib'\n",
        &["checker.rs"],
        &["2:17-17 error: more than one pass, but no program of the problem's can ask for another pass \
           [write a checker or an interactor of kind = \"icpc\" that leaves nextpass.in]"],
    );
    check("title = 'x'\nlimits.passes = 0\n", &["2:17-17 error: `limits.passes` is out of range"]);
}

const GROUPS: &str = "title = 'x'
[limits]
time = 2
memory = 64
[[groups]]
name = 'secret/small'
points = 30
requires = ['sample']
[[groups]]
name = 'secret/large'
points = 12.5
scoring = 'min'
requires = ['secret/small']
limits = { time = 5, memory = 128 }
";

#[test]
fn groups_have_points_and_limits_of_their_own() {
    let groups = good(GROUPS, &[]).groups;
    let [small, large] = &groups[..] else { panic!("{groups:?}") };
    let points = |n: f64| Points::from_number(n).unwrap();
    assert_eq!((&*small.name, small.points, small.scoring), ("secret/small", points(30.0), Scoring::PassFail));
    assert_eq!((&*large.name, large.points, large.scoring), ("secret/large", points(12.5), Scoring::Min));
    assert_eq!((&*small.requires, &*large.requires), (&["sample".to_owned()][..], &["secret/small".to_owned()][..]));
    let problem = Limits { cpu: Duration::from_secs(2), wall: Duration::from_secs(5), ..Limits::default() };
    let problem = Limits { memory: ByteSize::mib(64), stack: ByteSize::mib(64), ..problem };
    assert_eq!(small.limits, problem);
    let own = Limits { cpu: Duration::from_secs(5), wall: Duration::from_secs(11), ..problem };
    assert_eq!(large.limits, Limits { memory: ByteSize::mib(128), stack: ByteSize::mib(128), ..own });
}

#[test]
fn groups_that_mean_nothing_are_errors() {
    let with = |group: &str, expected: &str| check(&format!("{GROUPS}[[groups]]\n{group}\n"), &[expected]);
    with("points = 1", "15:1-10 error: a group without a name");
    with(
        "name = '../x'",
        "16:8-13 error: `../x` is not a folder of tests: its parts must not be empty or begin with a dot",
    );
    with("name = 'sample'", "16:8-15 error: samples are worth no points");
    with("name = 'secret/small/x'", "16:8-23 error: `secret/small/x` and `secret/small` share tests");
    with("name = 'secret'", "16:8-15 error: `secret` and `secret/small` share tests");
    with("name = 'a'\npoints = -1", "17:10-11 error: `groups.points` is out of range");
    with(
        "name = 'a'\nscoring = 'max'",
        "17:11-15 error: `groups.scoring` cannot be `max` [use one of `pass-fail`, `sum`, `min`]",
    );
    with(
        "name = 'a'\nlimits = { passes = 1 }",
        "17:12-17 error: unknown key `passes` in [groups.limits] [known keys in [groups.limits]: time, wall, memory, \
         output, stack, processes, open-files, file-size]",
    );
    with("name = 'a'\nrequires = ['secret/large']", "17:1-8 error: `secret/large` is required, but not pass-fail");
    with(
        "name = 'a'\nrequires = ['secret/smal']",
        "17:1-8 error: no group `secret/smal` comes before this one [did you mean `secret/small`?]",
    );
    with(
        "name = 'a'\nrequires = ['b']",
        "17:1-8 error: no group `b` comes before this one \
         [only `sample` and groups that come before this one can be required]",
    );
    let group = |at: usize| format!("[[groups]]\nname = 'secret/{at:04}'\npoints = 1\n");
    let many = |count: usize| format!("title = 'x'\n{}", (0..count).map(group).collect::<String>());
    // Miri is too slow for a thousand groups.
    if !cfg!(miri) {
        assert_eq!(good(&many(1000), &[]).groups.len(), 1000);
        check(&many(1002), &["3002:1-10 error: more than 1000 groups"]);
    }
    check("title = 'x'\ngroups = 3", &["2:10-10 error: `groups` is a list, not a number"]);
}

#[test]
fn tools_have_limits_of_their_own() {
    let limits = |text: &str| good(&format!("title = 'x'\n{text}"), &[]).tool_limits;
    assert_eq!(limits(""), Limits::for_tools());
    let own = Limits { cpu: Duration::from_secs(2), wall: Duration::from_secs(6), ..Limits::for_tools() };
    assert_eq!(limits("[limits]\ntime = 9\n[tools]\ntime = 2"), own);
    assert_eq!(limits("[tools]\noutput = 1").output, ByteSize::mib(1));
    check("title = 'x'\n[tools]\ntime = -1", &["3:8-9 error: `tools.time` is out of range"]);
}

#[test]
fn a_problem_may_want_shared_libraries() {
    let shared = |text: &str| read_text(text, &[]).0.unwrap().shared;
    assert_eq!([shared("title = 'x'"), shared("title = 'x'\n[build]\nstatic = false")], [false, true]);
    check(
        "title = 'x'\n[build]\nstatc = false",
        &["3:1-5 error: unknown key `statc` in [build] [did you mean `static`?]"],
    );
}

#[test]
fn solutions_may_read_and_write_files_in_place_of_their_streams() {
    let files = good("title = 'x'\n[files]\ninput = 'sum.in'\noutput = 'sum.out'", &[]).files;
    assert_eq!((files.input.as_deref(), files.output.as_deref()), (Some("sum.in"), Some("sum.out")));
    check("title = 'x'\n[files]\ninput = '../x'\n", &["3:9-14 error: solutions cannot use a file named `../x`"]);
    check(
        "title = 'x'\n[files]\ninput = 'x'\noutput = 'x'\n",
        &["2:2-6 error: solutions cannot read and write the same file"],
    );
    check_with(
        "title = 'x'\n[interactor]\n[files]\ninput = 'x'\n",
        &["interactor.rs"],
        &["3:2-6 error: [files] in an interactive problem"],
    );
}
