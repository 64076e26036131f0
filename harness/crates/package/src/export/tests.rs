//! Every problem of this repository as a package, and read again.

use super::*;
use crate::import;
use model::Language;
use std::process::Command;

mod back;
mod domjudge;
mod polygon;
mod tongues;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().unwrap()
}

fn languages(extension: &str) -> Option<Language> {
    let id = match extension.rsplit('/').next()? {
        "rs" => "rust",
        "cpp" => "cpp",
        "java" => "java",
        "py" => "python",
        _ => return None,
    };
    Some(Language(id.into()))
}

fn solutions_of(catalog: &model::Catalog, problem: &Problem) -> Vec<Arc<Solution>> {
    catalog.solutions.iter().filter(|solution| solution.id.problem == problem.id).cloned().collect()
}

/// The formats in which a problem of the repository is tried. With `HARNESS_TEST_LONG` each is
/// tried in all, else the first one, and of the others each fourth one in one, in turn.
fn formats(problem: usize) -> &'static [(Format, &'static str)] {
    const ALL: [(Format, &str); 3] =
        [(Format::Kattis, "kattis"), (Format::Icpc, "icpc"), (Format::Domjudge, "domjudge")];
    if problem == 0 || std::env::var_os("HARNESS_TEST_LONG").is_some() {
        return &ALL;
    }
    let one = problem / 4 % ALL.len();
    if problem.is_multiple_of(4) { &ALL[one..=one] } else { &[] }
}

#[test]
fn what_was_exported_is_read_as_the_problem_that_it_was() {
    let root = repository();
    let (catalog, _) = crate::native::load(&root, &languages);
    // Whoever tries the README out has one more.
    assert!(catalog.problems.len() >= 14, "{}", catalog.problems.len());
    let folder = tempfile::tempdir().unwrap();
    for (number, problem) in catalog.problems.iter().enumerate() {
        let solutions = solutions_of(&catalog, problem);
        for &(format, name) in formats(number) {
            let export = package(&root, problem, &solutions, format, &ExportOptions::default()).unwrap();
            let place = folder.path().join(name).join(&export.name);
            export.write(&place).unwrap();
            if format != Format::Domjudge {
                is_read_again(&place, &folder.path().join("staged"), &export, problem, &solutions);
            }
            std::fs::remove_dir_all(&place).unwrap();
        }
    }
}

/// The package at `place` is the problem, apart from what the export says is lost.
fn is_read_again(place: &Path, stage: &Path, export: &Export, problem: &Problem, solutions: &[Arc<Solution>]) {
    let (read, printed) = crate::detect::load(place, &languages, stage);
    let printed: Vec<_> = printed.iter().map(|diagnostic| &diagnostic.title).collect();
    let name = place.display();
    assert!(printed.is_empty(), "{name}: {printed:?}");
    let [again] = &read.problems[..] else { panic!("{name} is {} problems", read.problems.len()) };
    assert_eq!(again.title, problem.title);
    assert_eq!(again.limits.cpu, problem.limits.cpu, "{name}");
    assert_eq!(again.limits.memory, problem.limits.memory, "{name}");
    assert_eq!(again.tests.len() + export.left_out.len(), problem.tests.len(), "{name}");
    let lost = |solution: &&Arc<Solution>| export.losses.iter().any(|loss| loss.what == solution.display);
    let exported = solutions.iter().filter(|solution| !lost(solution)).count();
    assert_eq!(read.solutions.len(), exported, "{name}");
    let accepted = |all: &[Arc<Solution>]| all.iter().filter(|one| one.expectation.is_accepted()).count();
    let whole: Vec<_> = solutions.iter().filter(|one| one.only.globs.is_empty()).cloned().collect();
    assert_eq!(accepted(&read.solutions), accepted(&whole), "{name}");
}

#[test]
fn a_java_program_lies_in_a_file_that_is_called_like_its_class() {
    let root = repository();
    let (catalog, _) = crate::native::load(&root, &languages);
    let problem = catalog.problems.iter().find(|problem| problem.id.as_str() == "wythoff").unwrap();
    let solutions = solutions_of(&catalog, problem);
    let mut java = Solution::clone(solutions.iter().find(|one| one.id.label.is_none()).unwrap());
    java.path = root.join("solutions/java/wythoff.java");
    for format in [Format::Kattis, Format::Icpc] {
        let export = package(&root, problem, &[Arc::new(java.clone())], format, &ExportOptions::default()).unwrap();
        let copied: Vec<_> = export.files.keys().filter(|name| name.starts_with("submissions/")).collect();
        assert_eq!(copied, ["submissions/accepted/wythoff/Main.java"]);
    }
}

