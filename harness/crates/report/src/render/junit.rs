//! `--report junit=PATH`: JUnit XML, as CI systems read it. A suite a solution, a case a test.
//!
//! A case fails when its verdict was not expected, is an error when a fault left it open, and is
//! skipped when it was not run. A promise of the whole solution that was not kept is a case of its
//! own, `expectation`; so is a score that could not be made, `score`. XML 1.0 cannot hold control
//! characters, not even escaped, so they are made visible first.

use crate::failure::{Failure, Failures};
use crate::render::terminal::plain;
use crate::text::markup::{Phrase, SanitizedName};
use crate::text::phrase;
use maud::{Markup, PreEscaped, html};
use model::record::{Build, Report, Run, SolutionRecord, TestRecord};
use model::{Fault, GroupScore, Status};
use std::time::Duration;

/// Renders the document.
pub fn render(report: &Report) -> String {
    let suites: Vec<Suite<'_>> = report.solutions.iter().map(|solution| Suite::of(solution, &report.run)).collect();
    let document = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name="harness"
            tests=(suites.iter().map(|suite| suite.cases.len()).sum::<usize>())
            failures=(suites.iter().map(Suite::failures).sum::<usize>())
            errors=(suites.iter().map(Suite::errors).sum::<usize>())
            time=(seconds(report.summary.took))
        { "\n" @for suite in &suites { (suite.element()) } }
        "\n"
    };
    document.into_string()
}

struct Suite<'a> {
    solution: &'a SolutionRecord,
    cases: Vec<Case<'a>>,
}

struct Case<'a> {
    name: &'a str,
    time: Duration,
    outcome: CaseOutcome<'a>,
    /// The test that `system-out` describes.
    test: Option<&'a TestRecord>,
}

enum CaseOutcome<'a> {
    Passed,
    /// The text is already harmless.
    Failed {
        message: String,
        kind: &'a str,
        text: String,
    },
    Error {
        fault: &'a Fault,
    },
    Skipped {
        why: String,
    },
}

impl<'a> Suite<'a> {
    fn of(solution: &'a SolutionRecord, run: &'a Run) -> Suite<'a> {
        let failures = Failures { run, unicode: true, columns: 120, outputs: None };
        let mut cases = Vec::new();
        match &solution.build {
            Build::Ready { .. } | Build::Skipped => {}
            Build::Rejected { messages } => cases.push(Case::whole(
                "build",
                match solution.status {
                    Status::Met => CaseOutcome::Passed,
                    Status::Unmet | Status::Undecided => {
                        failed("does not compile".to_owned(), &failures.compile_error(solution, messages))
                    }
                },
            )),
            Build::Fault { fault } => cases.push(Case::whole("build", CaseOutcome::Error { fault })),
            Build::NoTool { fault } => {
                cases.push(Case::whole("build", CaseOutcome::Skipped { why: fault.message.clone() }));
            }
        }
        cases.extend(solution.tests.iter().map(|test| Case::of(&failures, solution, test)));
        if solution.status == Status::Unmet && solution.surprises().next().is_none() && solution.build.is_ready() {
            let verdicts = solution.tests.iter().filter_map(|test| test.verdict);
            let unseen = || format!("expected {}, got {}", solution.expected, phrase::tally(verdicts));
            let message = phrase::wrong_score(solution, true).unwrap_or_else(unseen);
            let text = plain(&failures.missing(solution));
            let outcome = CaseOutcome::Failed { message, kind: "expectation", text };
            cases.push(Case::whole("expectation", outcome));
        }
        cases.extend(solution.score_fault().map(|fault| Case::whole("score", CaseOutcome::Error { fault })));
        Suite { solution, cases }
    }

    fn failures(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.outcome, CaseOutcome::Failed { .. })).count()
    }

    fn errors(&self) -> usize {
        self.cases.iter().filter(|case| matches!(case.outcome, CaseOutcome::Error { .. })).count()
    }

    fn element(&self) -> Markup {
        let skipped = self.cases.iter().filter(|case| matches!(case.outcome, CaseOutcome::Skipped { .. })).count();
        let time: Duration = self.cases.iter().map(|case| case.time).sum();
        html! {
            testsuite name=(SanitizedName(&self.solution.name))
                tests=(self.cases.len())
                failures=(self.failures())
                errors=(self.errors())
                skipped=(skipped)
                time=(seconds(time))
            {
                "\n" properties {
                    "\n"
                    @for (name, value) in self.properties() {
                        property name=(SanitizedName(&name)) value=(SanitizedName(&value)) {} "\n"
                    }
                }
                "\n" @for case in &self.cases { (case.element(self.solution)) }
            }
            "\n"
        }
    }

    fn properties(&self) -> Vec<(String, String)> {
        let solution = self.solution;
        let own = [
            ("path", solution.path.clone()),
            ("language", solution.language.0.to_string()),
            ("expected", solution.expected.to_string()),
            ("status", solution.status.name().to_owned()),
        ];
        let mut all: Vec<(String, String)> = own.map(|(name, value)| (name.to_owned(), value)).into();
        if let Some(score) = &solution.score {
            all.push(("score".to_owned(), phrase::points(score.points, score.of)));
            let of = |group: &GroupScore| (format!("score {}", group.group), phrase::points(group.points, group.of));
            all.extend(score.groups.iter().map(of));
        }
        let given = |test: &TestRecord| Some((format!("points {}", test.test), test.points?.to_string()));
        all.extend(solution.tests.iter().filter_map(given));
        all
    }
}

