use super::*;
use crate::event::Event;
use crate::verdict::Judgement;
use crate::{Excerpt, FaultKind, GroupGrade, ProblemId, Scoring, Snippet, Solution as File, SolutionId, TestId, Usage};
use Verdict::{Accepted, CompileError, TimeLimit, WrongAnswer};
use std::path::{Path, PathBuf};

/// `tests` are ids. Those in `s/` are a group that is worth 100 points.
fn problem(tests: &[&str]) -> problem::Problem {
    let test = |id: &&str| {
        let (input, answer) = (PathBuf::new(), PathBuf::new());
        Arc::new(problem::Test::new(TestId((*id).into()), input, answer))
    };
    let inside = tests.iter().filter(|id| id.starts_with("s/")).count();
    let group = Group {
        name: "s".to_owned(),
        limits: Limits { cpu: Duration::from_secs(7), ..Limits::default() },
        points: Points::from_number(100.0).unwrap(),
        scoring: Scoring::Sum,
        requires: Vec::new(),
        tests: inside,
    };
    problem::Problem {
        title: "Nim".to_owned(),
        groups: if inside > 0 { vec![group] } else { Vec::new() },
        tests: tests.iter().map(test).collect(),
        ..problem::Problem::new(ProblemId::parse("nim").unwrap())
    }
}

fn rule(tests: Option<&str>, verdicts: &[Verdict]) -> Rule {
    Rule {
        tests: tests.map(|t| glob::Pattern::new(t).unwrap()),
        verdicts: verdicts.iter().copied().collect(),
        ..Rule::default()
    }
}

fn judgement(verdict: Verdict) -> Judgement {
    let usage =
        Usage { cpu: Duration::from_nanos(1_234_567), wall: Duration::from_millis(2), memory: ByteSize(1_000_001) };
    let output = Excerpt { head: b"\xff4\n".to_vec(), tail: Vec::new(), bytes: 3, lines: Some(1) };
    let evidence = (verdict != Accepted).then(|| Box::new(Evidence { output, ..Evidence::default() }));
    Judgement { evidence, ..Judgement::new(verdict, usage) }
}

/// A built solution of `problem` with these rules; nothing else is known of it.
fn planned(problem: &problem::Problem, rules: &[Rule]) -> SolutionRecord {
    let id = SolutionId::parse("nim--brute", "rs").unwrap();
    let expectation = Expectation { rules: rules.to_vec(), ..Expectation::default() };
    let display = "solutions/nim--brute.rs".to_owned();
    let file = File { expectation, ..File::new(id, Language("rust".into()), PathBuf::new(), display) };
    let tests = problem.tests.iter().map(|test| test.id.clone()).collect();
    let build = Build::Ready { took: Duration::ZERO, cached: true, warnings: String::new() };
    SolutionRecord {
        build,
        again: Some("harness nim/brute.rs".to_owned()),
        ..SolutionRecord::planned(problem, &file, tests)
    }
}

/// `results`: `a=. b=W c=! d=- e=+`: accepted, a verdict's letter, a fault, not run, not needed.
fn settled(rules: &[Rule], results: &str, change: impl Fn(&mut SolutionRecord)) -> SolutionRecord {
    let (ids, letters): (Vec<&str>, Vec<&str>) =
        results.split_whitespace().map(|word| word.split_once('=').unwrap()).unzip();
    let problem = problem(&ids);
    let mut solution = planned(&problem, rules);
    for (at, letter) in letters.into_iter().enumerate() {
        match letter {
            "!" => solution.fault(at, Fault::new(FaultKind::Sandbox, "broken")),
            "-" => solution.skip(at, SkipReason::Interrupted),
            "+" => solution.skip(at, SkipReason::Decided),
            _ => {
                let verdict = Verdict::ALL.into_iter().find(|v| letter.starts_with(v.letter())).unwrap();
                solution.judge(at, judgement(verdict));
            }
        }
    }
    change(&mut solution);
    solution.settle(&ProblemRecord::of(&problem), None);
    solution
}

fn check(rules: &[Rule], results: &str, expected: Status) {
    assert_eq!(settled(rules, results, |_| {}).status, expected, "{rules:?} {results}");
}

#[test]
fn no_directive_means_accepted_everywhere() {
    check(&[], "a=.", Status::Met);
    check(&[], "a=. b=W", Status::Unmet);
}

#[test]
fn an_unexpected_accepted_is_as_loud_as_a_wrong_answer() {
    let wrong = [rule(None, &[WrongAnswer])];
    check(&wrong, "a=. b=W", Status::Met);
    check(&wrong, "a=. b=.", Status::Unmet);
    check(&wrong, "a=W b=T", Status::Unmet);
}

