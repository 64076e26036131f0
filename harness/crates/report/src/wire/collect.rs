//! From events to a report: gathers what a run tells until it is whole.

use crate::terminal::phrase;
use crate::wire::{
    Amount, Build, Bytes, Diagnostic, Difference, Evidence, Excerpt, Fault, Group, GroupScore, Limits, Line, Millis,
    Named, Problem, Report, Run, SCHEMA, Score, Shard, Solution, Summary, Test, Utterance,
};
use model::{
    self, BuildResult, Event, Judging, RunHeader, SkipReason, SolutionResult, Status, TestId, TestResult, Verdict,
};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a report says that no event tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// How the harness was called, ready for a shell.
    pub command: String,
    pub started: Option<SystemTime>,
}

/// Takes the events of one run.
#[derive(Clone, Debug)]
pub struct Collector {
    report: Report,
}

impl Collector {
    pub fn new(context: Context) -> Collector {
        let run = Run { command: context.command, started: context.started.map(timestamp), ..Run::default() };
        Collector {
            report: Report {
                schema: SCHEMA.to_owned(),
                harness: env!("CARGO_PKG_VERSION").to_owned(),
                run,
                summary: Summary::default(),
                problems: Vec::new(),
                solutions: Vec::new(),
                diagnostics: Vec::new(),
            },
        }
    }

    /// Says that the run is part of a plan.
    #[must_use]
    pub fn of_shard(mut self, shard: Option<Shard>) -> Collector {
        self.report.run.shard = shard;
        self
    }

    /// Takes the next event; with the last one the report is whole, and given.
    pub fn event(&mut self, event: &Event) -> Option<&Report> {
        match event {
            Event::Started(header) => self.started(header),
            Event::Diagnosed(diagnostics) => self.report.diagnostics.extend(diagnostics.iter().map(diagnostic)),
            Event::Finished(result) => self.report.solutions.push(solution(result, &self.report.run.command)),
            Event::Done(summary) => {
                self.report.summary = Summary {
                    met: summary.met,
                    unmet: summary.unmet,
                    undecided: summary.undecided,
                    skipped: summary.skipped,
                    faults: summary.faults,
                    judged: summary.judged,
                    cached: summary.cached,
                    took_ms: Millis(whole_micros(summary.took)),
                    interrupted: summary.interrupted,
                    content_errors: summary.content_errors,
                };
                return Some(&self.report);
            }
        }
        None
    }

    /// What there is so far.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// What has come since it was last taken; what is known of the run as a whole stays.
    pub fn take(&mut self) -> Report {
        let solutions = std::mem::take(&mut self.report.solutions);
        let diagnostics = std::mem::take(&mut self.report.diagnostics);
        Report { solutions, diagnostics, ..self.report.clone() }
    }

    fn started(&mut self, header: &RunHeader) {
        self.report.run = Run {
            root: header.root.to_string_lossy().into_owned(),
            jobs: header.jobs,
            compilers: header.compilers.clone(),
            containment: header.containment.clone(),
            runs: header.runs,
            tests: header.tests,
            ..std::mem::take(&mut self.report.run)
        };
        for planned in &header.lineup {
            if self.report.problem(planned.problem.id.as_str()).is_none() {
                self.report.problems.push(problem(&planned.problem));
            }
        }
    }
}

fn problem(problem: &model::Problem) -> Problem {
    let checker = match &problem.judging {
        Judging::Compare(comparison) => comparison.name().to_owned(),
        Judging::Checker(spec) | Judging::Interactor(spec) => {
            spec.file.file_name().unwrap_or(spec.file.as_os_str()).to_string_lossy().into_owned()
        }
    };
    Problem {
        problem: problem.id.to_string(),
        title: problem.title.clone(),
        title_zh: problem.title_zh.clone(),
        limits: limits(&problem.limits),
        checker,
        passes: Some(problem.passes).filter(|passes| *passes > 1),
        groups: problem.groups.iter().map(group).collect(),
        tests: problem.tests.iter().map(|test| test.id.to_string()).collect(),
    }
}

