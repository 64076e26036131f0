//! Selections on a small catalog made by hand.

use super::*;
use model::Omission;
use model::{Language, OnlyGlob, OnlyGlobs, ProblemId};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn problem(slug: &str, tests: &[&str]) -> Arc<Problem> {
    let root = Path::new("/w");
    let test = |id: &&str| {
        let file = |extension: &str| root.join(format!("testdata/{slug}/{id}.{extension}"));
        Arc::new(Test::new(TestId((*id).into()), file("in"), file("ans")))
    };
    Arc::new(Problem {
        title: slug.to_owned(),
        tests: tests.iter().map(test).collect(),
        dir: root.join("problems").join(slug),
        ..Problem::new(ProblemId::parse(slug).unwrap())
    })
}

fn solution(display: &str) -> Arc<Solution> {
    let (stem, extension) = display.rsplit('/').next().unwrap().rsplit_once('.').unwrap();
    let id = SolutionId::parse(stem, extension).unwrap();
    let path = Path::new("/w").join(display);
    Arc::new(Solution::new(id, Language(extension.into()), path, display.to_owned()))
}

fn catalog() -> Catalog {
    Catalog {
        root: PathBuf::from("/w"),
        problems: vec![
            problem("lonely", &["sample/01"]),
            problem("nim", &["sample/01", "secret/02", "secret/03-allneg", "secret/large/04-max"]),
            problem("nim-cases", &["sample/01", "secret/02-two"]),
        ],
        solutions: [
            "solutions/cpp/nim.cpp",
            "solutions/src/bin/nim.rs",
            "solutions/cpp/nim--brute.cpp",
            "solutions/src/bin/nim--brute.rs",
            "solutions/src/bin/nim-cases.rs",
            "solutions/src/bin/nim-cases--x-not-reset.rs",
        ]
        .map(solution)
        .into(),
        left_out: [
            Omission::Problem(ProblemId::parse("broken").unwrap()),
            Omission::Solution(SolutionId::parse("nim--typo", "rs").unwrap()),
        ]
        .into(),
        unanswered: BTreeMap::new(),
        unmade: Vec::new(),
    }
}

fn selection(filters: &[&str], tests: &[&str], folder: &str) -> Selection {
    let filter = |text: &&str| {
        let there = if text.contains("/problem.") || text.starts_with("problem.") {
            PathContent::File
        } else {
            PathContent::Nothing
        };
        Filter::parse(text, Path::new(folder)).at(there)
    };
    Selection {
        filters: filters.iter().map(filter).collect(),
        tests: tests.iter().map(|text| text.parse().unwrap()).collect(),
        ..Selection::default()
    }
}

/// One line per solution: `nim/brute.rs: *` if it has all of its tests, or else their ids.
fn lines(plan: &Plan) -> Vec<String> {
    let line = |planned: &PlannedSolution| {
        let tests: Vec<&str> = planned.tests.iter().map(|test| &*test.id.0).collect();
        format!("{}: {}", planned.solution.id, if planned.is_whole() { "*".to_owned() } else { tests.join(" ") })
    };
    plan.solutions.iter().map(line).collect()
}

fn check_in(folder: &str, filters: &[&str], tests: &[&str], expected: &[&str]) {
    let plan = make(&catalog(), &selection(filters, tests, folder)).unwrap();
    assert_eq!(lines(&plan), expected, "{filters:?} {tests:?}");
}

fn check(filters: &[&str], tests: &[&str], expected: &[&str]) {
    check_in("/w", filters, tests, expected);
}

/// The error and its hint.
fn check_error(filters: &[&str], tests: &[&str], expected: &str) {
    let error = make(&catalog(), &selection(filters, tests, "/w")).unwrap_err();
    let hint = error.hint().map_or_else(String::new, |hint| format!(" [{hint}]"));
    assert_eq!(format!("{error}{hint}"), expected, "{filters:?} {tests:?}");
}

const NIM: [&str; 4] = ["nim/nim.cpp: *", "nim/nim.rs: *", "nim/brute.cpp: *", "nim/brute.rs: *"];
const CASES: [&str; 2] = ["nim-cases/nim-cases.rs: *", "nim-cases/x-not-reset.rs: *"];

#[test]
fn without_filters_everything_is_run_in_the_catalogs_order() {
    check(&[], &[], &[&NIM[..], &CASES[..]].concat());
}

