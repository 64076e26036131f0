use super::*;
use crate::testing::printed;
use model::TestId;
use proptest::prelude::*;

fn comments_of(extension: &str) -> Comments {
    let blocks = |all: &[(&str, &str)]| all.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    match extension {
        "py" => Comments { line: "#".to_owned(), blocks: blocks(&[("\"\"\"", "\"\"\""), ("'''", "'''")]) },
        "ml" => Comments { line: "(*".to_owned(), blocks: blocks(&[("(*", "*)")]) },
        "hs" => Comments { line: "{-".to_owned(), blocks: blocks(&[("{-", "-}"), ("--", "")]) },
        _ => Comments::default(),
    }
}

fn read_as(extension: &str, text: &str) -> (Directives, Vec<String>) {
    let (directives, diagnostics) = read(text.as_bytes(), true, &comments_of(extension), Path::new("f"));
    (directives, printed(&diagnostics))
}

/// Checks the expectation, in words, of a file that must be healthy.
fn check(extension: &str, text: &str, expected: &str) {
    let (directives, printed) = read_as(extension, text);
    assert_eq!(printed, Vec::<String>::new(), "{text}");
    assert_eq!(directives.expectation.to_string(), expected, "{text}");
}

/// Checks the diagnostics of a broken file, as `f:line:first-last severity: title [hint]`.
fn check_diagnostics(text: &str, expected: &[&str]) {
    assert_eq!(read_as("rs", text).1, expected, "{text}");
}

#[test]
fn no_directive_means_accepted() {
    check("rs", "", "accepted");
    check("rs", "fn main() {}", "accepted");
    check("rs", "//! A story.\n\nfn main() {}", "accepted");
}

#[test]
fn directives_stand_in_the_comments_at_the_top() {
    check("rs", "//@ expect: wrong-answer", "wrong-answer");
    check("rs", "//@expect:wrong-answer", "wrong-answer");
    check("rs", "\u{feff}//@ expect : wrong-answer , time-limit\r\n", "wrong-answer or time-limit");
    check(
        "rs",
        "//! Doc.\n//!\n//@ expect: wrong-answer\n\n//@ expect: run-time-error",
        "wrong-answer; run-time-error",
    );
    check("rs", "/// Doc.\n\n  //@ expect: wrong-answer", "wrong-answer");
    check("rs", "#!/usr/bin/env run\n//@ expect: wrong-answer", "wrong-answer");
    check("cpp", "/* one */ // two\n/* three\n * four\n */\n//@ expect: wrong-answer\nint main", "wrong-answer");
    check("cpp", "/*\n//@ expect: wrong-answer\n*/", "wrong-answer");
    check("py", "#!/usr/bin/python3\n# -*- coding: utf-8 -*-\n#@ expect: time-limit\n", "time-limit");
    check("py", "\"\"\"A story\n  goes on.\"\"\"\n#@ expect: time-limit\n", "time-limit");
    check("py", "'''A story.'''\n#@ expect: time-limit\n", "time-limit");
    check("hs", "{- A story\n -}\n-- goes on\n{-@ expect: time-limit -}\nmain = id\n", "time-limit");
    check("ml", "(* A story *)\n(*@ expect: time-limit *)\n(*@ note: slow*)\nlet x = 1\n", "time-limit");
}

#[test]
fn globs_pick_the_tests() {
    check("rs", "//@ expect(secret/*-big-*): time-limit", "time-limit on secret/*-big-*");
    check("rs", "//@ expect ( secret/a(b) ) : time-limit", "time-limit on secret/a(b)");
    let (directives, _) = read_as("rs", "//@ expect: wrong-answer\n//@ expect(secret/*): accepted\n");
    assert_eq!(directives.globs.len(), 1);
    let (rule, place) = &directives.globs[0];
    assert_eq!((*rule, place.place().0, &place.text[place.span.clone()]), (1, 2, "secret/*"));
    assert!(!directives.expectation.permits(&TestId("secret/1".into()), Verdict::WrongAnswer));
}

#[test]
fn only_takes_globs_from_several_lines_each_with_its_place() {
    let (directives, printed) = read_as("py", "#@ only: sample/*, secret/?\n#@ only: ! secret/*-big-*\n");
    assert_eq!(printed, Vec::<String>::new());
    let globs: Vec<_> = directives.only.globs.iter().map(|glob| (glob.tests.as_str(), glob.excludes)).collect();
    assert_eq!(globs, [("sample/*", false), ("secret/?", false), ("secret/*-big-*", true)]);
    let places: Vec<_> = directives.only_places.iter().map(|at| (at.place().0, &at.text[at.span.clone()])).collect();
    assert_eq!(places, [(1, "sample/*"), (1, "secret/?"), (2, "! secret/*-big-*")]);
}