fn limits(limits: &model::Limits) -> Limits {
    Limits {
        cpu_ms: Millis(whole_micros(limits.cpu)),
        wall_ms: Millis(whole_micros(limits.wall)),
        memory_kib: limits.memory.as_kib(),
        output_kib: limits.output.as_kib(),
    }
}

fn group(group: &model::Group) -> Group {
    Group {
        group: group.name.clone(),
        points: Amount(group.points),
        scoring: Named(group.scoring),
        requires: group.requires.clone(),
        limits: limits(&group.limits),
    }
}

/// `required`: the least and the most that it must be.
pub fn score(score: &model::Score, required: Option<(Amount, Amount)>) -> Score {
    let of_group = |group: &model::GroupScore| GroupScore {
        group: group.group.clone(),
        points: group.points.map(Amount),
        of: Amount(group.of),
        blocked: group.blocked.clone(),
    };
    Score {
        points: score.points.map(Amount),
        of: Amount(score.of),
        required,
        groups: score.groups.iter().map(of_group).collect(),
    }
}

/// Of one solution, so many surprises keep their evidence …
const SURPRISES: usize = 40;
/// … and so many promised failures of each verdict. A wrong solution fails hundreds of tests, and one or two explain it.
const PROMISED: usize = 2;

/// Drops the evidence of what is one more of the same. Verdict, usage, note and command stay.
fn keep_some_evidence(tests: &mut [Test]) {
    let mut surprises = 0;
    let mut promised = [0; Verdict::ALL.len()];
    for test in tests {
        let Some(verdict) = test.verdict else { continue };
        let (seen, most) = match test.permitted {
            Some(true) => (&mut promised[verdict.0 as usize], PROMISED),
            Some(false) | None => (&mut surprises, SURPRISES),
        };
        *seen += 1;
        if *seen > most {
            test.evidence = None;
        }
    }
}

fn solution(result: &SolutionResult, command: &str) -> Solution {
    let solution = &result.solution;
    let mut tests: Vec<Test> =
        result.tests.iter().map(|(test, outcome)| self::test(result, &test.id, outcome, command)).collect();
    keep_some_evidence(&mut tests);
    Solution {
        problem: result.problem.id.to_string(),
        solution: solution.id.stem(),
        name: solution.id.to_string(),
        language: solution.language.to_string(),
        path: solution.shown.clone(),
        expected: solution.expectation.to_string(),
        notes: solution.notes.clone(),
        status: Named(result.status),
        verdict: verdict(result).map(Named),
        score: result.score.as_ref().map(|score| {
            let required =
                solution.expectation.required_score(score.of).map(|range| (Amount(range.least), Amount(range.most)));
            self::score(score, required)
        }),
        whole: result.whole,
        seen: {
            let verdicts: Vec<_> = result.tests.iter().map(|(test, outcome)| (&test.id, outcome.verdict())).collect();
            solution.expectation.seen(&verdicts)
        },
        build: match &result.build {
            BuildResult::Ready { took, cached, warnings } => {
                Build::Ready { took_ms: Millis(whole_micros(*took)), cached: *cached, warnings: warnings.clone() }
            }
            BuildResult::Rejected { messages } => Build::Rejected { messages: messages.clone() },
            BuildResult::Fault(fault) => Build::Fault { fault: self::fault(fault) },
            BuildResult::NoTool(fault) => Build::NoTool { fault: self::fault(fault) },
            BuildResult::Skipped => Build::Skipped,
        },
        tests,
    }
}

/// The verdict of the whole file, as an online judge gives it.
fn verdict(result: &SolutionResult) -> Option<Verdict> {
    match &result.build {
        BuildResult::Ready { .. } => {}
        BuildResult::Rejected { .. } => return Some(Verdict::CompileError),
        BuildResult::Fault(_) | BuildResult::NoTool(_) | BuildResult::Skipped => return None,
    }
    let first = result.tests.iter().map(|(_, r)| r.verdict()).find(|v| *v != Some(Verdict::Accepted));
    first.unwrap_or((!result.tests.is_empty()).then_some(Verdict::Accepted))
}