#[test]
fn a_problem_is_named_by_its_slug_and_not_by_a_part_of_it() {
    check(&["nim"], &[], &NIM);
    check(&["nim/"], &[], &NIM);
    check(&["nim-cases"], &[], &CASES);
    check(&["nim-cases", "nim"], &[], &[&NIM[..], &CASES[..]].concat());
}

#[test]
fn a_solution_is_named_by_label_short_name_or_file_name() {
    check(&["nim/brute"], &[], &["nim/brute.cpp: *", "nim/brute.rs: *"]);
    check(&["nim/brute.rs"], &[], &["nim/brute.rs: *"]);
    check(&["nim/nim"], &[], &["nim/nim.cpp: *", "nim/nim.rs: *"]);
    check(&["nim/nim.rs"], &[], &["nim/nim.rs: *"]);
    check(&["nim.rs"], &[], &["nim/nim.rs: *"]);
    check(&["nim--brute"], &[], &["nim/brute.cpp: *", "nim/brute.rs: *"]);
    check(&["nim--brute.rs"], &[], &["nim/brute.rs: *"]);
    check(&["nim/nim--brute.rs"], &[], &["nim/brute.rs: *"]);
}

#[test]
fn solutions_that_are_named_add_up() {
    check(&["nim/brute.rs", "nim/nim.rs"], &[], &["nim/nim.rs: *", "nim/brute.rs: *"]);
    check(&["nim/brute.rs", "nim"], &[], &NIM);
    check(&["nim-cases/nim-cases", "nim/nim.rs"], &[], &["nim/nim.rs: *", "nim-cases/nim-cases.rs: *"]);
}

#[test]
fn a_file_in_the_folder_of_a_package_stands_for_itself() {
    let mut nim = Problem::clone(&problem("nim", &[]));
    nim.dir = PathBuf::from("/w");
    let test = |id: &str, file: &str| {
        Arc::new(Test::new(TestId(id.into()), format!("/w/{file}.in").into(), format!("/w/{file}.ans").into()))
    };
    nim.tests = vec![test("sample/1", "data/sample/1"), test("secret/2", "data/secret/2")];
    let catalog = Catalog {
        root: PathBuf::from("/w"),
        problems: vec![Arc::new(nim)],
        solutions: ["submissions/accepted/nim.cpp", "submissions/wrong_answer/nim--x.cpp"].map(solution).into(),
        ..Catalog::default()
    };
    let check = |filter: &str, expected: &[&str]| {
        let plan = make(&catalog, &selection(&[filter], &[], "/w")).unwrap();
        assert_eq!(lines(&plan), expected, "{filter}");
    };
    check("submissions/accepted/nim.cpp", &["nim/nim.cpp: *"]);
    check("submissions/wrong_answer", &["nim/x.cpp: *"]);
    check("data/secret/2.ans", &["nim/nim.cpp: secret/2", "nim/x.cpp: secret/2"]);
    check("data/sample", &["nim/nim.cpp: sample/1", "nim/x.cpp: sample/1"]);
    check("problem.yaml", &["nim/nim.cpp: *", "nim/x.cpp: *"]);
    let error = |filter: &str, there: PathContent| {
        let filters = vec![Filter::parse(filter, Path::new("/w")).at(there)];
        make(&catalog, &Selection { filters, ..Selection::default() }).unwrap_err()
    };
    assert!(matches!(error("nim.cp", PathContent::Nothing), PlanError::NothingNamed { .. }));
    for file in ["submissions/accepted/draft.cpp", "data/secret/3.in", "notes.md", "a.out"] {
        assert!(matches!(error(file, PathContent::File), PlanError::ForeignFile { .. }), "{file}");
    }
    for folder in ["submissions/run_time_error", "data/secret/large", "statement"] {
        assert!(matches!(error(folder, PathContent::Folder), PlanError::ForeignFolder { .. }), "{folder}");
    }
}

/// A plain folder: several problems share it.
fn plain() -> Catalog {
    let of = |slug: &str| {
        let mut problem = Problem::clone(&problem(slug, &[]));
        problem.dir = PathBuf::from("/w");
        let file = |end: &str| PathBuf::from(format!("/w/{slug}1.{end}"));
        problem.tests = vec![Arc::new(Test::new(TestId(format!("{slug}1").into()), file("in"), file("out")))];
        Arc::new(problem)
    };
    Catalog {
        root: PathBuf::from("/w"),
        problems: ["a", "b"].map(of).into(),
        solutions: ["a.py", "b.py"].map(solution).into(),
        ..Catalog::default()
    }
}

