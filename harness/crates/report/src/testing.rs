//! Runs that never happened, for the tests of the reporters.

use crate::Reporter;
use model::{
    BuildResult, ByteSize, Difference, Event, Evidence, Excerpt, Expectation, Fault, FaultKind, Judgement, Judging,
    Language, Limits, LineChange, LinePair, Planned, Problem, ProblemId, Rule, RunHeader, Score, SkipReason, Solution,
    SolutionId, SolutionResult, Source, Span, Status, Summary, Test, TestId, TestResult, Usage, Verdict,
};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A problem with `samples` + `secrets` tests, a limit of one second and 64 MiB.
pub fn problem(slug: &str, samples: usize, secrets: usize) -> Arc<Problem> {
    let test = |folder: &str, i: usize| {
        let id = format!("{folder}/{i:02}");
        let path = PathBuf::from(format!("/w/testdata/{slug}/{id}"));
        Arc::new(Test { id: TestId(id.into()), input: path.with_extension("in"), answer: path.with_extension("ans") })
    };
    let tests = (1..=samples).map(|i| test("sample", i)).chain((1..=secrets).map(|i| test("secret", i)));
    Arc::new(Problem {
        id: ProblemId::parse(slug).unwrap(),
        title: slug.to_owned(),
        title_zh: None,
        source: Source::default(),
        limits: Limits { memory: ByteSize::mib(64), ..Limits::default() },
        judging: Judging::Compare(Default::default()),
        tests: tests.collect(),
        invalid: Vec::new(),
        dir: PathBuf::from(format!("/w/problems/{slug}")),
        validator: None,
        passes: 1,
        tool_limits: Limits::for_tools(),
        groups: Vec::new(),
        generator: None,
        generate: Vec::new(),
    })
}

/// A judged run of 3 ms and 2 MiB.
pub fn judged(verdict: Verdict) -> TestResult {
    let usage = Usage { cpu: ms(3.0), wall: ms(4.5), memory: ByteSize::mib(2) };
    let evidence = (verdict != Verdict::Accepted).then(|| Box::new(evidence()));
    TestResult::Judged(Judgement {
        verdict,
        usage,
        note: None,
        points: None,
        checker_cpu: None,
        retimed: false,
        cached: false,
        evidence,
    })
}

pub fn ms(ms: f64) -> Duration {
    Duration::from_secs_f64(ms / 1e3)
}

pub fn excerpt(text: impl AsRef<[u8]>) -> Excerpt {
    let all = text.as_ref();
    let head = all[..all.len().min(Excerpt::LIMIT)].to_vec();
    let lines = all.iter().filter(|b| **b == b'\n').count() as u64;
    Excerpt { head, bytes: all.len() as u64, lines: Some(lines) }
}

