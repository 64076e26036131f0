//! `--report junit=PATH`: JUnit XML, as CI systems read it. A suite a solution, a case a test.
//!
//! A case fails when its verdict was not expected, is an error when a fault left it open, and is
//! skipped when it was not run. A promise of the whole solution that was not kept is a case of its
//! own, `expectation`; so is a score that could not be made, `score`. XML 1.0 cannot hold control
//! characters, not even escaped, so they are made visible first.

use crate::failure::{Failure, Failures};
use crate::render::terminal::plain;
use crate::text::markup::{self, Markup, name, tag};
use crate::text::phrase;
use model::record::{Build, Report, Run, SolutionRecord, TestRecord};
use model::{Fault, GroupScore, Status, Verdict};
use serde::Serialize;
use std::time::Duration;

/// Renders the document.
pub fn render(report: &Report) -> String {
    let suites: Vec<Suite<'_>> = report.solutions.iter().map(|solution| Suite::of(solution, &report.run)).collect();
    let cases = suites.iter().map(|suite| suite.cases.len()).sum::<usize>();
    let root = tag("testsuites")
        .with("name", "harness")
        .with("tests", cases)
        .with("failures", suites.iter().map(|suite| suite.count("failure")).sum::<usize>())
        .with("errors", suites.iter().map(|suite| suite.count("error")).sum::<usize>())
        .with("time", seconds(report.summary.took))
        .around(["\n".into(), suites.iter().map(Suite::element).sum()]);
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", root.into_string())
}

struct Suite<'a> {
    solution: &'a SolutionRecord,
    cases: Vec<Case<'a>>,
}

struct Case<'a> {
    name: &'a str,
    time: Duration,
    /// What is inside of it unless it passed: the name of the element, and the element.
    outcome: Option<(&'static str, Markup)>,
    again: Option<&'a str>,
}

impl<'a> Suite<'a> {
    fn of(solution: &'a SolutionRecord, run: &'a Run) -> Suite<'a> {
        let failures = Failures { run, unicode: true, columns: 120, outputs: None };
        let mut cases = Vec::new();
        match &solution.build {
            Build::Ready { .. } | Build::Skipped => {}
            Build::Rejected { messages } => {
                let error = || failures.compile_error(solution, messages);
                let refused = || failure("does not compile", Verdict::CompileError.name(), &error());
                cases.push(whole("build", (solution.status != Status::Met).then(refused)));
            }
            Build::Fault { fault } => cases.push(whole("build", Some(error(fault)))),
            Build::NoTool { fault } => cases.push(whole("build", Some(skipped(&fault.message)))),
        }
        cases.extend(solution.tests.iter().map(|test| of_test(&failures, solution, test)));
        if solution.status == Status::Unmet && solution.surprises().next().is_none() && solution.build.is_ready() {
            let verdicts = solution.tests.iter().filter_map(|test| test.verdict);
            let unseen = || format!("expected {}, got {}", solution.expected, phrase::tally(verdicts));
            let message = phrase::wrong_score(solution, true).unwrap_or_else(unseen);
            let outcome = failure(&message, "expectation", &failures.missing(solution));
            cases.push(whole("expectation", Some(outcome)));
        }
        cases.extend(solution.score_fault().map(|fault| whole("score", Some(error(fault)))));
        Suite { solution, cases }
    }

    /// How many cases have this element in them.
    fn count(&self, element: &str) -> usize {
        self.cases.iter().filter(|case| case.outcome.as_ref().is_some_and(|(name, _)| *name == element)).count()
    }

    fn element(&self) -> Markup {
        let time: Duration = self.cases.iter().map(|case| case.time).sum();
        let property = |(key, value): (String, String)| {
            let property = tag("property").with("name", name(&key)).with("value", name(&value)).around("");
            [property, "\n".into()].into()
        };
        let properties: Markup = self.properties().into_iter().map(property).sum();
        let content = [
            "\n".into(),
            tag("properties").around(["\n".into(), properties]),
            "\n".into(),
            self.cases.iter().map(|case| case.element(self.solution)).sum(),
        ];
        let suite = tag("testsuite")
            .with("name", name(&self.solution.name))
            .with("tests", self.cases.len())
            .with("failures", self.count("failure"))
            .with("errors", self.count("error"))
            .with("skipped", self.count("skipped"))
            .with("time", seconds(time))
            .around(content);
        [suite, "\n".into()].into()
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

impl Case<'_> {
    fn element(&self, solution: &SolutionRecord) -> Markup {
        let outcome = self.outcome.as_ref().map(|(_, element)| element.clone());
        let again = self.again.map(|again| tag("system-out").around(["again: ".into(), markup::phrase(again)]));
        let lines = [outcome, again].into_iter().flatten().map(|line| ["\n".into(), line].into());
        let case = tag("testcase")
            .with("name", name(self.name))
            .with("classname", name(&solution.name))
            .with("time", seconds(self.time))
            .around(lines.sum::<Markup>());
        [case, "\n".into()].into()
    }
}