#[test]
fn notes_are_kept_in_order() {
    let (directives, _) = read_as("rs", "//@ note: i32 overflows: n = 50 000\n//@ note:second\n");
    assert_eq!(directives.notes, ["i32 overflows: n = 50 000", "second"]);
}

#[test]
fn markers_of_other_judges_are_comments() {
    check(
        "cpp",
        "//@EXPECTED_GRADES@ WA AC\n//@EXPECTED_RESULTS@: TIMELIMIT\n//@ expect: wrong-answer\n",
        "wrong-answer",
    );
    check("py", "#@EXPECTED_SCORE@: 30\n", "accepted");
}

#[test]
fn unknown_words_are_errors_with_a_suggestion() {
    check_diagnostics(
        "//@ expct: wrong-answer",
        &["f:1:5-9 error: unknown directive `expct` [did you mean `expect`?]"],
    );
    check_diagnostics(
        "//!\n//@ whatever",
        &[
            "f:2:5-12 error: unknown directive `whatever` [directives are `//@ expect: …`, `//@ expect(<tests>): …`, `//@ only: <tests>`, `//@ score: …`, `//@ std: …` and `//@ note: …`]",
        ],
    );
    check_diagnostics(
        "//@",
        &[
            "f:1:1-3 error: unknown directive `` [directives are `//@ expect: …`, `//@ expect(<tests>): …`, `//@ only: <tests>`, `//@ score: …`, `//@ std: …` and `//@ note: …`]",
        ],
    );
    let verdict = |name: &str, meant: &str| {
        let last = 12 + name.len();
        let line = format!("f:1:13-{last} error: unknown verdict `{name}` [did you mean `{meant}`?]");
        check_diagnostics(&format!("//@ expect: {name}"), &[&line]);
    };
    verdict("wrong-anser", "wrong-answer");
    verdict("Wrong-Answer", "wrong-answer");
    verdict("wrong_answer", "wrong-answer");
    verdict("runtime-error", "run-time-error");
    verdict("time-limit-exceeded", "time-limit");
    check_diagnostics(
        "//@ expect: purple, wrong-answr",
        &[
            "f:1:13-18 error: unknown verdict `purple` [verdicts are accepted, wrong-answer, presentation-error, time-limit, memory-limit, output-limit, run-time-error, compile-error]",
            "f:1:21-31 error: unknown verdict `wrong-answr` [did you mean `wrong-answer`?]",
        ],
    );
}

#[test]
fn a_verdict_may_be_called_as_every_table_calls_it() {
    check("rs", "//@ expect: WA, tle\n", "wrong-answer or time-limit");
}

#[test]
fn broken_directives_are_errors() {
    let verdicts = "verdicts are accepted, wrong-answer, presentation-error, time-limit, memory-limit, output-limit, run-time-error, compile-error";
    check_diagnostics("//@ expect wrong-answer", &["f:1:12-23 error: `expect` without a colon"]);
    check_diagnostics("//@ expect", &["f:1:5-10 error: `expect` without a colon"]);
    check_diagnostics("//@ expect:", &[&format!("f:1:5-10 error: a verdict is missing [{verdicts}]")]);
    check_diagnostics("//@ expect: accepted,", &[&format!("f:1:13-21 error: a verdict is missing [{verdicts}]")]);
    check_diagnostics("//@ expect(secret/*: accepted", &["f:1:11-29 error: `(` is never closed"]);
    check_diagnostics("//@ expect(): accepted", &["f:1:5-10 error: no tests are named in the parentheses"]);
    check_diagnostics("//@ expect(a[): accepted", &["f:1:12-13 error: invalid glob: invalid range pattern"]);
    check_diagnostics(
        "//@ expect(a): compile-error",
        &["f:1:12-12 error: a file that does not compile gets no verdict on single tests"],
    );
    check_diagnostics("//@ note(a): b", &["f:1:10-10 error: `note` is about the whole solution"]);
    check_diagnostics("//@ only(a): b", &["f:1:10-10 error: `only` is about the whole solution"]);
    check_diagnostics("//@ only:", &["f:1:5-8 error: a glob is missing"]);
    check_diagnostics("//@ only: a,", &["f:1:11-12 error: a glob is missing"]);
    check_diagnostics("//@ only: !", &["f:1:11-11 error: a glob is missing"]);
    check_diagnostics("//@ only: a, b[", &["f:1:14-15 error: invalid glob: invalid range pattern"]);
    check_diagnostics("//@ note:", &["f:1:5-8 error: a note without text"]);
}