/// `-2` was expected, `0` was printed.
pub fn evidence() -> Evidence {
    let pair = |change, text: &str| LinePair {
        change,
        number: 1,
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

/// One solution under construction: `Fake::new(&problem, "brute").expect(WrongAnswer).verdicts("..W")`.
#[derive(Clone)]
pub struct Fake {
    pub result: SolutionResult,
}

impl Fake {
    /// Accepted on every test. An empty label is the model solution.
    pub fn new(problem: &Arc<Problem>, label: &str) -> Fake {
        let stem = if label.is_empty() { problem.id.to_string() } else { format!("{}--{label}", problem.id) };
        let solution = Solution {
            id: SolutionId::parse(&stem, "rs").unwrap(),
            language: Language("rust".into()),
            path: PathBuf::from(format!("/w/solutions/src/bin/{stem}.rs")),
            shown: format!("solutions/src/bin/{stem}.rs"),
            size: ByteSize(900),
            expectation: Expectation::default(),
            only: model::Only::default(),
            notes: Vec::new(),
        };
        let tests = problem.tests.iter().map(|test| (test.clone(), judged(Verdict::Accepted))).collect();
        let build = BuildResult::Ready { took: ms(420.0), cached: false, warnings: String::new() };
        let fake = Fake {
            result: SolutionResult {
                score: None,
                problem: problem.clone(),
                solution: Arc::new(solution),
                build,
                status: Status::Met,
                tests,
                whole: true,
            },
        };
        fake.weigh()
    }

    pub fn expect(mut self, verdicts: &[Verdict]) -> Fake {
        let rule = Rule { tests: None, verdicts: verdicts.iter().copied().collect() };
        self.solution().expectation.rules.push(rule);
        self.weigh()
    }

    /// One letter a test, from the first; `!` is a fault, `-` an interrupted one. Tests without a letter stay as they are.
    pub fn verdicts(mut self, letters: &str) -> Fake {
        for (i, letter) in letters.chars().enumerate() {
            self.result.tests[i].1 = match letter {
                '!' => TestResult::Fault(fault("cannot start the sandbox: no such file")),
                '-' => TestResult::Skipped(SkipReason::Interrupted),
                _ => judged(Verdict::ALL.into_iter().find(|v| v.letter() == letter).unwrap()),
            };
        }
        self.weigh()
    }

    /// Changes the judgement of test `i`.
    pub fn judgement(mut self, i: usize, change: impl FnOnce(&mut Judgement)) -> Fake {
        match &mut self.result.tests[i].1 {
            TestResult::Judged(judgement) => change(judgement),
            other @ (TestResult::Skipped(_) | TestResult::Fault(_)) => panic!("not judged: {other:?}"),
        }
        self.weigh()
    }

    pub fn evidence(self, i: usize, change: impl FnOnce(&mut Evidence)) -> Fake {
        self.judgement(i, |judgement| change(judgement.evidence.as_mut().unwrap()))
    }

    /// What test `i` used, where it was judged.
    pub fn usage(self, i: usize, cpu: Duration, memory: ByteSize) -> Fake {
        if self.result.tests[i].1.judgement().is_none() {
            return self;
        }
        self.judgement(i, |judgement| {
            judgement.usage.cpu = cpu;
            judgement.usage.memory = memory;
        })
    }

    pub fn build(mut self, build: BuildResult) -> Fake {
        let left = match &build {
            BuildResult::Ready { .. } => None,
            BuildResult::Rejected { .. } => Some(SkipReason::NotBuilt),
            BuildResult::Fault(_) => Some(SkipReason::NotBuilt),
            BuildResult::NoTool(_) => Some(SkipReason::NoTool),
            BuildResult::Skipped => Some(SkipReason::Interrupted),
        };
        if let Some(reason) = left {
            self.result.tests.iter_mut().for_each(|(_, result)| *result = TestResult::Skipped(reason));
        }
        self.result.build = build;
        self.weigh()
    }

    pub fn solution(&mut self) -> &mut Solution {
        Arc::make_mut(&mut self.result.solution)
    }

    fn weigh(mut self) -> Fake {
        let result = &mut self.result;
        let rejected = matches!(result.build, BuildResult::Rejected { .. });
        let verdict = |r: &TestResult| if rejected { Some(Verdict::CompileError) } else { r.verdict() };
        let results: Vec<_> = result.tests.iter().map(|(test, r)| (&test.id, verdict(r))).collect();
        let expectation = &result.solution.expectation;
        result.status = expectation.status(&results, result.whole);
        let problem = &result.problem;
        result.score = (!problem.groups.is_empty()).then(|| {
            let all: Vec<_> = problem.tests.iter().map(|test| &test.id).collect();
            let grades: Vec<_> = result.tests.iter().map(|(test, r)| (&test.id, r.grade())).collect();
            Score::of(&problem.groups, &all, &grades)
        });
        if result.score.as_ref().is_some_and(|score| result.status == Status::Met && !expectation.permits_score(score))
        {
            result.status = Status::Unmet;
        }
        self
    }
}

/// The events of a run with these solutions, from `Started` to `Done`; 4.2 seconds, 31 results from the cache.
pub fn run(fakes: Vec<Fake>) -> Vec<Event> {
    let results: Vec<Arc<SolutionResult>> = fakes.into_iter().map(|fake| Arc::new(fake.result)).collect();
    let mut problems: Vec<&ProblemId> = results.iter().map(|r| &r.problem.id).collect();
    problems.dedup();
    let runs = results.iter().map(|r| r.tests.len()).sum();
    let header = RunHeader {
        root: PathBuf::from("/w"),
        problems: problems.len(),
        solutions: results.len(),
        runs,
        tests: runs,
        jobs: 2,
        compilers: vec!["rustc 1.95.0 -O".to_owned()],
        containment: "full".to_owned(),
        lineup: results
            .iter()
            .map(|r| Planned {
                problem: r.problem.clone(),
                solution: r.solution.clone(),
                tests: r.tests.iter().map(|(test, _)| test.clone()).collect(),
            })
            .collect(),
    };
    let of = |status| results.iter().filter(|r| r.status == status).count();
    let all = || results.iter().flat_map(|r| &r.tests).map(|(_, result)| result);
    let failed_builds = results.iter().filter(|r| matches!(r.build, BuildResult::Fault(_))).count();
    let summary = Summary {
        met: of(Status::Met),
        unmet: of(Status::Unmet),
        undecided: of(Status::Undecided),
        skipped: results.iter().filter(|r| matches!(r.build, BuildResult::NoTool(_))).count(),
        faults: failed_builds + all().filter(|r| matches!(r, TestResult::Fault(_))).count(),
        judged: all().filter(|r| r.judgement().is_some()).count(),
        cached: 31,
        took: ms(4200.0),
        interrupted: all().any(|r| matches!(r, TestResult::Skipped(SkipReason::Interrupted))),
        content_errors: 0,
    };
    let finished = results.into_iter().map(Event::Finished);
    std::iter::once(Event::Started(header)).chain(finished).chain([Event::Done(summary)]).collect()
}

pub fn play(events: &[Event], reporter: &mut dyn Reporter) {
    for event in events {
        reporter.event(event).unwrap();
    }
}