/// A case of the whole solution.
fn whole<'a>(name: &'a str, outcome: Option<(&'static str, Markup)>) -> Case<'a> {
    Case { name, time: Duration::ZERO, outcome, again: None }
}

fn of_test<'a>(failures: &Failures<'a>, solution: &'a SolutionRecord, test: &'a TestRecord) -> Case<'a> {
    let outcome = match (test.verdict, &test.fault, test.skipped) {
        (_, Some(fault), _) => Some(error(fault)),
        (_, None, Some(reason)) => Some(skipped(&word(&reason))),
        (Some(verdict), None, None) if test.is_surprise() => {
            let unexpected = || format!("{} was not expected", verdict.name());
            let message = test.note.clone().unwrap_or_else(unexpected);
            failures.of_test(solution, test).map(|what| failure(&message, verdict.name(), &what))
        }
        (Some(_), None, None) => None,
        (None, None, None) => Some(skipped("not run")),
    };
    Case { name: &test.test.0, time: test.cpu.unwrap_or_default(), outcome, again: test.again.as_deref() }
}

fn failure(message: &str, kind: &str, what: &Failure<'_>) -> (&'static str, Markup) {
    let element = tag("failure").with("message", markup::phrase(message)).with("type", kind);
    ("failure", element.around(plain(what)))
}

fn error(fault: &Fault) -> (&'static str, Markup) {
    let error = tag("error").with("message", name(&fault.message)).with("type", word(&fault.kind));
    ("error", error.around(name(fault.hint.as_deref().unwrap_or_default())))
}

fn skipped(why: &str) -> (&'static str, Markup) {
    ("skipped", tag("skipped").with("message", name(why)).around(""))
}

/// The word that JSON has for it.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|word| Some(word.as_str()?.to_owned())).unwrap_or_default()
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
        let nim = problem("nim", 1, 3);
        let evil = "]]><b>&amp;\x1b\0\u{202e}\n";
        let fake = Fake::new(&nim, "").verdicts(".W!-").evidence(1, |evidence| evidence.output = excerpt(evil));
        let xml = xml(vec![fake, Fake::new(&nim, "brute")]);
        let read = roxmltree::Document::parse(&xml).unwrap();
        let counts = |node: roxmltree::Node<'_, '_>| {
            ["tests", "failures", "errors"].map(|name| node.attribute(name).unwrap().to_owned())
        };
        assert_eq!(counts(read.root_element()), ["8", "1", "1"]);
        let suite = read.root_element().first_element_child().unwrap();
        assert_eq!((suite.attribute("name"), suite.attribute("tests")), (Some("nim/nim.rs"), Some("4")));
        let cases = suite.children().filter(|node| node.has_tag_name("testcase"));
        let outcomes: Vec<_> = cases.map(|case| case.first_element_child()).collect();
        let names: Vec<_> = outcomes.iter().map(|outcome| outcome.map_or("", |node| node.tag_name().name())).collect();
        assert_eq!(names, ["", "failure", "error", "skipped"]);
        let failure = outcomes[1].unwrap();
        assert_eq!(failure.attribute("type"), Some("wrong-answer"));
        assert!(failure.text().is_some_and(|text| text.contains("]]><b>&amp;␛␀‹U+202E›")), "{failure:?}");
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