#[test]
fn a_promise_that_nothing_kept_is_named() {
    let rules = [rule(None, &[WrongAnswer]), rule(Some("s/*"), &[TimeLimit])];
    assert_eq!(settled(&rules, "a=W b=.", |_| {}).missing, rules[1..]);
    assert_eq!(settled(&rules, "a=W b=-", |_| {}).missing, [], "the test that was not run may keep it");
}

#[test]
fn a_fault_or_a_skipped_test_leaves_it_undecided_never_met() {
    check(&[], "a=. b=!", Status::Undecided);
    check(&[], "a=. b=-", Status::Undecided);
    check(&[rule(None, &[WrongAnswer])], "a=W b=!", Status::Undecided);
    check(&[], "a=W b=!", Status::Unmet);
}

#[test]
fn a_test_that_was_not_needed_leaves_nothing_open() {
    check(&[], "a=W b=+", Status::Unmet);
    let wrong = [rule(None, &[WrongAnswer])];
    check(&wrong, "a=W b=+", Status::Met);
    check(&wrong, "a=W b=! c=+", Status::Undecided);
    assert_eq!(settled(&[rule(None, &[TimeLimit])], "a=W b=+", |_| {}).missing, [], "a surprise has decided");
    assert_eq!(settled(&wrong, "a=. b=W c=+", |_| {}).verdict, Some(WrongAnswer));
}

#[test]
fn a_part_of_the_tests_cannot_disprove_a_required_verdict() {
    let wrong = [rule(None, &[WrongAnswer])];
    assert_eq!(settled(&wrong, "a=.", |solution| solution.whole = false).status, Status::Met);
}

#[test]
fn what_is_not_built_is_undecided_and_what_does_not_compile_has_that_verdict_everywhere() {
    let rejected = |solution: &mut SolutionRecord| {
        solution.build = Build::Rejected { messages: "no".to_owned() };
        solution.skip(0, SkipReason::NotBuilt);
    };
    let solution = settled(&[], "a=-", rejected);
    let test = &solution.tests[0];
    assert_eq!(
        (solution.status, solution.verdict, test.verdict),
        (Status::Unmet, Some(CompileError), Some(CompileError))
    );
    assert!(test.is_surprise() && !test.is_judged());
    assert_eq!(settled(&[rule(None, &[CompileError])], "a=-", rejected).status, Status::Met);
    let skipped = settled(&[], "a=-", |solution| solution.build = Build::Skipped);
    assert_eq!((skipped.status, skipped.verdict), (Status::Undecided, None));
}

#[test]
fn the_verdict_is_the_one_that_an_online_judge_gives() {
    let verdict = |results: &str| settled(&[], results, |_| {}).verdict;
    assert_eq!(verdict("a=. b=."), Some(Accepted));
    assert_eq!(verdict("a=. b=T c=W"), Some(TimeLimit));
    assert_eq!(verdict("a=W b=!"), Some(WrongAnswer));
    assert_eq!(verdict("a=! b=W"), None);
    assert_eq!(verdict("a=. b=-"), None);
}

#[test]
fn a_score_must_be_what_is_said_or_all_of_it_when_only_accepted_is_expected() {
    let points = |n: f64| Points::from_number(n).unwrap();
    let wrong = [rule(None, &[WrongAnswer])];
    let status = |rules: &[Rule], range: Option<(f64, f64)>, results: &str| {
        let score = range.map(|(least, most)| ScoreRange { least: points(least), most: points(most) });
        settled(rules, results, |solution| solution.expected.score = score).status
    };
    assert_eq!(status(&[], None, "s/1=. s/2=."), Status::Met);
    assert_eq!(status(&wrong, None, "s/1=. s/2=W"), Status::Met);
    assert_eq!(status(&wrong, Some((50.0, 50.0)), "s/1=. s/2=W"), Status::Met);
    assert_eq!(status(&wrong, Some((60.0, 100.0)), "s/1=. s/2=W"), Status::Unmet);
    assert_eq!(status(&[], Some((30.0, 60.0)), "s/1=. s/2=."), Status::Unmet);
    let solution = settled(&[], "s/1=. s/2=W", |_| {});
    assert_eq!(solution.required_score, Some(ScoreRange { least: points(100.0), most: points(100.0) }));
    assert_eq!(solution.score.unwrap().points, Some(points(50.0)));
    let open = settled(&[], "s/1=. s/2=-", |_| {});
    assert_eq!((open.score.unwrap().points, open.status), (None, Status::Undecided));
}