#[test]
fn a_test_that_the_tools_of_the_format_refuse_is_left_out_with_a_reason() {
    let check = |input: &str, why: &str| {
        let found = data::sloppy(input.as_bytes(), "input").unwrap_or_default();
        assert!(if why.is_empty() { found.is_empty() } else { found.contains(why) }, "{input:?}: {found}");
    };
    check("1 2\n\n3\n", "");
    check("", "is empty");
    check("1\r\n", "line ends of Windows");
    check("1", "does not end with a line end");
    check("\n1\n", "begins with white space");
    check("1 \n", "one separator");
    check("1  2\n", "one separator");
    check("1\n 2\n", "one separator");
    check("1\t2\n", "printable");
    check("é\n", "printable");
}

/// The archive can be read by other programs: Python has a reader that checks everything.
#[test]
fn a_zip_file_holds_what_the_folder_holds() {
    let root = repository();
    let (catalog, _) = crate::native::load(&root, &languages);
    let problem = catalog.problems.iter().find(|problem| problem.id.as_str() == "nim-first-move").unwrap();
    let solutions = solutions_of(&catalog, problem);
    let export = package(&root, problem, &solutions, Format::Domjudge, &ExportOptions::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (archive, there) = (folder.path().join("a.zip"), folder.path().join("there"));
    zip::write(&export, &mut fs::File::create(&archive).unwrap()).unwrap();
    export.write(&folder.path().join("here")).unwrap();
    let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nz.extractall(sys.argv[2])\n\
                  print(oct(z.getinfo('output_validators/checker/build').external_attr >> 16))";
    let Ok(ran) = Command::new("python3").args(["-c", script]).arg(&archive).arg(&there).output() else {
        println!("skipped: there is no python3 here");
        return;
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(String::from_utf8_lossy(&ran.stdout).trim(), "0o100755");
    for name in export.files.keys() {
        assert_eq!(
            fs::read(there.join(name)).unwrap(),
            fs::read(folder.path().join("here").join(name)).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn a_statement_ends_where_the_samples_begin_and_markdown_becomes_tex() {
    let markdown = "# Title\n\nA *move* takes $a \\lt b$ of 50% & `x_1`.\n\n## Input\n\n* one\n* two\n\n\
                    | a | b |\n| --- | ---: |\n| 1 | $2$ |\n\n$$x \\ltimes y \\lt\\lt z \\gt$$\n\n## Samples\n\nnot shown\n\n## Hints\n\nsecret\n";
    let (tex, _, lost) = tex::body(markdown);
    assert!(lost.is_empty());
    for part in [
        "A \\emph{move} takes $a < b$ of 50\\% \\& \\texttt{x\\_1}.",
        "\\section*{Input}",
        "\\begin{itemize}\n  \\item one\n  \\item two\n\\end{itemize}",
        "\\begin{tabular}{lr}\na & b \\\\ \\hline\n1 & $2$ \\\\\n\\end{tabular}",
        "\\[ x \\ltimes y << z > \\]",
    ] {
        assert!(tex.contains(part), "{part}\nis not in\n{tex}");
    }
    assert!(!tex.contains("not shown") && !tex.contains("secret") && !tex.contains("Title"), "{tex}");
    assert_eq!(tex::body("![x](y.png)").1, ["y.png"]);
}

/// A problem with 40 points for all of one group and 80 for the tests of another.
fn scored(root: &Path, more: &[(&str, &str)]) -> model::Catalog {
    let groups = "[[groups]]\nname = \"secret/a\"\npoints = 40\nscoring = \"pass-fail\"\n\
                  [[groups]]\nname = \"big/b\"\npoints = 80\nscoring = \"sum\"\n";
    let manifest = format!("title = \"Points\"\n{groups}");
    let mut files = vec![
        ("problems/pts/problem.toml", manifest.as_str()),
        ("problems/pts/statement.md", "# Points\n"),
        ("solutions/src/bin/pts.rs", ""),
    ];
    let tests = ["sample/1", "secret/a/1", "secret/a/2", "big/b/1", "big/b/2"];
    let tests = tests.map(|id| (format!("testdata/pts/{id}.in"), format!("testdata/pts/{id}.ans")));
    files.extend(tests.iter().flat_map(|(input, answer)| [(input.as_str(), "1\n"), (answer.as_str(), "1\n")]));
    for (name, text) in files.iter().chain(more) {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let (catalog, printed) = crate::native::load(root, &languages);
    assert!(printed.iter().all(|found| found.severity == model::Severity::Warning), "{printed:?}");
    catalog
}

/// Exports the one problem in `catalog`, and returns the package and what is read from it, without
/// any mistake.
fn there_and_back(folder: &Path, catalog: &model::Catalog, format: Format) -> (Export, model::Catalog) {
    let export =
        package(&catalog.root, &catalog.problems[0], &catalog.solutions, format, &ExportOptions::default()).unwrap();
    let place = folder.join(format!("{format:?}"));
    export.write(&place).unwrap();
    let (read, printed) = crate::detect::load(&place, &languages, &folder.join("staged"));
    assert_eq!(printed, [], "{format:?}");
    (export, read)
}

#[test]
fn a_test_lies_where_readers_look_for_it_whatever_its_folder_is() {
    let folder = tempfile::tempdir().unwrap();
    let more = [
        ("testdata/pts/secret/big-b/1.in", "1\n"),
        ("testdata/pts/secret/big-b/1.ans", "1\n"),
        ("testdata/pts/own/1.in", "1\n"),
        ("testdata/pts/own/1.ans", "1\n"),
        ("solutions/src/bin/pts--b.rs", "//@ expect(big/b/*): wrong-answer\n"),
    ];
    let catalog = scored(&folder.path().join("workspace"), &more);
    for format in [Format::Kattis, Format::Icpc] {
        let (export, read) = there_and_back(folder.path(), &catalog, format);
        let ids: Vec<&str> = read.problems[0].tests.iter().map(|test| &*test.id.0).collect();
        let expected = ["sample/1", "secret/a/1", "secret/a/2", "secret/big-b/1", "secret/big-b/2"];
        assert_eq!(ids, expected, "{format:?}");
        let lost = export.losses.iter().filter(|loss| loss.what.starts_with("test "));
        let lost: Vec<String> = lost.map(|loss| format!("{}: {}", loss.what, loss.why)).collect();
        let expected = [
            "test own/1: it is in no group, and no test is without points there",
            "test secret/big-b/1: it is in no group, and no test is without points there",
        ];
        assert_eq!((&lost[..], export.left_out.len()), (&expected.map(str::to_owned)[..], 2));
    }
}

#[test]
fn a_group_without_a_test_that_is_exported_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    // Readers of the format refuse files like these.
    let sloppy = [("testdata/pts/big/b/1.in", "1  2\n"), ("testdata/pts/big/b/2.in", "1  3\n")];
    let catalog = scored(&folder.path().join("workspace"), &sloppy);
    let problem = &catalog.problems[0];
    let group = problem.groups.iter().find(|group| group.name == "big/b").unwrap();
    for format in [Format::Kattis, Format::Icpc] {
        let (export, read) = there_and_back(folder.path(), &catalog, format);
        let settings = export.files.keys().filter(|file| file.contains("big-b")).count();
        assert_eq!(settings, 0, "{:?}", export.files.keys());
        let points = |problem: &Problem| problem.groups.iter().map(|group| group.points.0).sum::<i64>();
        assert_eq!(points(&read.problems[0]), points(problem) - group.points.0, "{format:?}");
        let lost = export.losses.iter().find(|loss| loss.what == "the points of big/b").unwrap();
        assert_eq!(lost.why, "none of its tests is there");
    }
}

#[test]
fn two_tests_that_would_lie_at_one_place_are_not_one_test() {
    let folder = tempfile::tempdir().unwrap();
    let more = [
        ("problems/pts/problem.toml", "title = \"Points\"\n"),
        ("testdata/pts/secret/big/b/1.in", "1\n"),
        ("testdata/pts/secret/big/b/1.ans", "1\n"),
    ];
    let catalog = scored(&folder.path().join("workspace"), &more);
    let (export, _) = there_and_back(folder.path(), &catalog, Format::Icpc);
    assert_eq!(export.left_out.len(), 1);
    let lost = export.losses.iter().find(|loss| loss.what.starts_with("test ")).unwrap();
    assert_eq!(lost.why, "another one is called data/secret/big/b/1 there");
}

/// Whatever is written is read again, or its loss is agreed to.
#[test]
fn a_test_whose_name_the_format_does_not_have_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let odd = |end: &str| (format!("testdata/pts/secret/a/odd name.{end}"), "1\n");
    let [input, answer] = ["in", "ans"].map(odd);
    let manifest = ("problems/pts/problem.toml", "title = \"Points\"\n");
    let catalog = scored(&folder.path().join("workspace"), &[manifest, (&input.0, input.1), (&answer.0, answer.1)]);
    let (export, _) = there_and_back(folder.path(), &catalog, Format::Icpc);
    let lost: Vec<&str> =
        export.losses.iter().filter(|loss| loss.weight == Weight::Judging).map(|loss| &*loss.what).collect();
    assert_eq!(lost, ["test secret/a/odd name"]);
}

#[test]
fn groups_give_the_same_points_in_a_package() {
    let folder = tempfile::tempdir().unwrap();
    let catalog = scored(&folder.path().join("workspace"), &[]);
    for format in [Format::Kattis, Format::Icpc] {
        let (_, read) = there_and_back(folder.path(), &catalog, format);
        let again = &read.problems[0];
        let ids: Vec<&TestId> = again.tests.iter().map(|test| &test.id).collect();
        let grading = again.rules.grading.clone().unwrap();
        let check = |failed: &[&str], points: f64| {
            let grade = |id: &TestId| {
                let verdict = match failed.contains(&&*id.0) {
                    true => model::Verdict::WrongAnswer,
                    false => model::Verdict::Accepted,
                };
                Some(model::Grade { verdict, points: None })
            };
            let graded = grading.evaluate(&ids, &grade, &mut |_, _| Ok(None)).unwrap();
            let score = grading.score(&ids, &graded);
            assert!(score.fault.is_none(), "{format:?}: {score:?}");
            let numbers = (score.points.unwrap().as_number(), score.of.unwrap().as_number());
            assert_eq!(numbers, (points, 120.0), "{format:?} without {failed:?}");
        };
        check(&[], 120.0);
        check(&["sample/1"], 120.0);
        check(&["secret/a/1"], 80.0);
        check(&["secret/big-b/1"], 80.0);
        check(&["secret/a/2", "secret/big-b/1", "secret/big-b/2"], 0.0);
    }
}

#[test]
fn points_that_are_no_whole_numbers_are_exact_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "title = \"Points\"\n[[groups]]\nname = \"secret/a\"\npoints = 33.125\nscoring = \"min\"\n\
                    [[groups]]\nname = \"big/b\"\npoints = 66.875\nscoring = \"sum\"\n";
    let more = [
        ("problems/pts/problem.toml", manifest),
        ("solutions/src/bin/pts--a.rs", "//@ expect(big/b/*): wrong-answer\n//@ score: 33.125\n"),
        ("solutions/src/bin/pts--none.rs", "//@ expect: wrong-answer\n//@ score: 0\n"),
    ];
    let catalog = scored(&folder.path().join("workspace"), &more);
    let points = |read: &model::Catalog| {
        let points = read.problems[0].groups.iter().map(|group| group.points.as_number());
        points.collect::<Vec<f64>>()
    };
    let (_, read) = there_and_back(folder.path(), &catalog, Format::Kattis);
    assert_eq!(points(&read), [33.125, 66.875]);

    let (export, read) = there_and_back(folder.path(), &catalog, Format::Icpc);
    assert_eq!(points(&read), [33.0, 67.0]);
    let lost: Vec<String> = export.losses.iter().map(|loss| format!("{}: {}", loss.what, loss.why)).collect();
    for line in [
        "the points of secret/a (33.125, there 33): points are whole numbers there",
        "the points of big/b (66.875, there 67): points are whole numbers there",
        "the score of solutions/src/bin/pts--a.rs: the points of groups are others there",
    ] {
        assert!(lost.iter().any(|lost| lost == line), "no {line} in {lost:#?}");
    }
    let scores = read.solutions.iter().filter_map(|solution| solution.expectation.score);
    assert_eq!(scores.map(|score| score.to_string()).collect::<Vec<_>>(), ["0"]);
}

#[test]
fn a_group_comes_behind_those_that_it_requires() {
    let folder = tempfile::tempdir().unwrap();
    let group = |name: &str, requires: &str| {
        format!("[[groups]]\nname = \"{name}\"\npoints = 50\nscoring = \"pass-fail\"\nrequires = {requires}\n")
    };
    let manifest = |first: &str, second: &str| {
        let second = group(second, &format!("[\"sample\", \"{first}\"]"));
        format!("title = \"Points\"\n{}{second}", group(first, "[\"sample\"]"))
    };
    let check = |first: &str, second: &str, places: [&str; 2]| {
        let (folder, manifest) = (folder.path().join(first), manifest(first, second));
        let more = [
            ("problems/pts/problem.toml", manifest.as_str()),
            ("solutions/src/bin/pts--a.rs", "//@ expect(secret/a/1): wrong-answer\n//@ score: 0..50\n"),
        ];
        let catalog = scored(&folder.join("workspace"), &more);
        let (_, read) = there_and_back(&folder, &catalog, Format::Icpc);
        let groups: Vec<String> = read.problems[0]
            .groups
            .iter()
            .map(|group| format!("{} requires {}", group.name, group.requires.join("+")))
            .collect();
        let [one, two] = places;
        assert_eq!(groups, [format!("{one} requires sample"), format!("{two} requires sample+{one}")]);
    };
    check("secret/a", "big/b", ["secret/a", "secret/big-b"]);
    check("big/b", "secret/a", ["secret/1-big-b", "secret/2-a"]);
}

#[test]
fn shares_of_points_add_up_to_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let third = "title = \"Points\"\n[[groups]]\nname = \"secret/a\"\npoints = 10\nscoring = \"sum\"\n";
    let more = [
        ("problems/pts/problem.toml", third),
        ("testdata/pts/secret/a/3.in", "1\n"),
        ("testdata/pts/secret/a/3.ans", "1\n"),
    ];
    let catalog = scored(&folder.path().join("workspace"), &more);
    let (export, read) = there_and_back(folder.path(), &catalog, Format::Kattis);
    let group = &read.problems[0].groups[0];
    assert_eq!((group.name.as_str(), group.points.as_number()), ("secret/a", 10.0));
    let text = String::from_utf8(export.files["data/secret/a/testdata.yaml"].content.bytes().unwrap()).unwrap();
    assert!(text.contains("accept_score: 3.333333333\n"), "never more than all of them: {text}");
}

#[test]
fn who_gets_some_points_is_accepted_as_a_whole_in_legacy() {
    let folder = tempfile::tempdir().unwrap();
    let solution =
        |label: &str, directives: &str| (format!("solutions/src/bin/pts--{label}.rs"), directives.to_owned());
    let solutions = [
        solution("group", "//@ expect(big/b/*): wrong-answer\n"),
        solution("share", "//@ expect(secret/a/*): wrong-answer\n//@ expect(big/b/1): time-limit\n"),
        solution("said", "//@ expect: wrong-answer, time-limit\n//@ score: 40..80\n"),
        solution("nothing", "//@ expect: wrong-answer\n//@ score: 0\n"),
        solution("unsaid", "//@ expect: wrong-answer\n"),
    ];
    let more: Vec<(&str, &str)> = solutions.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let catalog = scored(&folder.path().join("workspace"), &more);
    let (export, read) = there_and_back(folder.path(), &catalog, Format::Kattis);
    let mut displays: Vec<&str> = read.solutions.iter().map(|solution| solution.display.as_str()).collect();
    displays.sort_unstable();
    assert_eq!(
        displays,
        [
            "submissions/accepted/pts.rs",
            "submissions/partially_accepted/pts--group.rs",
            "submissions/partially_accepted/pts--said.rs",
            "submissions/partially_accepted/pts--share.rs",
            "submissions/wrong_answer/pts--nothing.rs",
            "submissions/wrong_answer/pts--unsaid.rs",
        ]
    );
    let what = "expectations of solutions/src/bin/pts--unsaid.rs";
    let lost = export.losses.iter().find(|loss| loss.what == what).unwrap();
    assert_eq!(lost.why, "its folder says less than its directives");
}

#[test]
fn points_that_a_solution_must_get_stand_in_submissions_yaml() {
    let folder = tempfile::tempdir().unwrap();
    let more = [
        ("solutions/src/bin/pts--a.rs", "//@ expect(big/b/*): wrong-answer\n//@ score: 40..80\n"),
        ("solutions/src/bin/pts--none.rs", "//@ expect: wrong-answer, time-limit\n//@ score: 0\n"),
    ];
    let catalog = scored(&folder.path().join("workspace"), &more);
    let (export, read) = there_and_back(folder.path(), &catalog, Format::Icpc);
    let scores = |catalog: &model::Catalog| {
        let scores = catalog.solutions.iter().map(|solution| solution.expectation.score.map(|score| score.to_string()));
        let mut scores: Vec<_> = scores.collect();
        scores.sort_unstable();
        scores
    };
    assert_eq!(scores(&read), scores(&catalog));
    assert!(export.losses.iter().all(|loss| !loss.what.starts_with("expectations of")), "{:?}", export.losses);
}

#[test]
fn a_java_program_in_an_old_encoding_stops_no_export() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("workspace");
    let catalog = scored(&root, &[("solutions/java/pts--old.java", "")]);
    fs::write(root.join("solutions/java/pts--old.java"), b"// \xfc\npublic class Main {}\n").unwrap();
    let (export, _) = there_and_back(folder.path(), &catalog, Format::Icpc);
    assert!(export.files.contains_key("submissions/accepted/pts--old/Main.java"), "{:?}", export.files.keys());
}

#[test]
fn limits_and_arguments_that_the_format_has_no_words_for_are_lost() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "title = \"Points\"\n[limits]\nprocesses = 8\nopen-files = 20\n[checker]\nargs = [\"a b\",\"c\"]\n";
    let more = [("problems/pts/problem.toml", manifest), ("problems/pts/checker.py", "")];
    let catalog = scored(&folder.path().join("workspace"), &more);
    let lost = |format| {
        let wishes = ExportOptions::default();
        let problem = &catalog.problems[0];
        let export = package(&catalog.root, problem, &catalog.solutions, format, &wishes).unwrap();
        export.losses.into_iter().map(|loss| loss.what).collect::<Vec<_>>()
    };
    let args = "args = [\"a b\",\"c\"]".to_owned();
    for (format, is_lost) in [(Format::Kattis, true), (Format::Domjudge, true), (Format::Icpc, false)] {
        let lost = lost(format);
        assert!(lost.contains(&"limits.processes".to_owned()) && lost.contains(&"limits.open-files".to_owned()));
        assert_eq!(lost.contains(&args), is_lost, "{format:?}: {lost:?}");
    }
}

