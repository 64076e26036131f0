//! Whole workspaces, healthy and broken, written into a temporary folder.

use super::*;
use crate::detect::find_root;
use crate::testing::printed;
use model::{Expectation, Verdict};
use model::{Language, SolutionId};
use std::fs;
use tempfile::TempDir;

pub(super) fn languages(extension: &str) -> Option<Language> {
    let name = match extension.rsplit('/').next().unwrap() {
        "py" if extension.starts_with("pypy/") => "pypy",
        "rs" => "rust",
        "cpp" | "cc" => "cpp",
        "py" => "python",
        _ => return None,
    };
    Some(Language(name.into()))
}

/// A healthy workspace with one problem, and `files` on top of it.
fn workspace(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let healthy = [
        ("problems/nim/problem.toml", "title = 'Nim'"),
        ("testdata/nim/sample/01.in", "1\n"),
        ("testdata/nim/sample/01.ans", "1\n"),
        ("solutions/src/bin/nim.rs", "fn main() {}"),
    ];
    for (path, text) in healthy.iter().chain(files) {
        write(dir.path(), path, text);
    }
    dir
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn check(files: &[(&str, &str)], expected: &[&str]) -> Catalog {
    check_at(workspace(files).path(), expected)
}

fn check_at(root: &Path, expected: &[&str]) -> Catalog {
    let (catalog, diagnostics) = load(root, &languages);
    assert_eq!(printed(&diagnostics), expected);
    catalog
}

fn test_ids(catalog: &Catalog) -> Vec<&str> {
    catalog.problems.iter().flat_map(|p| &p.tests).map(|t| &*t.id.0).collect()
}

fn solution_ids(catalog: &Catalog) -> Vec<String> {
    catalog.solutions.iter().map(|s| s.id.to_string()).collect()
}

#[test]
fn the_root_is_found_from_anywhere_below() {
    let dir = workspace(&[("problems/nim/deep/er/x", "")]);
    let root = std::path::absolute(dir.path()).unwrap();
    assert_eq!(find_root(&root), Some(root.clone()));
    assert_eq!(find_root(&root.join("problems/nim/deep/er")), Some(root.clone()));
    assert_eq!(find_root(&root.join("problems/nim/is/not/there")), Some(root.clone()));
    assert_eq!(find_root(tempfile::tempdir().unwrap().path()), None);
}

#[test]
fn a_healthy_workspace_is_read_without_a_word() {
    let catalog = check(
        &[
            ("problems/nim/validator.rs", ""),
            ("problems/rustfmt.toml", ""),
            ("solutions/Cargo.toml", ""),
            ("solutions/src/bin/nim--brute.rs", "//! Slow.\n//@ expect: time-limit\n//@ note: tries everything\n"),
            ("solutions/cpp/nim.cpp", "// fast\n"),
            ("solutions/python/nim--brute.py", "#!/usr/bin/python3\n#@ expect(sample/*): wrong-answer\n"),
            ("testdata/nim/secret/10.in", ""),
            ("testdata/nim/secret/10.ans", ""),
            ("testdata/nim/secret/2-two.heaps.in", ""),
            ("testdata/nim/secret/2-two.heaps.out", ""),
            ("testdata/nim/secret/large/07.in", ""),
            ("testdata/nim/secret/large/07.ans", ""),
            ("testdata/nim/invalid/b.in", ""),
            ("testdata/nim/invalid/a.in", ""),
            ("testdata/nim/README.md", ""),
            ("testdata/.gitkeep", ""),
        ],
        &[],
    );
    assert_eq!(test_ids(&catalog), ["sample/01", "secret/2-two.heaps", "secret/10", "secret/large/07"]);
    assert_eq!(solution_ids(&catalog), ["nim/nim.cpp", "nim/nim.rs", "nim/brute.py", "nim/brute.rs"]);
    let problem = &catalog.problems[0];
    assert_eq!((problem.id.as_str(), problem.title.as_str()), ("nim", "Nim"));
    assert_eq!(problem.dir, catalog.root.join("problems/nim"));
    assert_eq!(problem.validators, [catalog.root.join("problems/nim/validator.rs")]);
    assert_eq!(problem.tests[1].answer, catalog.root.join("testdata/nim/secret/2-two.heaps.out"));
    assert_eq!(problem.invalid, ["a", "b"].map(|n| catalog.root.join(format!("testdata/nim/invalid/{n}.in"))));
    let brute = &catalog.solutions[3];
    assert_eq!(brute.display, "solutions/src/bin/nim--brute.rs");
    assert_eq!(brute.path, catalog.root.join(&brute.display));
    assert_eq!((&*brute.language.0, brute.size.0), ("rust", 60));
    assert_eq!(brute.notes, ["tries everything"]);
    assert!(brute.expectation.permits(&problem.tests[0].id, Verdict::TimeLimit));
    assert_eq!(catalog.solutions[1].expectation, Expectation::default());
}

#[test]
fn the_answer_of_a_dialogue_is_written_by_hand() {
    check(
        &[
            ("problems/talk/problem.toml", "title = 'T'\n"),
            ("problems/talk/interactor.rs", ""),
            ("testdata/talk/sample/1.in", ""),
        ],
        &["testdata/talk/sample/1.in error: an input without an answer [add testdata/talk/sample/1.ans]"],
    );
}

#[test]
fn tests_come_in_pairs() {
    let catalog = check(
        &[
            ("testdata/nim/secret/1.in", ""),
            ("testdata/nim/secret/2.ans", ""),
            ("testdata/nim/secret/3.in", ""),
            ("testdata/nim/secret/3.ans", ""),
            ("testdata/nim/secret/3.out", ""),
            ("testdata/nim/secret/4.input", ""),
            ("testdata/nim/invalid/5.ans", ""),
            ("testdata/6.in", ""),
        ],
        &[
            "testdata/6.in warning: a test outside of any problem [move it to testdata/<problem>/secret/]",
            "testdata/nim/invalid/5.ans warning: ignored: an invalid input has no answer",
            "testdata/nim/secret/1.in error: an input without an answer [bless `nim`, or add testdata/nim/secret/1.ans]",
            "testdata/nim/secret/2.ans error: an answer without an input [add testdata/nim/secret/2.in]",
            "testdata/nim/secret/4.input warning: ignored: a test is a pair of `.in` and `.ans` (or `.out`)",
        ],
    );
    // `.out` beside `.ans` is an output to show.
    assert_eq!(test_ids(&catalog), ["sample/01", "secret/3"]);
    assert!(catalog.problems[0].tests[1].answer.ends_with("3.ans"));
}

#[test]
fn what_has_no_problem_is_an_error() {
    let catalog = check(
        &[
            ("testdata/nym/sample/1.in", ""),
            ("testdata/nym/sample/1.ans", ""),
            ("testdata/nym/sample/2.in", ""),
            ("testdata/Bad_Name/1.in", ""),
            ("problems/a--b/problem.toml", "title = 'x'"),
            ("solutions/src/bin/nmi--brute.rs", ""),
            ("solutions/src/bin/chess.rs", ""),
            ("solutions/src/bin/nim--.rs", ""),
        ],
        &[
            "problems/a--b error: `a--b` is not a problem name: use lower-case letters, digits and single hyphens, like `two-heaps`",
            "solutions/src/bin/chess.rs error: a solution without a problem: there is no problem `chess` [add problems/chess/problem.toml]",
            "solutions/src/bin/nim--.rs error: `nim--` is not a solution's file stem: use `<problem>` or `<problem>--<label>`, like `two-heaps--brute`",
            "solutions/src/bin/nmi--brute.rs error: a solution without a problem: there is no problem `nmi` [did you mean `nim`?]",
            "testdata/Bad_Name error: `Bad_Name` is not a problem name: use lower-case letters, digits and single hyphens, like `two-heaps`",
            "testdata/nym error: tests without a problem: there is no problem `nym` [did you mean `nim`?]",
            "testdata/nym/sample/2.in error: an input without an answer [add testdata/nym/sample/2.ans]",
        ],
    );
    assert_eq!(solution_ids(&catalog), ["nim/nim.rs"]);
}

#[test]
fn a_broken_problem_takes_its_solutions_along_and_is_told_once() {
    let catalog = check(
        &[
            ("problems/chess/problem.toml", "title = 3"),
            ("testdata/chess/sample/1.in", ""),
            ("testdata/chess/sample/1.ans", ""),
            ("solutions/src/bin/chess.rs", ""),
            ("solutions/src/bin/chess--brute.rs", ""),
        ],
        &["problems/chess/problem.toml:1:9-9 error: `title` is a text in quotes, not a number"],
    );
    assert_eq!(solution_ids(&catalog), ["nim/nim.rs"]);
    assert_eq!(catalog.left_out, [Omission::Problem(ProblemId::parse("chess").unwrap())].into());
}

#[test]
fn a_problem_needs_tests_and_should_have_a_model() {
    let catalog = check(
        &[
            ("problems/a/problem.toml", "title = 'a'"),
            ("problems/b/problem.toml", "title = 'b'"),
            ("testdata/b/1.in", ""),
            ("testdata/b/1.ans", ""),
            ("solutions/src/bin/b--brute.rs", ""),
            ("problems/c/statement.md", "c"),
            ("testdata/c/1.in", ""),
            ("problems/d/Problem.toml", "title = 'd'"),
        ],
        &[
            "problems/a error: problem `a` has no tests [add testdata/a/sample/01.in and 01.ans]",
            "problems/b warning: problem `b` has no model solution [add solutions/src/bin/b.rs]",
            "problems/c error: a problem without `problem.toml` [add one; `title = \"…\"` is all it needs]",
            "problems/d error: a problem without `problem.toml` [is `Problem.toml` meant to be it?]",
            "problems/d error: problem `d` has no tests [add testdata/d/sample/01.in and 01.ans]",
            "testdata/c/1.in error: an input without an answer [bless `c`, or add testdata/c/1.ans]",
        ],
    );
    assert_eq!(catalog.problems.iter().map(|p| p.id.as_str()).collect::<Vec<_>>(), ["b", "nim"]);
}

#[test]
fn files_that_are_no_solutions_are_named() {
    let catalog = check(
        &[
            ("solutions/src/bin/nim--x.cpp", ""),
            ("solutions/src/bin/folder/main.rs", ""),
            ("solutions/src/nim--lost.rs", ""),
            ("solutions/src/lib.rs", ""),
            ("solutions/nim--lost.py", ""),
            ("solutions/cpp/nim.foo", ""),
            ("solutions/cpp/Makefile", ""),
            ("solutions/cpp/README.md", ""),
            ("solutions/cpp/deep/nim.cpp", ""),
            ("solutions/target/x/y", ""),
        ],
        &[
            "solutions/cpp/Makefile warning: ignored: no language has this ending",
            "solutions/cpp/deep warning: ignored: a solution is one file",
            "solutions/cpp/nim.foo warning: ignored: no language has this ending",
            "solutions/nim--lost.py warning: ignored: solutions are looked for in src/bin/, if they are in Rust, and in a folder for each language",
            "solutions/src/bin/folder warning: ignored: a solution is one file",
            "solutions/src/bin/nim--x.cpp warning: ignored: solutions are looked for in src/bin/, if they are in Rust, and in a folder for each language",
            "solutions/src/nim--lost.rs warning: ignored: solutions are looked for in src/bin/, if they are in Rust, and in a folder for each language",
        ],
    );
    assert_eq!(solution_ids(&catalog), ["nim/nim.rs"]);
}

#[test]
fn a_solution_is_there_once() {
    let catalog = check(
        &[("solutions/c++/nim.cpp", ""), ("solutions/cpp/nim.cpp", "")],
        &[
            "solutions/cpp/nim.cpp error: solution `nim/nim.cpp` is there twice: solutions/c++/nim.cpp and solutions/cpp/nim.cpp [give one of them another label]",
        ],
    );
    assert_eq!(solution_ids(&catalog), ["nim/nim.cpp", "nim/nim.rs"]);
    assert_eq!(catalog.solutions[0].display, "solutions/c++/nim.cpp");
}

#[test]
fn a_solution_with_a_broken_directive_is_left_out() {
    let catalog = check(
        &[
            ("solutions/src/bin/nim--a.rs", "//@ expect: wrong-anser\n"),
            ("solutions/src/bin/nim--b.rs", "//@ expect(secret/*-big): time-limit\n"),
        ],
        &[
            "solutions/src/bin/nim--a.rs:1:13-23 error: unknown verdict `wrong-anser` [did you mean `wrong-answer`?]",
            "solutions/src/bin/nim--b.rs:1:12-23 warning: no test of `nim` matches [globs are over test ids like `secret/20-max`; `*` stops at `/`, `**` does not]",
        ],
    );
    assert_eq!(solution_ids(&catalog), ["nim/nim.rs", "nim/b.rs"]);
    assert_eq!(catalog.left_out, [Omission::Solution(SolutionId::parse("nim--a", "rs").unwrap())].into());
}

#[test]
fn an_only_that_matches_nothing_is_drawn_and_the_solution_stays() {
    let hint = "globs are over test ids like `secret/20-max`; `*` stops at `/`, `**` does not";
    let nothing = "warning: no test of `nim` matches";
    let catalog = check(
        &[
            ("solutions/src/bin/nim--a.rs", "//@ only: sample/*, secret/*-smal-*\n"),
            ("solutions/src/bin/nim--b.rs", "//@ only: sample/*\n//@ expect(secret/*): time-limit\n"),
            ("solutions/src/bin/nim--c.rs", "//@ only: */*, !**\n"),
            ("solutions/src/bin/nim--d.rs", "//@ only: !sample/01\n//@ expect(sample/*): time-limit\n"),
        ],
        &[
            &format!("solutions/src/bin/nim--a.rs:1:21-35 {nothing} [{hint}]"),
            &format!("solutions/src/bin/nim--b.rs:2:12-19 {nothing} [{hint}]"),
            "solutions/src/bin/nim--c.rs:1:11-13 warning: `only` leaves no test of `nim` [so the solution is not judged at all]",
            "solutions/src/bin/nim--d.rs:1:11-20 warning: `only` leaves no test of `nim` [so the solution is not judged at all]",
            "solutions/src/bin/nim--d.rs:2:12-19 warning: every test of `nim` that matches is left out [leave this line out, too, or let `only` keep such a test]",
        ],
    );
    assert_eq!(solution_ids(&catalog), ["nim/nim.rs", "nim/a.rs", "nim/b.rs", "nim/c.rs", "nim/d.rs"]);
}

#[test]
fn an_empty_folder_is_an_empty_workspace() {
    let dir = tempfile::tempdir().unwrap();
    let catalog = check_at(dir.path(), &[]);
    assert!(catalog.problems.is_empty());
    check_at(&dir.path().join("is/not/there"), &[]);
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf8_are_told_once() {
    use std::os::unix::ffi::OsStrExt;
    let dir = workspace(&[]);
    let odd = |folder: &str| dir.path().join(folder).join(std::ffi::OsStr::from_bytes(b"\xff\xfe"));
    fs::create_dir(odd("testdata")).unwrap();
    fs::write(odd("testdata").join("1.in"), "").unwrap();
    fs::create_dir(odd("problems")).unwrap();
    fs::write(odd("problems").join("problem.toml"), "").unwrap();
    fs::write(odd("solutions/src/bin").with_extension("rs"), "").unwrap();
    let (catalog, diagnostics) = load(dir.path(), &languages);
    let titles: Vec<_> = diagnostics.iter().map(|d| d.title.as_str()).collect();
    assert_eq!(titles, ["the name is not UTF-8"; 3]);
    assert_eq!(solution_ids(&catalog), ["nim/nim.rs"]);
}

#[cfg(unix)]
#[test]
fn a_root_that_is_not_utf8_is_no_trouble() {
    use std::os::unix::ffi::OsStrExt;
    let dir = workspace(&[]);
    let odd = dir.path().join(std::ffi::OsStr::from_bytes(b"\xff"));
    fs::create_dir(&odd).unwrap();
    for tree in ["problems", "testdata", "solutions"] {
        fs::rename(dir.path().join(tree), odd.join(tree)).unwrap();
    }
    let catalog = check_at(&odd, &[]);
    assert_eq!(solution_ids(&catalog), ["nim/nim.rs"]);
}

#[cfg(unix)]
#[test]
fn links_to_files_are_files_and_links_to_folders_are_not_followed() {
    use std::os::unix::fs::symlink;
    let dir = workspace(&[]);
    let secret = dir.path().join("testdata/nim/secret");
    fs::create_dir(&secret).unwrap();
    symlink("../sample/01.in", secret.join("1.in")).unwrap();
    symlink("../sample/01.ans", secret.join("1.ans")).unwrap();
    symlink("nowhere", secret.join("2.in")).unwrap();
    symlink("..", secret.join("loop")).unwrap();
    symlink("3.in", secret.join("3.in")).unwrap();
    symlink("/dev/null", secret.join("4.in")).unwrap();
    symlink("/etc/passwd", secret.join("5.in")).unwrap();
    symlink("/proc/self/environ", dir.path().join("solutions/src/bin/nim--env.rs")).unwrap();
    let (catalog, diagnostics) = load(dir.path(), &languages);
    let mut lines = printed(&diagnostics);
    for line in &mut lines {
        line.truncate(line.find("followed: ").map_or(line.len(), |at| at + 9));
    }
    assert_eq!(
        lines,
        [
            "solutions/src/bin/nim--env.rs error: the link leads out of the workspace: not followed [copy what it leads to]",
            "testdata/nim/secret/2.in error: the link cannot be followed:",
            "testdata/nim/secret/3.in error: the link cannot be followed:",
            "testdata/nim/secret/4.in error: the link leads to no regular file",
            "testdata/nim/secret/5.in error: the link leads out of the workspace: not followed [copy what it leads to]",
            "testdata/nim/secret/loop warning: links to folders are not followed [link or copy the files]",
        ]
    );
    assert_eq!(test_ids(&catalog), ["sample/01", "secret/1"]);
}

#[cfg(unix)]
#[test]
fn special_files_are_refused_without_being_opened() {
    let dir = workspace(&[]);
    let socket = dir.path().join("solutions/src/bin/nim--x.rs");
    let _listener = std::os::unix::net::UnixListener::bind(socket).unwrap();
    check_at(dir.path(), &["solutions/src/bin/nim--x.rs error: not a regular file"]);
}

#[test]
fn files_that_are_not_utf8_are_read_where_they_can_be() {
    let dir = workspace(&[]);
    fs::write(dir.path().join("solutions/src/bin/nim--gbk.rs"), b"// \xb2\xa9\xde\xc4\n//@ expect: wrong-answer\n")
        .unwrap();
    fs::write(dir.path().join("problems/nim/problem.toml"), b"title = 'x'\n# \xff\n").unwrap();
    check_at(dir.path(), &["problems/nim/problem.toml error: line 2 is not UTF-8"]);
    write(dir.path(), "problems/nim/problem.toml", "title = 'x'");
    let catalog = check_at(dir.path(), &[]);
    assert!(!catalog.solutions[1].expectation.is_accepted());
}

#[test]
fn only_the_head_of_a_large_solution_is_read() {
    let code = "fn main() {}\n".repeat(100_000);
    let comment = "// a long story\n".repeat(100_000);
    let catalog = check(
        &[
            ("solutions/src/bin/nim--a.rs", &format!("//@ expect: wrong-answer\n{code}//@ expect: nonsense\n")),
            ("solutions/src/bin/nim--b.rs", &comment),
        ],
        &[
            "solutions/src/bin/nim--b.rs error: the comments at the top never end within what is read of a file [put the directives first and some code behind them]",
        ],
    );
    assert_eq!(solution_ids(&catalog), ["nim/nim.rs", "nim/a.rs"]);
}

#[test]
fn inputs_without_an_answer_are_kept_for_whoever_writes_answers() {
    let catalog = check(
        &[
            ("testdata/nim/secret/2.in", ""),
            ("problems/bare/problem.toml", "title = 'Bare'"),
            ("testdata/bare/sample/1.in", ""),
            ("solutions/src/bin/bare.rs", ""),
        ],
        &[
            "testdata/bare/sample/1.in error: an input without an answer [bless `bare`, or add testdata/bare/sample/1.ans]",
            "testdata/nim/secret/2.in error: an input without an answer [bless `nim`, or add testdata/nim/secret/2.ans]",
        ],
    );
    assert_eq!(catalog.problems.len(), 1, "a problem without a whole test is not judged");
    let [(_, bare), (_, nim)] = catalog.unanswered.iter().collect::<Vec<_>>()[..] else { panic!() };
    assert_eq!((bare.problem.id.as_str(), bare.tests.len(), bare.solutions.len()), ("bare", 1, 1));
    assert_eq!((nim.problem.tests.len(), nim.tests.len(), nim.solutions.len()), (1, 1, 0));
    assert_eq!(nim.tests[0].answer, catalog.root.join("testdata/nim/secret/2.ans"));
}

#[test]
fn tests_come_in_the_order_in_which_their_groups_are_declared() {
    let toml =
        "title = 'Nim'\n[[groups]]\nname = 'secret/small'\npoints = 1\n[[groups]]\nname = 'secret/large'\npoints = 2\n";
    let ids = ["sample/01", "secret/1", "secret/small/1", "secret/small/2", "secret/large/1"];
    let mut files = vec![("problems/nim/problem.toml".to_owned(), toml)];
    for id in &ids[1..] {
        files.extend([(format!("testdata/nim/{id}.in"), "1\n"), (format!("testdata/nim/{id}.ans"), "1\n")]);
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let catalog = check(&files, &[]);
    let tests: Vec<&str> = catalog.problems[0].tests.iter().map(|test| &*test.id.0).collect();
    assert_eq!(tests, ids);
}

#[test]
fn a_group_without_tests_keeps_its_problem_from_being_judged() {
    let toml = "title = 'Nim'\n[[groups]]\nname = 'secret/smal'\npoints = 9\n";
    let small = [("problems/nim/problem.toml", toml), ("testdata/nim/secret/small/1.in", "1\n")];
    let answer = ("testdata/nim/secret/small/1.ans", "1\n");
    let catalog = check(
        &[small[0], small[1], answer],
        &["problems/nim/problem.toml:3:8-20 error: the group `secret/smal` has no tests \
           [add testdata/nim/secret/smal/01.in and 01.ans, or correct the name]"],
    );
    assert_eq!(solution_ids(&catalog), Vec::<String>::new());
    let healthy = toml.replace("smal", "small");
    let catalog = check(&[("problems/nim/problem.toml", &healthy), small[1], answer], &[]);
    assert_eq!(catalog.problems[0].groups[0].tests, 1);
}

#[test]
fn a_score_for_a_problem_without_points_is_a_warning() {
    check(
        &[("solutions/src/bin/nim--half.rs", "//@ score: 50\nfn main() {}")],
        &["solutions/src/bin/nim--half.rs:1:12-13 warning: `nim` has no points \
           [points come with [[groups]] in problem.toml]"],
    );
}

#[test]
fn a_folder_named_after_a_language_tells_those_of_one_extension_apart() {
    let files = [("solutions/pypy/nim--fast.py", "print(1)"), ("solutions/python/nim--slow.py", "print(1)")];
    let catalog = check(&files, &[]);
    let languages: Vec<_> = catalog.solutions.iter().map(|s| (s.id.to_string(), s.language.to_string())).collect();
    let expected = [("nim/nim.rs", "rust"), ("nim/fast.py", "pypy"), ("nim/slow.py", "python")];
    assert_eq!(languages, expected.map(|(id, language)| (id.to_owned(), language.to_owned())));
}