fn test(result: &SolutionResult, id: &TestId, outcome: &TestResult, command: &str) -> Test {
    let again = || Some(phrase::again(command, &result.solution.id, Some(id)));
    let permitted = |verdict| Some(result.solution.expectation.permits(id, verdict));
    let nothing = Test {
        test: id.to_string(),
        verdict: None,
        cpu_ms: None,
        wall_ms: None,
        memory_kib: None,
        note: None,
        points: None,
        checker_ms: None,
        permitted: None,
        retimed: false,
        cached: false,
        skipped: None,
        fault: None,
        again: None,
        evidence: None,
    };
    match outcome {
        TestResult::Judged(judgement) => Test {
            verdict: Some(Named(judgement.verdict)),
            cpu_ms: Some(Millis(whole_micros(judgement.usage.cpu))),
            wall_ms: Some(Millis(whole_micros(judgement.usage.wall))),
            memory_kib: Some(judgement.usage.memory.as_kib()),
            note: judgement.note.clone(),
            points: judgement.points.map(Amount),
            checker_ms: judgement.checker_cpu.map(|cpu| Millis(whole_micros(cpu))),
            permitted: permitted(judgement.verdict),
            retimed: judgement.retimed,
            cached: judgement.cached,
            again: if judgement.verdict == Verdict::Accepted { None } else { again() },
            evidence: judgement
                .evidence
                .as_deref()
                .map(|evidence| Box::new(self::evidence(evidence, judgement.checker_cpu))),
            ..nothing
        },
        TestResult::Skipped(reason) => {
            let rejected = matches!(result.build, BuildResult::Rejected { .. }) && *reason == SkipReason::NotBuilt;
            Test {
                verdict: rejected.then_some(Named(Verdict::CompileError)),
                permitted: if rejected { Some(result.status == Status::Met) } else { None },
                skipped: Some(Named(*reason)),
                ..nothing
            }
        }
        TestResult::Fault(fault) => Test { fault: Some(self::fault(fault)), again: again(), ..nothing },
    }
}

fn fault(fault: &model::Fault) -> Fault {
    Fault { kind: Named(fault.kind), message: fault.message.clone(), hint: fault.hint.clone() }
}

fn evidence(evidence: &model::Evidence, checker_cpu: Option<Duration>) -> Evidence {
    Evidence {
        checker: evidence.checker.clone(),
        checker_ms: checker_cpu.map(|cpu| Millis(whole_micros(cpu))),
        input: excerpt(&evidence.input),
        answer: excerpt(&evidence.answer),
        output: excerpt(&evidence.output),
        stderr: excerpt(&evidence.stderr),
        message: evidence.message.clone(),
        transcript: evidence.transcript.iter().map(utterance).collect(),
        transcript_cut: evidence.transcript_cut,
        difference: evidence.difference.as_ref().map(|difference| Difference {
            line: difference.line,
            token: difference.token,
            expected: difference.expected.as_deref().map(Bytes::encode),
            got: difference.got.as_deref().map(Bytes::encode),
            window: difference.window.iter().map(line).collect(),
            more: difference.more,
            hint: difference.hint.clone(),
        }),
    }
}

fn utterance(utterance: &model::Utterance) -> Utterance {
    Utterance { by: Named(utterance.by), said: Bytes::encode(&utterance.bytes) }
}

fn excerpt(excerpt: &model::Excerpt) -> Excerpt {
    Excerpt { head: Bytes::encode(&excerpt.head), bytes: excerpt.bytes, lines: excerpt.lines }
}

fn line(pair: &model::LinePair) -> Line {
    Line {
        change: Named(pair.change),
        number: pair.number,
        text: Bytes::encode(&pair.text),
        emphasis: pair.emphasis.iter().map(|span| (span.start, span.end)).collect(),
        start: pair.start,
        cut: pair.cut,
        newline: pair.newline,
    }
}

fn diagnostic(diagnostic: &model::Diagnostic) -> Diagnostic {
    let place = diagnostic.snippet.as_ref().map(|snippet| {
        let before = snippet.text.get(..snippet.span.start).unwrap_or(&snippet.text);
        let line = snippet.first_line + before.matches('\n').count();
        (line, before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1)
    });
    Diagnostic {
        severity: Named(diagnostic.severity),
        title: diagnostic.title.clone(),
        path: diagnostic.path.to_string_lossy().into_owned(),
        line: place.map(|(line, _)| line),
        column: place.map(|(_, column)| column),
        hint: diagnostic.hint.clone(),
    }
}