#[test]
fn a_file_that_does_not_compile_has_no_points_and_leaves_none_open() {
    let rejected = settled(&[], "s/1=- s/2=-", |solution| {
        solution.build = Build::Rejected { messages: "no".to_owned() };
        (0..2).for_each(|at| solution.skip(at, SkipReason::NotBuilt));
    });
    let score = rejected.score.unwrap();
    assert_eq!((score.points, score.groups[0].points), (Some(Points(0)), Some(Points(0))));
}

#[test]
fn a_test_has_the_limits_of_its_group() {
    let solution = settled(&[], "s/1=. a=.", |_| {});
    let limit = |test: &str| solution.limits_of(&TestId(test.into())).cpu;
    assert_eq!((limit("s/1"), limit("a")), (Duration::from_secs(7), Limits::default().cpu));
}

#[test]
fn evidence_is_kept_for_what_explains_and_not_for_more_of_the_same() {
    let retained = |rules: &[Rule]| {
        let results: Vec<String> = (0..100).map(|i| format!("s/{i}={}", if i < 50 { "W" } else { "T" })).collect();
        let solution = Arc::new(settled(rules, &results.join(" "), |_| {})).bounded();
        assert!(solution.tests.iter().all(|test| test.again.is_some()), "every failure has its command");
        solution.tests.iter().filter(|test| test.evidence.is_some()).count()
    };
    assert_eq!(retained(&[rule(None, &[WrongAnswer, TimeLimit])]), 4);
    assert_eq!(retained(&[]), 40);
}

#[test]
fn the_command_names_exactly_one_test() {
    let check = |test: &str, expected: &str| {
        assert_eq!(again("cargo judge maxsub/kadane.rs", &TestId(test.into())), expected);
    };
    check("secret/03-allneg", "cargo judge maxsub/kadane.rs -t secret/03-allneg");
    check("secret/a b*", "cargo judge maxsub/kadane.rs -t 'secret/a b[*]'");
}

/// A report with a bit of everything.
fn report() -> Report {
    let text = "a = 1\nß = 2\n".into();
    let snippet = Some(Snippet { text, first_line: 7, span: 9..10, label: "here".to_owned() });
    let (severity, path) = (Severity::Error, PathBuf::from("problems/nim/problem.toml"));
    let found = diagnostic::Diagnostic { severity, title: "unknown key".to_owned(), path, snippet, hint: None };
    let problem = problem(&["s/1", "s/2", "s/3", "a"]);
    let solution = settled(&[rule(Some("s/*"), &[WrongAnswer])], "s/1=. s/2=W s/3=! a=-", |_| {});
    let run = Run { command: "harness".to_owned(), started: Some("now".to_owned()), ..Run::default() };
    let solutions = vec![Arc::new(solution)];
    let started = RunStart { run, problems: vec![ProblemRecord::of(&problem)], solutions: solutions.clone() };
    let mut summary = Summary { took: Duration::from_nanos(4_200_000_001), ..Summary::default() };
    summary.add(&solutions[0]);
    let mut report = Report::new();
    report.take(&Event::Diagnosed(Arc::new(vec![found])));
    report.take(&Event::Started(started));
    solutions.into_iter().for_each(|solution| report.take(&Event::Finished(solution)));
    report.take(&Event::Done(summary));
    report
}

#[test]
fn a_report_is_itself_again_when_it_is_read() {
    let report = report();
    assert_eq!(Report::parse(&report.to_json()).unwrap(), report);
    assert_eq!(Report::parse(&report.to_pretty_json()).unwrap(), report);
    assert_eq!((report.diagnostics[0].line, report.diagnostics[0].column), (Some(8), Some(3)));
    assert_eq!((report.summary.judged, report.summary.faults, report.summary.undecided), (2, 1, 1));
}

#[test]
fn the_events_of_a_report_make_the_same_report() {
    let mut report = report();
    report.diagnostics.clear();
    let mut again = Report::new();
    report.events().for_each(|event| again.take(&event));
    assert_eq!(again, report);
}

