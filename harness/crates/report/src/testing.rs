//! Invented runs, for the tests of the reporters.

use crate::Reporter;
use model::record::{self, Build, Report, Run, RunStart, Summary};
use model::{
    ByteSize, Difference, Event, Evidence, Excerpt, Fault, FaultKind, Judgement, Language, Limits, LineChange,
    LinePair, Problem, ProblemId, Rule, SkipReason, Solution, SolutionId, Span, Test, TestId, Usage, Verdict,
};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Makes a problem with `samples` + `secrets` tests, a limit of one second and 64 MiB.
pub fn problem(slug: &str, samples: usize, secrets: usize) -> Arc<Problem> {
    let test = |folder: &str, i: usize| {
        let id = format!("{folder}/{i:02}");
        let path = PathBuf::from(format!("/w/testdata/{slug}/{id}"));
        Arc::new(Test::new(TestId(id.into()), path.with_extension("in"), path.with_extension("ans")))
    };
    let tests = (1..=samples).map(|i| test("sample", i)).chain((1..=secrets).map(|i| test("secret", i)));
    Arc::new(Problem {
        title: slug.to_owned(),
        limits: Limits { memory: ByteSize::mib(64), ..Limits::default() },
        tests: tests.collect(),
        dir: PathBuf::from(format!("/w/problems/{slug}")),
        ..Problem::new(ProblemId::parse(slug).unwrap())
    })
}

/// Makes a judgement of a run of 3 ms and 2 MiB.
pub fn judged(verdict: Verdict) -> Judgement {
    let usage = Usage { cpu: ms(3.0), wall: ms(4.5), memory: ByteSize::mib(2) };
    let evidence = (verdict != Verdict::Accepted).then(|| Box::new(evidence()));
    Judgement { evidence, ..Judgement::new(verdict, usage) }
}

pub fn ms(ms: f64) -> Duration {
    Duration::from_secs_f64(ms / 1e3)
}

pub fn excerpt(text: impl AsRef<[u8]>) -> Excerpt {
    let all = text.as_ref();
    let head = all[..all.len().min(Excerpt::LIMIT)].to_vec();
    let lines = all.iter().filter(|b| **b == b'\n').count() as u64;
    Excerpt { head, tail: Vec::new(), bytes: all.len() as u64, lines: Some(lines) }
}

/// `-2` was expected, `0` was printed.
pub fn evidence() -> Evidence {
    let pair = |change, text: &str| LinePair {
        change,
        number: 1,
        output_number: None,
        text: text.into(),
        emphasis: vec![Span { start: 0, end: text.len() }],
        start: 0,
        cut: 0,
        newline: true,
    };
    Evidence {
        checker: "lines".to_owned(),
        input: excerpt("4\n-5 -2 -9 -7\n"),
        answer: excerpt("-2\n"),
        output: excerpt("0\n"),
        stderr: Excerpt::default(),
        message: None,
        difference: Some(Difference {
            line: 1,
            token: Some(1),
            expected: Some(b"-2".to_vec()),
            got: Some(b"0".to_vec()),
            off: None,
            window: vec![pair(LineChange::Missing, "-2"), pair(LineChange::Extra, "0")],
            more: false,
            hint: None,
        }),
        ..Evidence::default()
    }
}

pub fn fault(message: &str) -> Fault {
    Fault::new(FaultKind::MissingTool, message).hint("install it")
}

/// The command that started the harness.
pub const COMMAND: &str = "cargo run -p harness --";

/// One solution under construction: `Fake::new(&problem,
/// "brute").expect(WrongAnswer).verdicts("..W")`.
#[derive(Clone)]
pub struct Fake {
    problem: record::ProblemRecord,
    pub result: record::SolutionRecord,
}

impl Fake {
    /// Accepted on every test. An empty label is the model solution.
    pub fn new(problem: &Arc<Problem>, label: &str) -> Fake {
        let stem = if label.is_empty() { problem.id.to_string() } else { format!("{}--{label}", problem.id) };
        let id = SolutionId::parse(&stem, "rs").unwrap();
        let display = format!("solutions/src/bin/{stem}.rs");
        let path = PathBuf::from(format!("/w/{display}"));
        let plain = Solution::new(id, Language("rust".into()), path, display);
        let solution = Solution { size: ByteSize(900), ..plain };
        let tests = problem.tests.iter().map(|test| test.id.clone()).collect();
        let build = Build::Ready { took: ms(420.0), cached: false, warnings: String::new() };
        let again = Some(format!("{COMMAND} {}", solution.id));
        let planned = record::SolutionRecord::planned(problem, &solution, tests);
        let result = record::SolutionRecord { build, again, ..planned };
        let letters = ".".repeat(problem.tests.len());
        Fake { problem: record::ProblemRecord::of(problem), result }.verdicts(&letters)
    }