/// What the format can hold, so that a report equals itself when it is read back.
fn whole_micros(duration: Duration) -> Duration {
    Duration::from_micros(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX))
}

/// `2026-11-21T23:05:00Z`. The calendar arithmetic is Howard Hinnant's `civil_from_days`
/// (<https://howardhinnant.github.io/date_algorithms.html>), for days since 1970.
fn timestamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the odd day is the last of the year; an era is 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + era * 400 + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{date:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, excerpt, fault, ms, play, problem, run};
    use crate::{Reporter, Tee};
    use model::{Severity, Snippet};
    use std::path::Path;
    use std::sync::Arc;

    struct Keep(Collector);

    impl Reporter for Keep {
        fn event(&mut self, event: &Event) -> std::io::Result<()> {
            self.0.event(event);
            Ok(())
        }
    }

    fn collected(fakes: Vec<Fake>) -> Report {
        let mut keep = Keep(Collector::new(Context { command: "cargo judge".to_owned(), started: None }));
        play(&run(fakes), &mut keep);
        keep.0.report().clone()
    }

    fn some_of_everything() -> Vec<Fake> {
        let (nim, wythoff) = (problem("nim", 1, 4), problem("wythoff", 1, 2));
        let wrong = Fake::new(&nim, "wrong").expect(&[Verdict::WrongAnswer]).verdicts(".W!-");
        let wrong = wrong.evidence(1, |evidence| {
            evidence.output = excerpt(b"\xff\\x00\0\n");
            let said = model::Utterance { by: model::Speaker::Judge, bytes: b"5\xff\n".to_vec() };
            evidence.transcript.push(said);
        });
        vec![
            Fake::new(&nim, "").usage(1, Duration::from_nanos(3_141_592_653), model::ByteSize(5_000_001)),
            wrong,
            Fake::new(&nim, "bad").build(BuildResult::Rejected { messages: "error: no".to_owned() }),
            Fake::new(&wythoff, "").build(BuildResult::Fault(fault("no rustc"))),
            Fake::new(&wythoff, "twin").build(BuildResult::NoTool(fault("no g++"))),
            Fake::new(&wythoff, "late").build(BuildResult::Skipped),
        ]
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let report = collected(some_of_everything());
        let json = serde_json::to_vec(&report).unwrap();
        assert_eq!(Report::parse(&json, Path::new("x")).unwrap(), report);
    }

    #[test]
    fn unknown_fields_of_the_same_version_are_ignored() {
        let report = collected(some_of_everything());
        let mut json = serde_json::to_value(&report).unwrap();
        json["news"] = 1.into();
        json["solutions"][0]["tests"][0]["news"] = 1.into();
        assert_eq!(Report::parse(json.to_string().as_bytes(), Path::new("x")).unwrap(), report);
    }

    #[test]
    fn the_fields_that_others_rely_on_have_their_names() {
        let json = serde_json::to_value(collected(some_of_everything())).unwrap();
        assert_eq!(json["schema"], "harness-report/1");
        for key in ["met", "unmet", "undecided", "faults"] {
            assert!(json["summary"][key].is_u64(), "{key}");
        }
        let wrong = &json["solutions"][1];
        assert_eq!(
            [&wrong["problem"], &wrong["solution"], &wrong["language"], &wrong["expected"], &wrong["status"]],
            ["nim", "nim--wrong", "rust", "wrong-answer", "undecided"]
        );
        let test = &wrong["tests"][1];
        assert_eq!([&test["test"], &test["verdict"]], ["secret/01", "wrong-answer"]);
        assert_eq!((test["cpu_ms"].as_f64(), test["wall_ms"].as_f64()), (Some(3.0), Some(4.5)));
        assert_eq!((test["memory_kib"].as_u64(), &test["note"]), (Some(2048), &serde_json::Value::Null));
        assert_eq!(test["again"], "cargo judge nim/wrong.rs -t secret/01");
        assert_eq!(test["evidence"]["output"]["head"]["text"], "\\xff\\\\x00\0\n");
        assert_eq!(wrong["tests"][2]["fault"]["kind"], "missing-tool");
        assert_eq!(wrong["tests"][3]["skipped"], "interrupted");
        assert!(wrong["tests"][3]["verdict"].is_null());
    }

    #[test]
    fn a_file_that_does_not_compile_has_that_verdict_everywhere() {
        let json = serde_json::to_value(collected(some_of_everything())).unwrap();
        let bad = &json["solutions"][2];
        assert_eq!([&bad["build"]["result"], &bad["verdict"]], ["rejected", "compile-error"]);
        assert_eq!([&bad["tests"][0]["verdict"], &bad["tests"][0]["skipped"]], ["compile-error", "not-built"]);
        assert_eq!(bad["tests"][0]["permitted"], false);
    }

    #[test]
    fn a_solution_has_the_verdict_an_online_judge_gives() {
        let nim = problem("nim", 1, 3);
        let check = |letters: &str, expected: Option<Verdict>| {
            let report = collected(vec![Fake::new(&nim, "").verdicts(letters)]);
            assert_eq!(report.solutions[0].verdict.map(|v| v.0), expected, "{letters}");
        };
        check("....", Some(Verdict::Accepted));
        check(".TW.", Some(Verdict::TimeLimit));
        check(".W!.", Some(Verdict::WrongAnswer));
        check(".!W.", None);
        check("...-", None);
    }

    #[test]
    fn evidence_is_kept_for_what_explains_and_not_for_more_of_the_same() {
        let nim = problem("nim", 1, 99);
        let kept = |fake: Fake| {
            let report = collected(vec![fake]);
            let tests = &report.solutions[0].tests;
            assert!(tests.iter().all(|test| test.again.is_some()), "every failure has its command");
            tests.iter().filter(|test| test.evidence.is_some()).count()
        };
        let half = format!("{}{}", "W".repeat(50), "T".repeat(50));
        let both = [Verdict::WrongAnswer, Verdict::TimeLimit];
        assert_eq!(kept(Fake::new(&nim, "").expect(&both).verdicts(&half)), 4);
        assert_eq!(kept(Fake::new(&nim, "").verdicts(&half)), 40);
    }

    #[test]
    fn a_diagnostic_has_line_and_column_of_its_carets() {
        let text: Arc<str> = "a = 1\nß = 2\n".into();
        let snippet = Snippet { text, first_line: 7, span: 9..10, label: "here".to_owned() };
        let told = diagnostic(&model::Diagnostic {
            severity: Severity::Error,
            title: "unknown key".to_owned(),
            path: "problems/nim/problem.toml".into(),
            snippet: Some(snippet),
            hint: None,
        });
        assert_eq!((told.line, told.column, told.severity.name()), (Some(8), Some(3), "error"));
    }

    #[test]
    fn the_date_is_written_in_utc() {
        let check = |seconds: u64, text: &str| assert_eq!(timestamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        check(0, "1970-01-01T00:00:00Z");
        check(951_782_399, "2000-02-28T23:59:59Z");
        check(951_782_400, "2000-02-29T00:00:00Z");
        check(1_795_302_300, "2026-11-21T23:05:00Z");
        check(4_107_542_400, "2100-03-01T00:00:00Z");
    }

    #[test]
    fn several_reporters_hear_the_same_and_one_that_fails_stops_no_other() {
        struct Broken;
        impl Reporter for Broken {
            fn event(&mut self, _: &Event) -> std::io::Result<()> {
                Err(std::io::Error::other("disk full"))
            }
        }
        struct Count<'a>(&'a std::cell::Cell<usize>);
        impl Reporter for Count<'_> {
            fn event(&mut self, _: &Event) -> std::io::Result<()> {
                self.0.set(self.0.get() + 1);
                Ok(())
            }
        }
        let heard = std::cell::Cell::new(0);
        let mut tee = Tee::new(vec![Box::new(Broken), Box::new(Count(&heard))]);
        let events = run(vec![Fake::new(&problem("nim", 1, 1), "").usage(0, ms(1.0), model::ByteSize(1))]);
        for event in &events {
            assert_eq!(tee.event(event).unwrap_err().to_string(), "disk full");
        }
        assert_eq!(heard.get(), events.len());
    }
}