#[test]
fn a_directive_below_the_head_is_an_error() {
    let stray = |line: usize| {
        format!("f:{line}:1-24 error: directives stand in the first comment block [move it to the top of the file]")
    };
    check_diagnostics("fn main() {}\n//@ expect: wrong-answer", &[&stray(2)]);
    check_diagnostics("#![allow(x)]\n//@ expect: wrong-answer", &[&stray(2)]);
    check_diagnostics("/* a */ use x;\n//@ expect: wrong-answer", &[&stray(2)]);
    check_diagnostics("/* a\n */ use x;\n//@ expect: wrong-answer", &[&stray(3)]);
    assert_eq!(read_as("py", "\nimport sys\n#@ expect: wrong-answers").1, [stray(3)]);
    check_diagnostics("fn main() {}\n//@Override\n//@ expect nothing of me\n", &[]);
}

#[test]
fn what_only_looks_like_a_directive_is_a_warning() {
    check_diagnostics(
        "// @ expect: wrong-answer\n//! @note: x\n// @author me\n// note: y",
        &[
            "f:1:1-25 warning: this reads like a directive and is none [directives begin with `//@`]",
            "f:2:1-12 warning: this reads like a directive and is none [directives begin with `//@`]",
        ],
    );
}

fn any_line() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "//",
        "#",
        "@",
        " ",
        "expect",
        "note",
        "(",
        ")",
        ":",
        "wrong-answer",
        ",",
        "*",
        "[",
        "/*",
        "*/",
        "\"\"\"",
        "\r",
        "乔",
    ]);
    prop::collection::vec(part, 0..9).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn any_head_gives_directives_or_an_error_with_a_place_in_it(
        lines in prop::collection::vec(any_line(), 0..6),
        extension in prop::sample::select(vec!["rs", "py", "ml", "hs"]),
        whole: bool,
    ) {
        let (directives, diagnostics) = read(lines.join("\n").as_bytes(), whole, &comments_of(extension), Path::new("f"));
        for diagnostic in &diagnostics {
            if let Some(snippet) = &diagnostic.snippet {
                prop_assert!(snippet.text.get(snippet.span.clone()).is_some());
                prop_assert!((1..=lines.len()).contains(&snippet.place().0));
            }
        }
        for (rule, _) in &directives.globs {
            prop_assert!(directives.expectation.rules[*rule].tests.is_some());
        }
    }
}

#[test]
fn a_score_is_points_or_a_range_of_points() {
    let score = |text: &str| read_as("rs", text).0.expectation.score.map(|range| range.to_string());
    assert_eq!(score("//@ score: 30"), Some("30".to_owned()));
    assert_eq!(score("//@score: 30 .. 62.5"), Some("30..62.5".to_owned()));
    for (text, printed) in [
        ("//@ score:", "1:5-9 error: `` is not a score"),
        ("//@ score: many", "1:12-15 error: `many` is not a score"),
        ("//@ score: 60..30", "1:12-17 error: `60..30` is not a score"),
        ("//@ score: -1", "1:12-13 error: `-1` is not a score"),
        ("//@ score(secret/*): 3", "1:11-18 error: `score` is about the whole solution"),
        ("//@ score: 3\n//@ score: 4", "2:5-9 error: a second `score`"),
    ] {
        assert_eq!(read_as("rs", text).1, [format!("f:{printed}")], "{text}");
    }
}

#[test]
fn a_standard_is_one_of_c_or_cpp_and_there_is_one() {
    let standard = |text: &str| read_as("cpp", text).0.standard.map(|(name, _)| name);
    for name in ["c++17", "gnu++23", "c11", "gnu17", "c++2b"] {
        assert_eq!(standard(&format!("//@ std: {name}")).as_deref(), Some(name));
    }
    for (text, printed) in [
        ("//@ std:", "1:5-7 error: `` is not a standard"),
        ("//@ std: 17", "1:10-11 error: `17` is not a standard"),
        ("//@ std: c++17 -O3", "1:10-18 error: `c++17 -O3` is not a standard"),
        ("//@ std: rust2021", "1:10-17 error: `rust2021` is not a standard"),
        ("//@ std(secret/*): c++17", "1:9-16 error: `std` is about the whole solution"),
        ("//@ std: c++17\n//@ std: c++20", "2:5-7 error: a second `std`"),
    ] {
        assert_eq!(read_as("cpp", text).1, [format!("f:{printed}")], "{text}");
    }
}
