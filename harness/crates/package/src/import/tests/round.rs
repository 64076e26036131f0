//! What is imported and exported to its own format again is the package that it was: every test,
//! submission, expectation, statement, figure, generator and word about whose it is.

use super::*;
use crate::export::{ExportOptions, Format, package};
use model::{Catalog, Expectation, VerdictSet};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use std::collections::BTreeSet;

/// A package by the names of its files.
type Package = BTreeMap<String, String>;

/// What a submission may and must get, whatever rules say so.
type Meaning = (Vec<(TestId, VerdictSet)>, BTreeSet<(Vec<TestId>, String)>, Option<VerdictSet>, bool);

fn meaning(expectation: &Expectation, catalog: &Catalog) -> Meaning {
    let tests = || catalog.problems[0].tests.iter().map(|test| test.id.clone());
    let permitted = tests().map(|test| (test.clone(), expectation.permitted(&test))).collect();
    let rules = expectation.rules.iter().filter(|rule| !rule.verdicts.contains(model::Verdict::Accepted));
    let required: Vec<(Vec<TestId>, VerdictSet)> =
        rules.map(|rule| (tests().filter(|test| rule.matches(test)).collect(), rule.verdicts)).collect();
    // One that follows from another says nothing.
    let follows = |one: &(Vec<TestId>, VerdictSet), other: &(Vec<TestId>, VerdictSet)| {
        let is_within = |set: VerdictSet| set.iter().all(|verdict| one.1.contains(verdict));
        one != other && other.0.iter().all(|test| one.0.contains(test)) && is_within(other.1)
    };
    let counts = |one: &&(Vec<TestId>, VerdictSet)| !required.iter().any(|other| follows(one, other));
    let required = required.iter().filter(counts).map(|(on, set)| (on.clone(), set.words(model::Verdict::name)));
    (permitted, required.collect(), expectation.whole(), expectation.score.is_some())
}

/// Reads, imports, reads, exports and reads again. Returns both catalogs and the second package.
fn there_and_back(files: &Package, format: Format) -> (tempfile::TempDir, Catalog, Catalog, Package) {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("sum");
    write_all(&first, files.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())));
    let (before, printed) = crate::detect::load(&first, &Two, &folder.path().join("stage"));
    let problem = before.problems.first().unwrap_or_else(|| panic!("{printed:#?}"));
    let import = of_problem(problem, &before.solutions, &problem.id, &Two).unwrap();
    let root = folder.path().join("workspace");
    write_all(&root, import.files.iter().map(|(name, content)| (name.clone(), content.bytes().unwrap())));
    let (ours, printed) = crate::native::load(&root, &Two);
    assert!(printed.iter().all(|found| found.severity != model::Severity::Error), "{printed:#?}");
    let export = package(&root, &ours.problems[0], &ours.solutions, format, &ExportOptions::default()).unwrap();
    let second = folder.path().join("second").join("sum");
    export.write(&second).unwrap();
    let (after, _) = crate::detect::load(&second, &Two, &folder.path().join("stage-2"));
    let text = |file: &crate::export::File| String::from_utf8_lossy(&file.content.bytes().unwrap()).into_owned();
    let files = export.files.iter().map(|(name, file)| (name.clone(), text(file)));
    let files = files.filter(|(name, _)| !name.starts_with("harness/")).collect();
    (folder, before, after, files)
}

