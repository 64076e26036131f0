//! Verdicts, and one judged run.

use crate::cause::Cause;
use crate::encoding::OptionalMillis;
use crate::evidence::{Evidence, Excerpt, Finding};
use crate::id::TestId;
use crate::points::Points;
use crate::usage::Usage;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A verdict on one run, or on one solution (`compile-error`).
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Accepted,
    WrongAnswer,
    PresentationError,
    TimeLimit,
    MemoryLimit,
    OutputLimit,
    RunTimeError,
    CompileError,
}

impl Verdict {
    pub const ALL: [Verdict; 8] = [
        Verdict::Accepted,
        Verdict::WrongAnswer,
        Verdict::PresentationError,
        Verdict::TimeLimit,
        Verdict::MemoryLimit,
        Verdict::OutputLimit,
        Verdict::RunTimeError,
        Verdict::CompileError,
    ];

    const fn forms(self) -> (&'static str, &'static str, char, &'static str) {
        match self {
            Verdict::Accepted => ("accepted", "AC", '.', "accepted"),
            Verdict::WrongAnswer => ("wrong-answer", "WA", 'W', "wrong answer"),
            Verdict::PresentationError => ("presentation-error", "PE", 'P', "presentation error"),
            Verdict::TimeLimit => ("time-limit", "TLE", 'T', "time limit exceeded"),
            Verdict::MemoryLimit => ("memory-limit", "MLE", 'M', "memory limit exceeded"),
            Verdict::OutputLimit => ("output-limit", "OLE", 'O', "output limit exceeded"),
            Verdict::RunTimeError => ("run-time-error", "RTE", 'R', "run-time error"),
            Verdict::CompileError => ("compile-error", "CE", 'C', "does not compile"),
        }
    }

    /// Whether the program ran and did not come to a good end, so that nobody looked at its output.
    pub const fn is_broken_off(self) -> bool {
        match self {
            Verdict::TimeLimit | Verdict::MemoryLimit | Verdict::OutputLimit | Verdict::RunTimeError => true,
            Verdict::Accepted | Verdict::WrongAnswer | Verdict::PresentationError | Verdict::CompileError => false,
        }
    }

    /// The name used everywhere: directives, JSON, JUnit.
    pub const fn name(self) -> &'static str {
        self.forms().0
    }

    /// The contest short form: `AC`, `WA`, `TLE` …
    pub const fn short(self) -> &'static str {
        self.forms().1
    }

    /// One column wide, for the strip of a solution's tests; accepted is a dot.
    pub const fn letter(self) -> char {
        self.forms().2
    }

    /// The usual words: `time limit exceeded`.
    pub const fn words(self) -> &'static str {
        self.forms().3
    }

    /// Parses [`Verdict::name`]; `None` for anything else.
    pub fn parse(name: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|v| v.name() == name)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a time was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimingMethod {
    /// While other programs of ours ran.
    #[default]
    Beside,
    /// Alone, because a run beside others was too close to the limit to be believed.
    Alone,
    /// Stopped for time beside others, and not measured alone because nothing depends on it.
    Believed,
}

/// How a judgement was come by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// Run now.
    Run(TimingMethod),
    /// Not run now: remembered, times included, from a run of the same program on the same test
    /// under the same conditions.
    Remembered(TimingMethod),
    /// Not run: this is the result of that test, which is equal.
    EqualTo(TestId, TimingMethod),
}

impl Default for Provenance {
    fn default() -> Provenance {
        Provenance::Run(TimingMethod::Beside)
    }
}

impl Provenance {
    pub const fn timed(&self) -> TimingMethod {
        match self {
            Provenance::Run(timed) | Provenance::Remembered(timed) | Provenance::EqualTo(_, timed) => *timed,
        }
    }

    /// The same measurement, in a later run that remembers it.
    #[must_use]
    pub const fn remembered(&self) -> Provenance {
        Provenance::Remembered(self.timed())
    }

    /// The same run, whose time is believed though it was not measured alone.
    #[must_use]
    pub fn believed(&self) -> Provenance {
        match self {
            Provenance::Run(_) => Provenance::Run(TimingMethod::Believed),
            Provenance::Remembered(_) => Provenance::Remembered(TimingMethod::Believed),
            Provenance::EqualTo(test, _) => Provenance::EqualTo(test.clone(), TimingMethod::Believed),
        }
    }

    pub const fn is_remembered(&self) -> bool {
        matches!(self, Provenance::Remembered(_))
    }

    fn is_default(&self) -> bool {
        *self == Provenance::default()
    }
}