impl<'a> Case<'a> {
    /// A case of the whole solution.
    fn whole(name: &'a str, outcome: CaseOutcome<'a>) -> Case<'a> {
        Case { name, time: Duration::ZERO, outcome, test: None }
    }

    fn of(failures: &Failures<'a>, solution: &'a SolutionRecord, test: &'a TestRecord) -> Case<'a> {
        let outcome = match (test.verdict, &test.fault, test.skipped) {
            (_, Some(fault), _) => CaseOutcome::Error { fault },
            (_, None, Some(reason)) => CaseOutcome::Skipped { why: reason.name().to_owned() },
            (Some(verdict), None, None) if test.is_surprise() => {
                let unexpected = || format!("{} was not expected", verdict.name());
                let message = test.note.clone().unwrap_or_else(unexpected);
                failures.of_test(solution, test).map_or(CaseOutcome::Passed, |failure| failed(message, &failure))
            }
            (Some(_), None, None) => CaseOutcome::Passed,
            (None, None, None) => CaseOutcome::Skipped { why: "not run".to_owned() },
        };
        Case { name: &test.test.0, time: test.cpu.unwrap_or_default(), outcome, test: Some(test) }
    }

    fn element(&self, solution: &SolutionRecord) -> Markup {
        let again = self.test.and_then(|test| test.again.as_ref());
        html! {
            testcase name=(SanitizedName(self.name)) classname=(SanitizedName(&solution.name)) time=(seconds(self.time)) {
                @match &self.outcome {
                    CaseOutcome::Passed => {}
                    CaseOutcome::Failed { message, kind, text } => {
                        "\n" failure message=(Phrase(message)) type=(kind) { (text) }
                    }
                    CaseOutcome::Error { fault } => {
                        "\n" error message=(SanitizedName(&fault.message)) type=(fault.kind.name()) {
                            (SanitizedName(fault.hint.as_deref().unwrap_or_default()))
                        }
                    }
                    CaseOutcome::Skipped { why } => { "\n" skipped message=(SanitizedName(why)) {} }
                }
                @if let Some(again) = again { "\n" system-out { "again: " (Phrase(again)) } }
            }
            "\n"
        }
    }
}

fn failed<'a>(message: String, failure: &Failure<'_>) -> CaseOutcome<'a> {
    CaseOutcome::Failed { message, kind: failure.verdict.name(), text: plain(failure) }
}