#[test]
fn an_empty_answer_is_one_where_a_program_talks_with_the_solution() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = ("problems/pts/problem.toml", "title = \"P\"\n");
    for (judge, left_out) in [("interactor", false), ("generator", true)] {
        let program = format!("problems/pts/{judge}.py");
        let more = [manifest, ("testdata/pts/sample/1.ans", ""), (&*program, "")];
        let catalog = scored(&folder.path().join(judge), &more);
        for format in [Format::Kattis, Format::Icpc] {
            let wishes = ExportOptions::default();
            let problem = &catalog.problems[0];
            let export = package(&catalog.root, problem, &catalog.solutions, format, &wishes).unwrap();
            assert_eq!(export.left_out.contains(&TestId("sample/1".into())), left_out, "{judge} {format:?}");
        }
    }
}

#[test]
fn a_statement_is_read_after_its_byte_order_mark_and_named_if_it_is_not_utf_8() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("workspace");
    let catalog = scored(&root, &[("problems/pts/statement.md", "\u{feff}# Points\n\nAdd.\n")]);
    let make = |format| {
        let wishes = ExportOptions::default();
        package(&catalog.root, &catalog.problems[0], &catalog.solutions, format, &wishes)
    };
    let text = |export: Export, name: &str| String::from_utf8(export.files[name].content.bytes().unwrap()).unwrap();
    let tex = text(make(Format::Icpc).unwrap(), "statement/problem.en.tex");
    assert_eq!(tex, "\\problemname{Points}\n\nAdd.\n");
    assert_eq!(text(make(Format::PolygonFiles).unwrap(), "statement/english/legend.tex"), "Add.\n");
    fs::write(root.join("problems/pts/statement.md"), b"# T\xe4st\n").unwrap();
    for format in [Format::Icpc, Format::PolygonFiles] {
        let error = make(format).unwrap_err().to_string();
        assert!(error.ends_with("problems/pts/statement.md is not UTF-8: save it as that"), "{error}");
    }
}