/// One run, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    pub verdict: Verdict,
    pub usage: Usage,
    /// What the checker gave, in a group whose tests have points of their own; `None` elsewhere,
    /// and for all that the test is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// What a run that ended by itself, too late, would have got in time. Not remembered.
    #[serde(skip)]
    pub in_time: Option<(Verdict, Option<Points>)>,
    /// Why; for everything but `accepted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What a validator of the package format told the judge, also about what it accepts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// CPU time of the problem's own checker or interactor, if it ran, in its slowest pass.
    #[serde(rename = "checker_ms", with = "OptionalMillis", default, skip_serializing_if = "Option::is_none")]
    pub checker_cpu: Option<Duration>,
    /// How it was come by.
    #[serde(default, skip_serializing_if = "Provenance::is_default")]
    pub provenance: Provenance,
    /// The level of containment that it had, where that had fallen since the run began. Not
    /// remembered, as nothing is from there on.
    #[serde(skip)]
    pub containment: Option<&'static str>,
    /// Helps a person to understand the verdict; present for everything but `accepted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Box<Evidence>>,
    /// What the program wrote to standard error, where there is no evidence to hold it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<Box<Excerpt>>,
    /// What a sanitized program found in itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Finding>,
}

impl Judgement {
    /// Without cause, points or evidence.
    pub fn new(verdict: Verdict, usage: Usage) -> Judgement {
        Judgement {
            verdict,
            usage,
            points: None,
            in_time: None,
            cause: None,
            message: None,
            checker_cpu: None,
            provenance: Provenance::default(),
            containment: None,
            evidence: None,
            stderr: None,
            found: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ByteSize, Difference, Excerpt, FaultKind, LineChange, LinePair, Scoring, SkipReason, Span, Status};

    fn names<T: Serialize>(values: &[T]) -> Vec<String> {
        let name = |value: &T| serde_json::to_value(value).unwrap().as_str().unwrap().to_owned();
        values.iter().map(name).collect()
    }

    #[test]
    fn json_has_the_names_of_the_documents() {
        assert_eq!(names(&Verdict::ALL), Verdict::ALL.map(Verdict::name));
        let statuses = [Status::Met, Status::Unmet, Status::Undecided];
        assert_eq!(names(&statuses), statuses.map(Status::name));
        assert_eq!(names(&Scoring::ALL), Scoring::ALL.map(Scoring::name));
        assert_eq!(names(&[SkipReason::NotBuilt, SkipReason::NoTool]), ["not-built", "no-tool"]);
        assert_eq!(names(&[FaultKind::MissingTool, FaultKind::Content]), ["missing-tool", "content"]);
        let error = serde_json::from_str::<Verdict>("\"nonsense\"").unwrap_err().to_string();
        assert!(error.starts_with("unknown variant `nonsense`, expected one of `accepted`, `wrong-answer`"), "{error}");
    }

    #[test]
    fn a_judgement_is_itself_again_when_it_is_read() {
        let usage = Usage { cpu: Duration::from_micros(1_001), wall: Duration::ZERO, memory: ByteSize::kib(7) };
        let accepted = Judgement::new(Verdict::Accepted, usage);
        let json = serde_json::to_string(&accepted).unwrap();
        assert_eq!(json, r#"{"verdict":"accepted","usage":{"cpu_ms":1.001,"wall_ms":0.0,"memory_kib":7}}"#);
        assert_eq!(serde_json::from_str::<Judgement>(&json).unwrap(), accepted);

        let (text, emphasis) = (b"x\xff\\".to_vec(), vec![Span { start: 1, end: 2 }]);
        let line = LinePair {
            change: LineChange::Extra,
            number: 3,
            output_number: None,
            text,
            emphasis,
            start: 0,
            cut: 9,
            newline: true,
        };
        let got = Some(vec![0xff]);
        let difference = Difference { line: 3, token: Some(1), got, window: vec![line], ..Difference::default() };
        let output = Excerpt { head: b"4\n".to_vec(), tail: Vec::new(), bytes: 2, lines: None };
        let evidence = Evidence { output, difference: Some(difference), ..Evidence::default() };
        let wrong = Judgement {
            verdict: Verdict::WrongAnswer,
            points: Points::from_number(12.5),
            cause: Some(Cause::Differs { place: "line 3".to_owned() }),
            checker_cpu: Some(Duration::from_millis(2)),
            provenance: Provenance::EqualTo(TestId("secret/1".into()), TimingMethod::Alone),
            evidence: Some(Box::new(evidence)),
            ..accepted
        };
        assert_eq!(serde_json::from_str::<Judgement>(&serde_json::to_string(&wrong).unwrap()).unwrap(), wrong);
    }
}