const LEGACY: [&str; 5] = ["accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "slow_accepted"];
const LATER: [&str; 6] =
    ["accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "brute_force", "rejected"];
const MARKERS: [&str; 4] =
    ["", "", "# @EXPECTED_RESULTS@: WRONG-ANSWER, CORRECT\n", "# @EXPECTED_RESULTS@: TIMELIMIT, RUN-ERROR\n"];
const ENTRIES: [&str; 6] = [
    "",
    "  permitted: [AC, WA, TLE, RTE]\n",
    "  required: [TLE, WA]\n",
    "  'secret/1':\n    permitted: [AC]\n",
    "  'secret/{1,3}':\n    required: [WA, TLE]\n",
    "  sample:\n    permitted: [AC]\n  'secret/2':\n    permitted: [AC, WA]\n",
];
/// What tools of the format may find in a package, and no tool of ours reads.
const OTHERS: [(&str, &str); 12] = [
    ("generators/gen.py", "print(1)\n"),
    ("generators/generators.yaml", "data: {}\n"),
    ("attachments/start.py", "pass\n"),
    ("STATEMENT/problem.en.tex", "\\problemname{Sum}\n\\includegraphics{tree.png}\n"),
    ("STATEMENT/problem.sv.tex", "\\problemname{Summa}\n"),
    ("STATEMENT/problem.de.md", "# Summe\n"),
    ("STATEMENT/tree.png", "png"),
    ("input_validators/second.py", "# second\n"),
    ("data/secret/1.hint", "Add.\n"),
    ("data/secret/2.yaml", "description: the least\n"),
    ("data/sample/2.interaction", ">1\n"),
    ("README.md", "# Sum\n"),
];
const METADATA: [&str; 5] = [
    "license: cc by-sa\n",
    "rights_owner: 'Ann: and others'\n",
    "uuid: 01234567-89ab-cdef-0123-456789abcdef\n",
    "keywords: [easy, 'a, b']\n",
    "author: Ann\n",
];

fn tests(scoring: bool, answer: &str) -> Package {
    let mut files = Package::new();
    for test in ["sample/1", "secret/1", "secret/2", "secret/3"] {
        let test = if scoring { test.replace("secret/", "secret/a/") } else { test.to_owned() };
        files.insert(format!("data/{test}.in"), "1\n".to_owned());
        files.insert(format!("data/{test}.ans"), answer.to_owned());
    }
    files
}

prop_compose! {
    fn packages()(
        format in select(vec![Format::Kattis, Format::Domjudge, Format::Icpc]),
        talks in any::<bool>(),
        // Of one file, or of two.
        parts in 1..3,
        // No answer, and answers that tools of ours find untidy.
        answer in select(vec!["", "1\n", "1 \r\n"]),
        others in subsequence(OTHERS.to_vec(), 0..=OTHERS.len()),
        metadata in subsequence(METADATA.to_vec(), 0..=METADATA.len()),
        submissions in proptest::collection::vec(
            (0..6_usize, select(MARKERS.to_vec()), select(ENTRIES.to_vec()), any::<bool>()), 1..8),
    ) -> (Format, Package) {
        let icpc = format == Format::Icpc;
        let mut files = tests(false, answer);
        let mut yaml = if icpc { "problem_format_version: 2025-09\nname: {en: Sum}\n" } else { "name: Sum\n" }.to_owned();
        match (talks, icpc) {
            (true, true) => yaml.push_str("type: interactive\n"),
            (true, false) => yaml.push_str("validation: custom interactive\n"),
            (false, _) => {}
        }
        let mut keys = metadata;
        keys.retain(|key| !(icpc && key.starts_with("author")));
        files.insert("problem.yaml".to_owned(), yaml + &keys.concat());
        files.insert("input_validators/first.py".to_owned(), "# first\n".to_owned());
        if talks {
            let folder = if icpc { "output_validator" } else { "output_validators" };
            let folder = if parts == 1 || icpc { folder.to_owned() } else { format!("{folder}/talk") };
            files.insert(format!("{folder}/talk.py"), "# interactor\n".to_owned());
            if parts == 2 {
                files.insert(format!("{folder}/words.py"), "# words\n".to_owned());
            }
        }
        let statement = if icpc { "statement" } else { "problem_statement" };
        files.extend(others.into_iter().map(|(name, text)| (name.replace("STATEMENT", statement), text.to_owned())));
        let mut entries = String::new();
        for (at, (folder, marker, entry, several)) in submissions.into_iter().enumerate() {
            let folder = if icpc { LATER[folder] } else { LEGACY[folder % LEGACY.len()] };
            let text = format!("{marker}# submission {at}\n");
            if several {
                files.insert(format!("submissions/{folder}/s{at}/main.py"), text);
                files.insert(format!("submissions/{folder}/s{at}/other.py"), String::new());
                continue;
            }
            files.insert(format!("submissions/{folder}/s{at}.py"), text);
            if icpc && !entry.is_empty() {
                entries.push_str(&format!("{folder}/s{at}.py:\n{entry}"));
            }
        }
        if !entries.is_empty() {
            files.insert("submissions/submissions.yaml".to_owned(), entries);
        }
        (format, files)
    }
}

/// The submission in `files` with this line, by its name there.
fn named<'f>(files: &'f Package, line: &str) -> Option<&'f str> {
    let has = |(name, text): &(&'f String, &String)| name.starts_with("submissions/") && text.contains(line);
    files.iter().find(has).map(|(name, _)| name.as_str())
}

fn of_submission(catalog: &Catalog, file: &str) -> Expectation {
    let is_it = |display: &str| file == display || file.strip_prefix(display).is_some_and(|rest| rest.starts_with('/'));
    let found = catalog.solutions.iter().find(|solution| is_it(&solution.display));
    found.unwrap_or_else(|| panic!("{file} is not read")).expectation.clone()
}

/// Each one writes a package three times.
fn cases() -> u32 {
    if std::env::var_os("HARNESS_TEST_LONG").is_some() { 120 } else { 30 }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_package_that_is_imported_and_exported_again_is_what_it_was((format, files) in packages()) {
        let (_folder, before, after, back) = there_and_back(&files, format);
        let tests = |catalog: &Catalog| catalog.problems[0].tests.iter().map(|test| test.id.clone()).collect::<Vec<_>>();
        prop_assert_eq!(tests(&before), tests(&after));
        for at in 0..8 {
            let line = format!("# submission {at}\n");
            let Some(file) = named(&files, &line) else { continue };
            let again = named(&back, &line);
            prop_assert!(again.is_some(), "{} is lost of {:#?}", file, back.keys());
            let (was, is) = (of_submission(&before, file), of_submission(&after, again.unwrap()));
            prop_assert_eq!(meaning(&was, &before), meaning(&is, &after), "{} and {}", file, again.unwrap());
        }
        // What is written anew, and what is called otherwise here.
        let is_ours = |name: &str| {
            name == "problem.yaml" || name.starts_with("submissions/")
                || name == "input_validators/first.py" || name.starts_with("output_validator")
        };
        let interactor = |files: &Package| -> Vec<String> {
            let own = files.iter().filter(|(name, _)| name.starts_with("output_validator"));
            own.map(|(_, text)| text.clone()).collect()
        };
        prop_assert_eq!(interactor(&files), interactor(&back));
        for (name, text) in files.iter().filter(|(name, _)| !is_ours(name)) {
            prop_assert_eq!(back.get(name), Some(text), "{} of {:#?}", name, back.keys());
        }
        let yaml = |files: &Package| {
            let text: std::sync::Arc<str> = files["problem.yaml"].as_str().into();
            let mut mistakes = crate::mistakes::Mistakes::new(PathBuf::from("problem.yaml"), text.clone());
            let root = crate::yaml::parse(&text, &mut mistakes).unwrap();
            let keys = ["license", "rights_owner", "keywords", "author"];
            let keys = keys.map(|key| root.entry(key).map(|node| node.value.json()));
            let uuid = files["problem.yaml"].contains("01234567-89ab-cdef-0123-456789abcdef");
            (keys, uuid)
        };
        prop_assert_eq!(yaml(&files), yaml(&back));
    }
}

#[test]
fn what_gets_some_points_and_what_gets_none_stay_so() {
    let mut files = tests(true, "1\n");
    for (name, text) in [
        ("problem.yaml", "name: Sum\ntype: scoring\n"),
        ("data/testdata.yaml", "on_reject: continue\ngrader_flags: ignore_sample\n"),
        ("data/secret/testdata.yaml", "grader_flags: first_error accept_if_any_accepted\n"),
        ("data/secret/a/testdata.yaml", "grader_flags: min\naccept_score: 40\n"),
        ("submissions/accepted/0.py", "# submission 0\n"),
        ("submissions/partially_accepted/1.py", "# submission 1\n"),
        ("submissions/wrong_answer/2.py", "# submission 2\n"),
        ("submissions/time_limit_exceeded/3.py", "# submission 3\n"),
        ("submissions/run_time_error/4.py", "# submission 4\n"),
    ] {
        files.insert(name.to_owned(), text.to_owned());
    }
    let (_folder, before, after, back) = there_and_back(&files, Format::Kattis);
    for at in 0..5 {
        let line = format!("# submission {at}\n");
        let (file, again) = (named(&files, &line).unwrap(), named(&back, &line).expect("it is kept"));
        let folder = |name: &str| name.split('/').nth(1).unwrap().to_owned();
        assert_eq!(folder(file), folder(again));
        assert_eq!(meaning(&of_submission(&before, file), &before), meaning(&of_submission(&after, again), &after));
    }
}

#[test]
fn every_tag_of_polygon_comes_back() {
    const TAGS: [&str; 10] = [
        "main",
        "accepted",
        "wrong-answer",
        "presentation-error",
        "time-limit-exceeded",
        "memory-limit-exceeded",
        "time-limit-exceeded-or-accepted",
        "time-limit-exceeded-or-memory-limit-exceeded",
        "rejected",
        "failed",
    ];
    let solutions: String = TAGS
        .iter()
        .map(|tag| {
            format!("<solution tag=\"{tag}\"><source path=\"solutions/{tag}.py\" type=\"python.3\"/></solution>")
        })
        .collect();
    let xml = format!(
        "<problem revision=\"1\" short-name=\"sum\"><names><name language=\"english\" value=\"Sum\"/></names>\
         <judging><testset name=\"tests\"><time-limit>1000</time-limit><memory-limit>268435456</memory-limit>\
         <test-count>2</test-count><input-path-pattern>tests/%02d</input-path-pattern>\
         <answer-path-pattern>tests/%02d.a</answer-path-pattern>\
         <tests><test method=\"manual\" sample=\"true\"/><test method=\"manual\"/></tests>\
         </testset></judging><assets><checker name=\"std::wcmp.cpp\" type=\"testlib\"/><solutions>{solutions}</solutions></assets></problem>"
    );
    let mut files: Package = TAGS.iter().map(|tag| (format!("solutions/{tag}.py"), format!("# {tag}\n"))).collect();
    files.extend(["tests/01", "tests/01.a", "tests/02", "tests/02.a"].map(|name| (name.to_owned(), "1\n".to_owned())));
    files.insert("problem.xml".to_owned(), xml);
    let (_folder, _, _, back) = there_and_back(&files, Format::PolygonFiles);
    let tags = &back["solutions/tags.txt"];
    for tag in TAGS {
        let line = format!("# {tag}\n");
        let file = back.iter().find(|(name, text)| name.starts_with("solutions/") && text.contains(&line));
        let file = file.unwrap_or_else(|| panic!("{tag} is lost")).0.trim_start_matches("solutions/");
        // Packages do not distinguish what these two and those two words mean.
        let same = match tag {
            "presentation-error" => "wrong-answer",
            "failed" => "rejected",
            other => other,
        };
        assert!(tags.contains(&format!("{same}\t{file}\n")), "{tag}: {tags}");
    }
}