#[test]
fn nothing_but_what_was_named_is_planned_and_no_word_is_dropped() {
    let words = [
        ("a", PathContent::Nothing, &["a/a.py"][..]),
        ("a.py", PathContent::File, &["a/a.py"]),
        ("/w/b.py", PathContent::File, &["b/b.py"]),
        ("a1.in", PathContent::File, &["a/a.py"]),
        ("b1.out", PathContent::File, &["b/b.py"]),
        (".", PathContent::Folder, &["a/a.py", "b/b.py"]),
        ("c.py", PathContent::File, &[]),
        ("old/a.py", PathContent::File, &[]),
        ("old", PathContent::Folder, &[]),
        ("notes.md", PathContent::File, &[]),
        ("c1.in", PathContent::File, &[]),
        ("gone.py", PathContent::Nothing, &[]),
        ("", PathContent::Nothing, &[]),
    ];
    let catalog = plain();
    let planned = |chosen: &[(&str, PathContent, &[&str])]| {
        let filters = chosen.iter().map(|(word, there, _)| Filter::parse(word, Path::new("/w")).at(*there)).collect();
        let plan = make(&catalog, &Selection { filters, ..Selection::default() });
        plan.map(|plan| plan.solutions.iter().map(|it| it.solution.id.to_string()).collect::<BTreeSet<_>>())
    };
    for one in words {
        for other in words {
            let found = planned(&[one, other]);
            if one.2.is_empty() || other.2.is_empty() {
                assert!(found.is_err(), "{one:?} {other:?}: {found:?}");
                continue;
            }
            let named: BTreeSet<String> = one.2.iter().chain(other.2).map(|id| (*id).to_owned()).collect();
            assert_eq!(found.unwrap(), named, "{one:?} {other:?}");
        }
    }
}

#[test]
fn what_is_named_and_has_nothing_to_run_is_an_error_beside_what_has() {
    check_error(&["nim", "lonely"], &[], "nothing of `lonely` is left to run: it has no solutions [add a solution]");
    check_error(
        &["nim", "nim-cases/nim-cases.rs"],
        &["*allneg"],
        "nothing of `nim-cases/nim-cases.rs` is left to run: it is judged on none of the selected tests \
         [judge it in a call of its own, or loosen the tests]",
    );
}

#[test]
fn files_and_folders_are_named_by_their_paths() {
    check(&["solutions/src/bin/nim--brute.rs"], &[], &["nim/brute.rs: *"]);
    check(&["/w/solutions/src/bin/nim--brute.rs"], &[], &["nim/brute.rs: *"]);
    check(&["problems/nim"], &[], &NIM);
    check(&["problems/nim/problem.toml"], &[], &NIM);
    check(&["testdata/nim/"], &[], &NIM);
    check(&["solutions/cpp"], &[], &["nim/nim.cpp: *", "nim/brute.cpp: *"]);
    check(&["."], &[], &[&NIM[..], &CASES[..]].concat());
    check_in("/w/solutions/cpp", &["nim.cpp"], &[], &["nim/nim.cpp: *"]);
    check_in("/w/solutions/cpp", &["./nim.cpp"], &[], &["nim/nim.cpp: *"]);
    check_in("/w/solutions/cpp", &["../src/bin/nim--brute.rs"], &[], &["nim/brute.rs: *"]);
    check_in("/elsewhere", &["nim/nim.rs"], &[], &["nim/nim.rs: *"]);
}

#[test]
fn a_test_file_restricts_its_problem_to_it() {
    let of_nim =
        |test: &str| ["nim/nim.cpp", "nim/nim.rs", "nim/brute.cpp", "nim/brute.rs"].map(|s| format!("{s}: {test}"));
    let check_nim = |filters: &[&str], test: &str| {
        let plan = make(&catalog(), &selection(filters, &[], "/w")).unwrap();
        assert_eq!(lines(&plan), of_nim(test), "{filters:?}");
    };
    check_nim(&["testdata/nim/secret/02.in"], "secret/02");
    check_nim(&["testdata/nim/secret/02.ans"], "secret/02");
    check_nim(&["testdata/nim/secret/02"], "secret/02");
    check_nim(&["nim", "testdata/nim/secret/02.in"], "secret/02");
    check_nim(&["testdata/nim/secret/large"], "secret/large/04-max");
    check_nim(&["testdata/nim/secret/02.in", "testdata/nim/sample/01.in"], "sample/01 secret/02");
    check_in("/w/testdata/nim", &["secret/02.in", "nim/brute.rs"], &[], &["nim/brute.rs: secret/02"]);
    check(&["nim-cases/x-not-reset", "testdata/nim-cases/sample/01.in"], &[], &["nim-cases/x-not-reset.rs: sample/01"]);
}