/// `1.234`: seconds with milliseconds, as the format requires.
fn seconds(duration: Duration) -> String {
    format!("{:.3}", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fake, excerpt, fault, problem, report};
    use model::Verdict;
    use model::record::Build;
    use snapbox::assert_data_eq;

    fn xml(fakes: Vec<Fake>) -> String {
        render(&report(fakes))
    }

    #[test]
    fn a_score_that_could_not_be_made_is_an_error() {
        let xml = xml(vec![Fake::new(&problem("nim", 1, 1), "").score_fault("the grader crashed")]);
        assert!(xml.contains("tests=\"3\" failures=\"0\" errors=\"1\""), "{xml}");
        assert!(xml.contains("<error message=\"the grader crashed\""), "{xml}");
    }

    #[test]
    fn what_was_escaped_before_is_not_escaped_again() {
        let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").test(1, |test| {
            test.note = Some("line 1: expected a, got \\u{1b}".to_owned());
            test.again = Some("harness nim -t $'a\\x1b'".to_owned());
        });
        let xml = xml(vec![fake]);
        assert!(xml.contains("message=\"line 1: expected a, got \\u{1b}\""), "{xml}");
        assert!(xml.contains("<system-out>again: harness nim -t $'a\\x1b'<"), "{xml}");
    }

    #[test]
    fn a_suite_a_solution_and_a_case_a_test() {
        let nim = problem("nim", 1, 3);
        let fakes = vec![
            Fake::new(&nim, "").verdicts(".W!-"),
            Fake::new(&nim, "wrong").expect(&[Verdict::WrongAnswer]).verdicts(".W"),
            Fake::new(&nim, "never").expect(&[Verdict::WrongAnswer]),
            Fake::new(&nim, "typo").build(Build::Rejected { messages: "error: no\n".to_owned() }),
            Fake::new(&nim, "twin").build(Build::NoTool { fault: fault("no g++") }),
        ];
        assert_data_eq!(xml(fakes), snapbox::file!["junit/suites.xml"].raw());
    }

    #[test]
    fn another_reader_understands_it() {
        use quick_junit::{NonSuccessKind, TestCaseStatus};
        let nim = problem("nim", 1, 3);
        let evil = "]]><b>&amp;\x1b\0\u{202e}\n";
        let fake = Fake::new(&nim, "").verdicts(".W!-").evidence(1, |evidence| evidence.output = excerpt(evil));
        let read = quick_junit::Report::deserialize_from_str(&xml(vec![fake, Fake::new(&nim, "brute")])).unwrap();
        assert_eq!((read.tests, read.failures, read.errors), (8, 1, 1));
        let suite = &read.test_suites[0];
        assert_eq!((suite.name.as_str(), suite.tests), ("nim/nim.rs", 4));
        let kinds: Vec<String> = suite
            .test_cases
            .iter()
            .map(|case| match &case.status {
                TestCaseStatus::Success { .. } => "passed".to_owned(),
                TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, ty, .. } => format!("{ty:?}"),
                TestCaseStatus::NonSuccess { kind: NonSuccessKind::Error, .. } => "error".to_owned(),
                TestCaseStatus::Skipped { .. } => "skipped".to_owned(),
            })
            .collect();
        assert_eq!(kinds[0], "passed");
        assert!(kinds[1].contains("wrong-answer"), "{kinds:?}");
        assert_eq!(kinds[2..], ["error", "skipped"]);
        let TestCaseStatus::NonSuccess { description, .. } = &suite.test_cases[1].status else { panic!("{kinds:?}") };
        let description = description.as_ref().map(|text| text.to_string()).unwrap_or_default();
        assert!(description.contains("]]><b>&amp;␛␀‹U+202E›"), "{description}");
    }

    #[test]
    fn hostile_text_cannot_break_the_document() {
        let evil = "]]></failure>\x1b[2J\0\u{ffff}<x a=\"'&";
        let fake = Fake::new(&problem("nim", 1, 1), "").verdicts(".W").evidence(1, |e| e.output = excerpt(evil));
        let fake = fake.test(1, |j| j.note = Some(evil.to_owned()));
        let xml = xml(vec![fake]);
        assert_eq!(xml.matches("</failure>").count(), 1, "{xml}");
        assert!(xml.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{ffff}'), "{xml}");
        assert!(xml.contains("]]&gt;&lt;/failure&gt;␛[2J␀‹U+FFFF›&lt;x a=&quot;'&amp;"), "{xml}");
    }
}