#[test]
fn other_versions_and_other_files_are_refused() {
    let parse = |json: &str| Report::parse(json.as_bytes()).unwrap_err().to_string();
    let version = "this is of version `harness-report/1`; this harness reads `harness-report/2`";
    assert_eq!(parse(r#"{"schema":"harness-report/1","summary":7}"#), version);
    for json in ["", "[]", "{}", r#"{"schema":1}"#, r#"{"schema":"harness-report/2"}"#] {
        assert_eq!(parse(json), "this is not a file of this harness", "{json}");
    }
}

/// `SNAPSHOTS=overwrite` writes the schemas again.
#[test]
fn the_published_schemas_are_those_of_these_types() {
    fn check<T: schemars::JsonSchema>(file: &str, published: &str) {
        let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
        let schema = settings.into_generator().into_root_schema_for::<T>();
        let schema = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/record");
            return std::fs::write(folder.join(file), &schema).unwrap();
        }
        assert!(schema == published, "call `SNAPSHOTS=overwrite cargo test -p model schema`, and see what changed");
    }
    check::<Report>("schema.json", JSON_SCHEMA);
    check::<Line<'_>>("lines.schema.json", LINES_SCHEMA);
    check::<Listing>("listing.schema.json", LISTING_SCHEMA);
}

#[test]
fn a_test_of_a_group_that_is_not_run_counts_as_not_accepted() {
    let mut problem = problem(&["s/1", "t/1"]);
    problem.rules.grading = Some(Arc::default());
    let status = |rules: &[Rule], blocked: bool| {
        let mut solution = planned(&problem, rules);
        solution.judge(0, judgement(WrongAnswer));
        // It was run, though that was not needed.
        solution.judge(1, judgement(Accepted));
        let blocked = blocked.then(|| "s".to_owned());
        let graded = vec![GroupGrade { group: "t".to_owned(), verdict: None, points: Some(0.0), blocked }];
        solution.settle(&ProblemRecord::of(&problem), Some(Ok(graded)));
        solution.status
    };
    let on_t = |verdicts: &[Verdict]| [rule(None, &Verdict::ALL), rule(Some("t/*"), verdicts)];
    let all = [Accepted, WrongAnswer];
    assert_eq!(status(&on_t(&[WrongAnswer, TimeLimit]), true), Status::Met);
    assert_eq!(status(&on_t(&[WrongAnswer, TimeLimit]), false), Status::Unmet);
    assert_eq!(status(&on_t(&[Accepted]), true), Status::Unmet);
    assert_eq!(status(&on_t(&[Accepted]), false), Status::Met);
    assert_eq!((status(&on_t(&all), true), status(&on_t(&all), false)), (Status::Met, Status::Met));
}

#[test]
fn a_test_that_is_not_there_leaves_open_what_it_alone_may_show() {
    let status = |rules: &[Rule], absent: &str, results: &[Verdict]| {
        let mut problem = problem(&["s/1", "s/2"]);
        problem.rules.absent.push(TestId(absent.into()));
        let mut solution = planned(&problem, rules);
        solution.tests.truncate(results.len());
        solution.whole = solution.tests.len() == solution.all_tests;
        results.iter().enumerate().for_each(|(at, verdict)| solution.judge(at, judgement(*verdict)));
        solution.settle(&ProblemRecord::of(&problem), None);
        (solution.status, solution.missing.len())
    };
    let wrong = [rule(None, &[WrongAnswer])];
    assert_eq!(status(&wrong, "s/3", &[Accepted, Accepted]), (Status::Undecided, 0));
    assert_eq!(status(&wrong, "s/3", &[Accepted, WrongAnswer]), (Status::Met, 0));
    assert_eq!(status(&wrong, "s/3", &[Accepted, TimeLimit]), (Status::Unmet, 0));
    assert_eq!(status(&[], "s/3", &[Accepted, Accepted]), (Status::Met, 0));
    // Only some tests were selected.
    assert_eq!(status(&wrong, "s/3", &[Accepted]), (Status::Met, 0));
}

#[test]
fn points_of_a_group_are_open_while_a_test_of_it_is_not_there() {
    let score = |results: &[(usize, Verdict)]| {
        let mut problem = problem(&["s/1", "s/2"]);
        problem.rules.absent.push(TestId("s/3".into()));
        let mut solution = planned(&problem, &[]);
        results.iter().for_each(|(at, verdict)| solution.judge(*at, judgement(*verdict)));
        solution.settle(&ProblemRecord::of(&problem), None);
        (solution.score.unwrap().points, solution.whole, solution.status)
    };
    assert_eq!(score(&[(0, Accepted), (1, Accepted)]), (None, false, Status::Met));
    assert_eq!(score(&[(0, Accepted), (1, WrongAnswer)]), (None, false, Status::Unmet));
    // The group of a class's whole points stays without them where one test has failed.
    let mut problem = problem(&["s/1"]);
    problem.groups[0].scoring = Scoring::PassFail;
    problem.rules.absent.push(TestId("s/3".into()));
    let mut solution = planned(&problem, &[]);
    solution.judge(0, judgement(WrongAnswer));
    solution.settle(&ProblemRecord::of(&problem), None);
    assert_eq!(solution.score.unwrap().points, Some(Points(0)));
}
