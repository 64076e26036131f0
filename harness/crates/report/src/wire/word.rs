//! The model's enums by name. The model itself knows no serialisation.

use model::{FaultKind, LineChange, Scoring, Severity, SkipReason, Speaker, Status, Verdict};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// A value of the model that is written as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Named<T>(pub T);

/// An enum whose values have names.
pub trait Word: Copy + 'static {
    /// What the values are called together, for messages.
    const WHAT: &'static str;
    const ALL: &'static [Self];
    fn word(self) -> &'static str;
}

impl<T: Word> Named<T> {
    pub fn name(self) -> &'static str {
        self.0.word()
    }
}

impl<T: Word> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.word())
    }
}

impl<'de, T: Word> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let value = T::ALL.iter().find(|value| value.word() == name);
        value.map(|value| Named(*value)).ok_or_else(|| {
            let known = T::ALL.iter().map(|value| value.word()).collect::<Vec<_>>().join(", ");
            serde::de::Error::custom(format_args!("`{name}` is no {}: one of {known}", T::WHAT))
        })
    }
}

impl Word for Verdict {
    const WHAT: &'static str = "verdict";
    const ALL: &'static [Verdict] = &Verdict::ALL;
    fn word(self) -> &'static str {
        self.name()
    }
}

impl Word for Status {
    const WHAT: &'static str = "status";
    const ALL: &'static [Status] = &[Status::Met, Status::Unmet, Status::Undecided];
    fn word(self) -> &'static str {
        self.name()
    }
}

impl Word for SkipReason {
    const WHAT: &'static str = "reason to skip";
    const ALL: &'static [SkipReason] =
        &[SkipReason::NotBuilt, SkipReason::FailFast, SkipReason::Interrupted, SkipReason::NoTool];
    fn word(self) -> &'static str {
        match self {
            SkipReason::NotBuilt => "not-built",
            SkipReason::FailFast => "fail-fast",
            SkipReason::Interrupted => "interrupted",
            SkipReason::NoTool => "no-tool",
        }
    }
}

impl Word for FaultKind {
    const WHAT: &'static str = "kind of fault";
    const ALL: &'static [FaultKind] = &[
        FaultKind::MissingTool,
        FaultKind::Build,
        FaultKind::Sandbox,
        FaultKind::Checker,
        FaultKind::Content,
        FaultKind::Internal,
    ];
    fn word(self) -> &'static str {
        match self {
            FaultKind::MissingTool => "missing-tool",
            FaultKind::Build => "build",
            FaultKind::Sandbox => "sandbox",
            FaultKind::Checker => "checker",
            FaultKind::Content => "content",
            FaultKind::Internal => "internal",
        }
    }
}

impl Word for Scoring {
    const WHAT: &'static str = "way of scoring";
    const ALL: &'static [Scoring] = &Scoring::ALL;
    fn word(self) -> &'static str {
        self.name()
    }
}

impl Word for Severity {
    const WHAT: &'static str = "severity";
    const ALL: &'static [Severity] = &[Severity::Error, Severity::Warning];
    fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

impl Word for LineChange {
    const WHAT: &'static str = "change of a line";
    const ALL: &'static [LineChange] = &[LineChange::Same, LineChange::Missing, LineChange::Extra];
    fn word(self) -> &'static str {
        match self {
            LineChange::Same => "same",
            LineChange::Missing => "missing",
            LineChange::Extra => "extra",
        }
    }
}

impl Word for Speaker {
    const WHAT: &'static str = "speaker";
    const ALL: &'static [Speaker] = &[Speaker::Program, Speaker::Judge];
    fn word(self) -> &'static str {
        match self {
            Speaker::Program => "program",
            Speaker::Judge => "judge",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Word + PartialEq + std::fmt::Debug>(names: &[&str]) {
        let written: Vec<String> = T::ALL.iter().map(|v| serde_json::to_string(&Named(*v)).unwrap()).collect();
        assert_eq!(written, names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>());
        for (value, text) in T::ALL.iter().zip(&written) {
            assert_eq!(serde_json::from_str::<Named<T>>(text).unwrap(), Named(*value));
        }
        let error = serde_json::from_str::<Named<T>>("\"nonsense\"").unwrap_err().to_string();
        assert!(error.starts_with(&format!("`nonsense` is no {}", T::WHAT)), "{error}");
    }

    #[test]
    fn the_names_are_those_of_the_documents() {
        check::<Verdict>(&[
            "accepted",
            "wrong-answer",
            "presentation-error",
            "time-limit",
            "memory-limit",
            "output-limit",
            "run-time-error",
            "compile-error",
        ]);
        check::<Status>(&["met", "unmet", "undecided"]);
        check::<SkipReason>(&["not-built", "fail-fast", "interrupted", "no-tool"]);
        check::<FaultKind>(&["missing-tool", "build", "sandbox", "checker", "content", "internal"]);
        check::<Severity>(&["error", "warning"]);
        check::<LineChange>(&["same", "missing", "extra"]);
        check::<Speaker>(&["program", "judge"]);
    }
}