#[test]
fn patterns_pick_tests_of_all_problems_in_scope() {
    check(&["nim/nim.rs"], &["03-allneg"], &["nim/nim.rs: secret/03-allneg"]);
    check(
        &["nim/nim.rs", "nim-cases/nim-cases"],
        &["secret/02*"],
        &["nim/nim.rs: secret/02", "nim-cases/nim-cases.rs: secret/02-two"],
    );
    check(
        &["nim/nim.rs", "nim-cases"],
        &["03-*", "02*"],
        &[
            "nim/nim.rs: secret/02 secret/03-allneg",
            "nim-cases/nim-cases.rs: secret/02-two",
            "nim-cases/x-not-reset.rs: secret/02-two",
        ],
    );
    check(&["nim/nim.rs"], &["02", "secret/large/*"], &["nim/nim.rs: secret/02 secret/large/04-max"]);
    check(&["nim/nim.rs"], &["**"], &["nim/nim.rs: *"]);
    check(&["nim/nim.rs"], &["sample"], &["nim/nim.rs: sample/01"]);
}

#[test]
fn a_pattern_that_is_the_id_of_a_test_means_it_and_not_others_of_its_name() {
    let catalog = Catalog {
        problems: vec![problem("nim", &["1", "a/1", "b/1", "b/2"]), problem("nim-cases", &["a/1"])],
        ..catalog()
    };
    let check = |tests: &[&str], nim: &str, other: Option<&str>| {
        let plan = make(&catalog, &selection(&[], tests, "/w")).unwrap();
        let lines = lines(&plan);
        assert!(lines.contains(&format!("nim/nim.rs: {nim}")), "{tests:?}: {lines:?}");
        let line = lines.iter().find_map(|line| line.strip_prefix("nim-cases/nim-cases.rs: "));
        assert_eq!(line, other, "{tests:?}");
    };
    check(&["1"], "1", Some("*"));
    check(&["1", "b/*"], "1 b/1 b/2", Some("*"));
    check(&["b/*"], "b/1 b/2", None);
    check(&["a/1"], "a/1", Some("*"));
    check(&["*1"], "1 a/1 b/1", Some("*"));
}

#[test]
fn a_solution_is_planned_on_the_tests_of_its_only_and_they_are_all_of_them() {
    let mut catalog = catalog();
    let brute = catalog.solutions.iter_mut().find(|s| &*s.id.extension == "rs" && s.id.label.is_some()).unwrap();
    let large = OnlyGlob { tests: glob::Pattern::new("secret/large/*").unwrap(), excludes: true };
    *brute = Arc::new(Solution { only: OnlyGlobs { globs: vec![large] }, ..(**brute).clone() });
    let of_brute = |filters: &[&str], tests: &[&str]| {
        let plan = make(&catalog, &selection(filters, tests, "/w")).unwrap();
        plan.solutions.into_iter().find(|planned| planned.solution.id.to_string() == "nim/brute.rs")
    };
    let planned = of_brute(&["nim"], &[]).unwrap();
    let tests: Vec<&str> = planned.tests.iter().map(|test| &*test.id.0).collect();
    assert_eq!(tests, ["sample/01", "secret/02", "secret/03-allneg"]);
    assert!(planned.is_whole());
    assert!(!of_brute(&["nim"], &["02"]).unwrap().is_whole());
    assert_eq!(of_brute(&["nim"], &["secret/large"]), None);
    let nothing = make(&catalog, &selection(&["nim/brute.rs"], &["secret/large"], "/w")).unwrap_err();
    assert_eq!(nothing.to_string(), "`nim/brute.rs` is judged on none of the selected tests");
}

#[test]
fn what_failed_last_time_is_run_again_and_nothing_else() {
    let id = |stem: &str, extension: &str| SolutionId::parse(stem, extension).unwrap();
    let only = [(id("nim", "rs"), TestId("secret/02".into())), (id("nim--brute", "cpp"), TestId("sample/01".into()))];
    let mut wanted = selection(&[], &[], "/w");
    wanted.only = Some(only.into());
    let plan = make(&catalog(), &wanted).unwrap();
    assert_eq!(lines(&plan), ["nim/nim.rs: secret/02", "nim/brute.cpp: sample/01"]);
    wanted.only = Some(BTreeSet::new());
    assert_eq!(make(&catalog(), &wanted), Err(PlanError::NothingLeft));
}