    pub fn expect(self, verdicts: &[Verdict]) -> Fake {
        let rule = Rule { tests: None, verdicts: verdicts.iter().copied().collect(), ..Rule::default() };
        self.change(|solution| solution.expected.rules.push(rule))
    }

    /// Sets one letter per test, from the first. `!` is a fault, `-` is interrupted, `d` is decided
    /// by earlier tests. Tests without a letter stay as they are.
    pub fn verdicts(self, letters: &str) -> Fake {
        self.change(|solution| {
            for (at, letter) in letters.chars().enumerate() {
                match letter {
                    '!' => solution.fault(at, fault("cannot start the sandbox: no such file")),
                    '-' => solution.skip(at, SkipReason::Interrupted),
                    'd' => solution.skip(at, SkipReason::Decided),
                    _ => {
                        let verdict = Verdict::ALL.into_iter().find(|v| v.letter() == letter).unwrap();
                        solution.judge(at, judged(verdict));
                    }
                }
            }
        })
    }

    /// Changes the result of test `i`.
    pub fn test(self, i: usize, change: impl FnOnce(&mut record::TestRecord)) -> Fake {
        self.change(|solution| change(&mut solution.tests[i]))
    }

    pub fn evidence(self, i: usize, change: impl FnOnce(&mut Evidence)) -> Fake {
        self.test(i, |test| change(test.evidence.as_mut().unwrap()))
    }

    /// Sets what test `i` used, if it was judged.
    pub fn usage(self, i: usize, cpu: Duration, memory: ByteSize) -> Fake {
        self.test(i, |test| {
            if test.is_judged() {
                (test.cpu, test.memory) = (Some(cpu), Some(memory));
            }
        })
    }

    pub fn build(self, build: Build) -> Fake {
        let left = match &build {
            Build::Ready { .. } => None,
            Build::Rejected { .. } | Build::Fault { .. } => Some(SkipReason::NotBuilt),
            Build::NoTool { .. } => Some(SkipReason::NoTool),
            Build::Skipped => Some(SkipReason::Interrupted),
        };
        self.change(|solution| {
            solution.build = build;
            if let Some(reason) = left {
                (0..solution.tests.len()).for_each(|at| solution.skip(at, reason));
            }
        })
    }

    /// Lets the package's own grader fail to make the score.
    pub fn score_fault(mut self, message: &str) -> Fake {
        self.result.settle(&self.problem, Some(Err(fault(message))));
        self
    }

    /// Changes the result, and updates everything derived from it.
    pub fn change(mut self, change: impl FnOnce(&mut record::SolutionRecord)) -> Fake {
        change(&mut self.result);
        for at in 0..self.result.tests.len() {
            if let Some(verdict) = self.result.tests[at].verdict {
                self.result.tests[at].permitted = Some(self.result.permits(at, verdict));
            }
        }
        self.result.settle(&self.problem, None);
        self
    }
}

/// Makes the events of a run with these solutions, from `Started` to `Done`; 4.2 seconds, 31
/// results from the cache.
pub fn run(fakes: Vec<Fake>) -> Vec<Event> {
    let (mut problems, mut solutions): (Vec<record::ProblemRecord>, Vec<Arc<record::SolutionRecord>>) =
        fakes.into_iter().map(|fake| (fake.problem, Arc::new(fake.result))).unzip();
    problems.dedup_by(|a, b| a.problem == b.problem);
    let runs = solutions.iter().map(|solution| solution.tests.len()).sum();
    let run = Run {
        root: "/w".to_owned(),
        runs,
        tests: runs,
        jobs: 2,
        compilers: vec!["rustc 1.95.0 -O".to_owned()],
        containment: "full".to_owned(),
        sanitized: false,
        flags: Vec::new(),
        command: COMMAND.to_owned(),
        folder: None,
        started: None,
        class: None,
        shard: None,
    };
    let mut summary = Summary::default();
    solutions.iter().for_each(|solution| summary.add(solution));
    (summary.cached, summary.took) = (31, ms(4200.0));
    let interrupted = |test: &record::TestRecord| test.skipped == Some(SkipReason::Interrupted);
    summary.interrupted = solutions.iter().flat_map(|solution| &solution.tests).any(interrupted);
    let started = RunStart { run, problems, solutions: solutions.clone() };
    let finished = solutions.drain(..).map(Event::Finished);
    std::iter::once(Event::Started(started)).chain(finished).chain([Event::Done(summary)]).collect()
}

/// Makes the record of a run with these solutions.
pub fn report(fakes: Vec<Fake>) -> Report {
    let mut report = Report::new();
    run(fakes).iter().for_each(|event| report.take(event));
    report
}

/// Passes the events to a reporter, and the record at the end of the run.
pub fn play(events: &[Event], reporter: &mut dyn Reporter) {
    let mut report = Report::new();
    for event in events {
        report.take(event);
        reporter.event(event).unwrap();
        if matches!(event, Event::Done(_)) {
            reporter.done(&report).unwrap();
        }
    }
}
