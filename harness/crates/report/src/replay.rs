//! From a report back to the events of its run, so that what was saved can be told again by any reporter.
//!
//! The inverse of `wire`'s collector as far as reporters look: ids, limits, expectations, results and evidence come back; files are never
//! opened, and the paths of inputs and answers stay empty. What a report does not say as this harness would have said it (an id that is
//! none) is left out.

use crate::wire::{
    Build, Difference, Evidence, Excerpt, Fault, Group, GroupScore, Limits, Line, Problem, Report, Score, Solution,
    Summary, Test,
};
use model::{
    self, BuildResult, ByteSize, Event, Expectation, Judgement, Judging, Language, Planned, ProblemId, Rule, RunHeader,
    SkipReason, SolutionId, SolutionResult, TestId, TestResult, Usage, Verdict, VerdictSet,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The events of the run, from `Started` to `Done`. Diagnostics are not among them: a report does not hold the text that they point into.
pub fn events(report: &Report) -> Vec<Event> {
    let root = PathBuf::from(&report.run.root);
    let problems: Vec<Arc<model::Problem>> = report.problems.iter().filter_map(problem).map(Arc::new).collect();
    let mut results = Vec::with_capacity(report.solutions.len());
    for solution in &report.solutions {
        let problem = problems.iter().find(|problem| problem.id.as_str() == solution.problem);
        results.extend(problem.and_then(|problem| result(solution, problem, &root)).map(Arc::new));
    }
    let header = RunHeader {
        root,
        problems: problems.len(),
        solutions: results.len(),
        runs: report.run.runs,
        tests: report.run.tests,
        jobs: report.run.jobs,
        compilers: report.run.compilers.clone(),
        containment: report.run.containment.clone(),
        lineup: results.iter().map(|result| planned(result)).collect(),
    };
    let mut events = vec![Event::Started(header)];
    events.extend(results.into_iter().map(Event::Finished));
    events.push(Event::Done(summary(&report.summary)));
    events
}

pub fn summary(summary: &Summary) -> model::Summary {
    model::Summary {
        met: summary.met,
        unmet: summary.unmet,
        undecided: summary.undecided,
        skipped: summary.skipped,
        faults: summary.faults,
        judged: summary.judged,
        cached: summary.cached,
        took: summary.took_ms.0,
        interrupted: summary.interrupted,
        content_errors: summary.content_errors,
    }
}

fn planned(result: &SolutionResult) -> Planned {
    Planned {
        problem: Arc::clone(&result.problem),
        solution: Arc::clone(&result.solution),
        tests: result.tests.iter().map(|(test, _)| Arc::clone(test)).collect(),
    }
}

fn problem(problem: &Problem) -> Option<model::Problem> {
    let tests: Vec<_> = problem.tests.iter().map(|id| empty_test(id)).collect();
    Some(model::Problem {
        id: ProblemId::parse(&problem.problem).ok()?,
        title: problem.title.clone(),
        title_zh: problem.title_zh.clone(),
        source: model::Source::default(),
        limits: limits(&problem.limits),
        // The name of what judged stands in the evidence.
        judging: Judging::Compare(model::Comparison::default()),
        passes: problem.passes.unwrap_or(1),
        tool_limits: model::Limits::for_tools(),
        groups: problem.groups.iter().map(|group| self::group(group, &tests)).collect(),
        tests,
        invalid: Vec::new(),
        dir: PathBuf::new(),
        validator: None,
        generator: None,
        generate: Vec::new(),
    })
}

fn limits(limits: &Limits) -> model::Limits {
    model::Limits {
        cpu: limits.cpu_ms.0,
        wall: limits.wall_ms.0,
        memory: ByteSize::kib(limits.memory_kib),
        output: ByteSize::kib(limits.output_kib),
        ..model::Limits::default()
    }
}

fn group(group: &Group, tests: &[Arc<model::Test>]) -> model::Group {
    let known = model::Group {
        name: group.group.clone(),
        limits: limits(&group.limits),
        points: group.points.0,
        scoring: group.scoring.0,
        requires: group.requires.clone(),
        tests: 0,
    };
    model::Group { tests: tests.iter().filter(|test| known.holds(&test.id)).count(), ..known }
}

fn score(score: &Score) -> model::Score {
    let group = |group: &GroupScore| model::GroupScore {
        group: group.group.clone(),
        points: group.points.map(|amount| amount.0),
        of: group.of.0,
        blocked: group.blocked.clone(),
    };
    model::Score {
        points: score.points.map(|amount| amount.0),
        of: score.of.0,
        groups: score.groups.iter().map(group).collect(),
    }
}

fn empty_test(id: &str) -> Arc<model::Test> {
    Arc::new(model::Test { id: TestId(id.into()), input: PathBuf::new(), answer: PathBuf::new() })
}

fn result(solution: &Solution, problem: &Arc<model::Problem>, root: &Path) -> Option<SolutionResult> {
    let extension = solution.name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let known = model::Solution {
        id: SolutionId::parse(&solution.solution, extension).ok()?,
        language: Language(solution.language.as_str().into()),
        path: root.join(&solution.path),
        shown: solution.path.clone(),
        size: ByteSize(0),
        expectation: expectation(&solution.expected),
        only: model::Only::default(),
        notes: solution.notes.clone(),
    };
    Some(SolutionResult {
        problem: Arc::clone(problem),
        solution: Arc::new(known),
        build: build(&solution.build),
        status: solution.status.0,
        score: solution.score.as_ref().map(score),
        tests: solution.tests.iter().map(|test| (empty_test(&test.test), outcome(test))).collect(),
        whole: solution.whole,
    })
}

fn build(build: &Build) -> BuildResult {
    match build {
        Build::Ready { took_ms, cached, warnings } => {
            BuildResult::Ready { took: took_ms.0, cached: *cached, warnings: warnings.clone() }
        }
        Build::Rejected { messages } => BuildResult::Rejected { messages: messages.clone() },
        Build::Fault { fault } => BuildResult::Fault(self::fault(fault)),
        Build::NoTool { fault } => BuildResult::NoTool(self::fault(fault)),
        Build::Skipped => BuildResult::Skipped,
    }
}

fn outcome(test: &Test) -> TestResult {
    match (&test.fault, test.skipped, test.verdict) {
        (Some(fault), ..) => TestResult::Fault(self::fault(fault)),
        (None, Some(reason), _) => TestResult::Skipped(reason.0),
        (None, None, None) => TestResult::Skipped(SkipReason::Interrupted),
        (None, None, Some(verdict)) => TestResult::Judged(Judgement {
            verdict: verdict.0,
            usage: Usage {
                cpu: test.cpu_ms.unwrap_or_default().0,
                wall: test.wall_ms.unwrap_or_default().0,
                memory: ByteSize::kib(test.memory_kib.unwrap_or(0)),
            },
            points: test.points.map(|amount| amount.0),
            // Reports of before told it of failures alone.
            checker_cpu: test.checker_ms.or_else(|| test.evidence.as_deref()?.checker_ms).map(|ms| ms.0),
            note: test.note.clone(),
            retimed: test.retimed,
            cached: test.cached,
            evidence: test.evidence.as_deref().map(|evidence| Box::new(self::evidence(evidence))),
        }),
    }
}

fn fault(fault: &Fault) -> model::Fault {
    model::Fault { kind: fault.kind.0, message: fault.message.clone(), hint: fault.hint.clone() }
}

fn evidence(evidence: &Evidence) -> model::Evidence {
    let spoken =
        |utterance: &crate::wire::Utterance| model::Utterance { by: utterance.by.0, bytes: utterance.said.decode() };
    model::Evidence {
        checker: evidence.checker.clone(),
        input: excerpt(&evidence.input),
        answer: excerpt(&evidence.answer),
        output: excerpt(&evidence.output),
        stderr: excerpt(&evidence.stderr),
        message: evidence.message.clone(),
        difference: evidence.difference.as_ref().map(difference),
        transcript: evidence.transcript.iter().map(spoken).collect(),
        transcript_cut: evidence.transcript_cut,
    }
}

fn excerpt(excerpt: &Excerpt) -> model::Excerpt {
    model::Excerpt { head: excerpt.head.decode(), bytes: excerpt.bytes, lines: excerpt.lines }
}

fn difference(difference: &Difference) -> model::Difference {
    model::Difference {
        line: difference.line,
        token: difference.token,
        expected: difference.expected.as_ref().map(super::wire::Bytes::decode),
        got: difference.got.as_ref().map(super::wire::Bytes::decode),
        window: difference.window.iter().map(line).collect(),
        more: difference.more,
        hint: difference.hint.clone(),
    }
}

fn line(line: &Line) -> model::LinePair {
    let text = line.text.decode();
    // A report that was changed by hand must not point outside its text.
    let span = |(start, end): &(usize, usize)| model::Span { start: *start.min(end), end: (*end).min(text.len()) };
    model::LinePair {
        change: line.change.0,
        number: line.number,
        emphasis: line.emphasis.iter().map(span).collect(),
        start: line.start,
        cut: line.cut,
        newline: line.newline,
        text,
    }
}

/// Reads the phrase that an [`Expectation`] is written as: `wrong-answer or time-limit on secret/*; accepted on sample/*`, perhaps with
/// `, 60 points` or `; 20..60 points` behind it.
fn expectation(phrase: &str) -> Expectation {
    let points = phrase.strip_suffix(" points").and_then(|phrase| {
        let (rules, range) = phrase.rsplit_once([';', ','])?;
        let (least, most) = range.trim().split_once("..").unwrap_or((range.trim(), range.trim()));
        let points = |text: &str| text.parse().ok().and_then(model::Points::from_number);
        Some((rules, model::ScoreRange { least: points(least)?, most: points(most)? }))
    });
    let (phrase, score) = points.map_or((phrase, None), |(rules, range)| (rules, Some(range)));
    if phrase == Verdict::Accepted.name() {
        return Expectation { rules: Vec::new(), score };
    }
    let rules = phrase.split("; ").map(|rule| {
        let (verdicts, tests) = rule.split_once(" on ").map_or((rule, None), |(verdicts, glob)| (verdicts, Some(glob)));
        let verdicts: VerdictSet = verdicts.split(" or ").filter_map(Verdict::parse).collect();
        Rule { tests: tests.and_then(|glob| glob::Pattern::new(glob).ok()), verdicts }
    });
    Expectation { rules: rules.collect(), score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, excerpt, fault, ms, play, problem, run};
    use crate::wire::{Collector, Context};
    use crate::{Options, Terminal, Verbosity};

    fn report(events: &[Event]) -> Report {
        let mut collector = Collector::new(Context::default());
        events.iter().find_map(|event| collector.event(event).cloned()).unwrap()
    }

    /// The terminal tells the replayed run as it told the run itself.
    fn check(events: &[Event]) {
        let told = |events: &[Event], verbosity| {
            let mut terminal =
                Terminal::new(Vec::new(), Options { verbosity, all_failures: true, ..Options::default() });
            play(events, &mut terminal);
            String::from_utf8(terminal.into_inner()).unwrap()
        };
        let replayed = self::events(&report(events));
        for verbosity in [Verbosity::Quiet, Verbosity::Normal, Verbosity::Verbose] {
            assert_eq!(told(&replayed, verbosity), told(events, verbosity));
        }
        assert_eq!(report(&replayed), report(events), "nothing that a report says is lost");
    }

    #[test]
    fn a_good_run_and_a_bad_one_are_told_again_word_for_word() {
        let (nim, heaps) = (problem("nim", 1, 3), problem("two-heaps", 2, 4));
        check(&run(vec![Fake::new(&nim, "").usage(1, ms(714.0), ByteSize::mib(40))]));
        check(&run(vec![
            Fake::new(&nim, ""),
            Fake::new(&nim, "wrong").verdicts(".W").evidence(1, |evidence| {
                evidence.checker = "tokens".to_owned();
                evidence.output = excerpt(b"\x1b[31m\xff 7\n");
                evidence.message = Some("no".to_owned());
            }),
            Fake::new(&heaps, "late").expect(&[Verdict::TimeLimit, Verdict::WrongAnswer]).verdicts("..T"),
            Fake::new(&heaps, "lost").verdicts(".!-"),
            Fake::new(&heaps, "right-after-all").expect(&[Verdict::WrongAnswer]),
        ]));
    }

    #[test]
    fn groups_and_points_are_told_again() {
        let mut problem = problem("heaps", 1, 3);
        let points = |n: f64| model::Points::from_number(n).unwrap();
        let limits = model::Limits { cpu: ms(70.0), ..problem.limits.clone() };
        let (name, scoring, requires) = ("secret".to_owned(), model::Scoring::Sum, vec!["sample".to_owned()]);
        let group = model::Group { name, limits, points: points(90.0), scoring, requires, tests: 3 };
        Arc::make_mut(&mut problem).groups = vec![group];
        for range in [None, Some((60.0, 60.0)), Some((10.5, 60.0))] {
            let mut half = Fake::new(&problem, "half");
            half.solution().expectation.score =
                range.map(|(least, most)| model::ScoreRange { least: points(least), most: points(most) });
            check(&run(vec![half.judgement(1, |judgement| judgement.points = Some(points(0.5)))]));
            let wrong = Fake::new(&problem, "wrong").expect(&[Verdict::WrongAnswer]).verdicts("W");
            check(&run(vec![wrong, Fake::new(&problem, "open").verdicts("..!")]));
        }
    }

    #[test]
    fn builds_that_failed_are_told_again() {
        let nim = problem("nim", 1, 1);
        check(&run(vec![
            Fake::new(&nim, "typo").build(BuildResult::Rejected { messages: "error: no\n --> a.rs:2:1\n".to_owned() }),
            Fake::new(&nim, "bad").build(BuildResult::Fault(fault("rustc: gone"))),
            Fake::new(&nim, "other").build(BuildResult::NoTool(fault("no g++"))),
            Fake::new(&nim, "left").build(BuildResult::Skipped),
        ]));
    }

    #[test]
    fn expectations_are_read_from_their_phrase() {
        for phrase in
            ["accepted", "wrong-answer", "wrong-answer or time-limit", "wrong-answer on secret/*; accepted on a/**"]
        {
            assert_eq!(expectation(phrase).to_string(), phrase);
        }
    }
}