#[test]
fn what_names_nothing_is_an_error_with_suggestions() {
    check_error(&["nmi"], &[], "no problem or solution is called `nmi` [did you mean `nim`?]");
    check_error(&["nim", "nim-case"], &[], "no problem or solution is called `nim-case` [did you mean `nim-cases`?]");
    check_error(&["nim/brut"], &[], "no problem or solution is called `nim/brut` [did you mean `nim/brute`?]");
    check_error(
        &["nim/brute.py"],
        &[],
        "no problem or solution is called `nim/brute.py` [did you mean `nim/brute.cpp` or `nim/brute.rs`?]",
    );
    check_error(
        &["nim/03-allneg"],
        &[],
        "no problem or solution is called `nim/03-allneg` [did you mean `nim -t 03-allneg`?]",
    );
    check_error(
        &["testdata/nim/secret/20.in"],
        &[],
        "no problem or solution is called `testdata/nim/secret/20.in` [did you mean `testdata/nim/secret/02.in`?]",
    );
    check_error(&["zebra"], &[], "no problem or solution is called `zebra`");
    check_error(&[""], &[], "no problem or solution is called ``");
    check_error(&["nim"], &["30-allneg"], "no test matches `30-allneg` [did you mean `03-allneg`?]");
    check_error(
        &["nim-cases"],
        &["03-allneg"],
        "no test matches `03-allneg` [there are `sample/01` and `secret/02-two`]",
    );
    check_error(&[], &["sampel"], "no test matches `sampel` [did you mean `sample`?]");
    check_error(&["nim"], &["secert"], "no test matches `secert` [did you mean `secret`?]");
    check_error(&["lonely"], &[], "the selection leaves nothing to run [loosen the filters or the patterns of tests]");
    let empty = make(&Catalog::default(), &Selection::default());
    assert_eq!(empty, Err(PlanError::EmptyWorkspace));
}

#[test]
fn what_is_broken_is_said_to_be_broken() {
    for filter in ["broken", "broken/brute", "problems/broken", "testdata/broken/sample/01.in", "broken--x.rs"] {
        check_error(
            &[filter],
            &[],
            &format!("`{filter}` is left out because of the errors in its files [fix the errors above]"),
        );
    }
    for filter in ["nim/typo", "nim--typo.rs", "solutions/src/bin/nim--typo.rs"] {
        check_error(
            &[filter],
            &[],
            &format!("`{filter}` is left out because of the errors in its files [fix the errors above]"),
        );
    }
}

#[test]
fn what_is_named_beside_what_is_broken_is_run() {
    check(&["broken", "nim-cases"], &[], &CASES);
    check(&["nim/brute.rs", "testdata/broken/sample/01.in"], &[], &["nim/brute.rs: *"]);
    check(&["nim/typo", "nim/brute.rs"], &[], &["nim/brute.rs: *"]);
    check(&["nim/typo", "nim"], &[], &NIM);
    check(&["broken", "nim/nim.rs"], &["02"], &["nim/nim.rs: secret/02"]);
    let wanted = selection(&["broken/x", "nim", "nim/typo", "."], &[], "/w");
    assert_eq!(left_out(&catalog(), &wanted.filters).collect::<Vec<_>>(), ["broken/x", "nim/typo"]);
}

#[test]
fn what_is_broken_does_not_make_more_of_what_is_named_beside_it() {
    let message = "`nim/typo` is left out because of the errors in its files [fix the errors above]";
    check_error(&["nim/typo", "testdata/nim/secret/02.in"], &[], message);
    check_error(&["nim/typo"], &["02"], message);
    check_error(&["nim/typo", "zebra"], &[], "no problem or solution is called `zebra`");
    check_error(
        &["broken", "nim"],
        &["99-only-there"],
        "`broken` is left out because of the errors in its files [fix the errors above]",
    );
}

#[test]
fn the_time_factor_is_in_the_limits() {
    let wanted = Selection { time_factor: "3".parse().unwrap(), ..Selection::default() };
    let plan = make(&catalog(), &wanted).unwrap();
    let none = model::LanguageShare::none(model::Language("rust".into()));
    for planned in &plan.solutions {
        let limits = planned.limits_in(None, &none);
        assert_eq!((limits.cpu, limits.wall), (Duration::from_secs(3), Duration::from_secs(9)));
    }
}

#[test]
fn a_plan_counts_itself() {
    let plan = make(&catalog(), &selection(&["nim/nim.rs", "nim/brute", "nim-cases/nim-cases"], &[], "/w")).unwrap();
    assert_eq!((plan.problems(), plan.tests(), plan.runs()), (2, 6, 14));
}

/// Words that name something in the catalog above, or nothing.
fn any_filter() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "nim",
        "nim-cases",
        "nim/brute",
        "nim/brute.rs",
        "nim/nim",
        "nim-cases/x-not-reset",
        "solutions/cpp",
        "problems/nim",
        "testdata/nim/secret",
        "testdata/nim/secret/02.in",
        "testdata/nim-cases/sample/01.ans",
        "lonely",
        "zebra",
        ".",
    ])
}

fn any_pattern() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["*", "**", "0*", "secret", "secret/*", "sample/01", "04-max", "none"])
}

proptest! {
    #[test]
    fn a_selection_is_a_part_of_everything_in_the_same_order(
        filters in prop::collection::vec(any_filter(), 0..4),
        tests in prop::collection::vec(any_pattern(), 0..3),
    ) {
        let catalog = catalog();
        let all = make(&catalog, &Selection::default()).unwrap();
        let Ok(plan) = make(&catalog, &selection(&filters, &tests, "/w")) else { return Ok(()) };
        let mut rest = all.solutions.iter();
        for planned in &plan.solutions {
            let Some(whole) = rest.find(|other| other.solution.id == planned.solution.id) else {
                return Err(TestCaseError::fail("out of order, or not there at all"));
            };
            let mut tests = whole.tests.iter();
            prop_assert!(!planned.tests.is_empty());
            prop_assert!(planned.tests.iter().all(|test| tests.any(|other| other == test)));
            prop_assert_eq!(planned.is_whole(), planned.tests.len() == whole.tests.len());
        }
    }

    #[test]
    fn patterns_only_ever_take_away(
        filters in prop::collection::vec(any_filter(), 0..4),
        tests in prop::collection::vec(any_pattern(), 1..3),
    ) {
        let catalog = catalog();
        let pairs = |plan: &Plan| -> BTreeSet<(SolutionId, TestId)> {
            plan.solutions.iter().flat_map(|p| p.tests.iter().map(|t| (p.solution.id.clone(), t.id.clone()))).collect()
        };
        if let Ok(narrow) = make(&catalog, &selection(&filters, &tests, "/w")) {
            let wide = make(&catalog, &selection(&filters, &[], "/w")).unwrap();
            prop_assert!(pairs(&narrow).is_subset(&pairs(&wide)));
        }
    }

    #[test]
    fn shards_are_disjoint_and_together_the_whole(n in 1u32..9) {
        let plan = make(&catalog(), &Selection::default()).unwrap();
        let mut parts: Vec<PlannedSolution> =
            (1..=n).flat_map(|k| plan.shard(Shard::new(k, n).unwrap()).solutions).collect();
        parts.sort_by(|a, b| a.solution.id.cmp(&b.solution.id));
        prop_assert_eq!(parts, plan.solutions);
    }

    #[test]
    fn no_word_makes_it_panic(text in "\\PC*", pattern in "\\PC{0,12}") {
        let mut wanted = selection(&[&text], &[], "/w");
        wanted.tests.extend(pattern.parse());
        let _ = make(&catalog(), &wanted);
    }
}

#[test]
fn what_a_filter_touches_is_seen_before_its_tests_are_made() {
    let unmade = |slug| model::UnmadeTests { problem: problem(slug, &[]), solution: None, tests: Vec::new() };
    let mut catalog = catalog();
    catalog.unmade = vec![unmade("nim"), unmade("later")];
    catalog.left_out.insert(Omission::Problem(ProblemId::parse("later").unwrap()));
    let check = |filters: &[&str], expected: Option<&str>| {
        let filters: Vec<Filter> = filters.iter().map(|text| Filter::parse(text, Path::new("/w"))).collect();
        let touched = touched(&catalog, &filters);
        let touched = touched.map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        assert_eq!(touched.as_deref(), expected, "{filters:?}");
    };
    check(&["later"], Some("later"));
    check(&["problems/later"], Some("later"));
    check(&["problems/later/some.py"], Some("later"));
    check(&["later/solution", "nim/brute"], Some("later nim"));
    check(&["testdata/nim/sample/01.in"], Some("nim"));
    check(&["nim", "nothing"], None);
}
