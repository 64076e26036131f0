//! What becomes of each key of `problem.toml` in a package.

use super::{Format, Writer};
use crate::keys::{BuildKey, GroupKey, Limit, ManifestKey, ProgramKey, RunKey, SourceKey, Subject, TopKey};
use crate::loss::Weight;
use crate::statement::Tongue;

/// What is lost of a key that the problem sets, and why. `None`: the format says it, or the part of
/// the export that writes it names what is lost.
type Fate = Option<(Weight, &'static str)>;

impl Writer<'_> {
    /// Names every key that the problem sets and the format cannot say.
    pub(super) fn lost_keys(&mut self) {
        let shared = self.solutions.iter().any(|solution| solution.build.shared);
        let subject = Subject { problem: self.problem, shared };
        // Where `problem.toml` states keys, a judge's rules have set the others.
        let stated = &self.problem.stated;
        let is_set_by_problem = |key: &ManifestKey| stated.is_empty() || stated.contains_key(&key.path());
        for key in ManifestKey::all().filter(|key| key.is_set(subject) && is_set_by_problem(key)) {
            if let Some((weight, why)) = self.fate(key) {
                self.lose(weight, key.path(), why);
            }
        }
    }

    fn fate(&self, key: ManifestKey) -> Fate {
        let problem = self.problem;
        let is_polygon = self.format == Format::PolygonFiles;
        match key {
            ManifestKey::Top(TopKey::TitleZh) if !self.tongues().contains(&Tongue::Chinese) => {
                setting("a name is for a language that has a statement, and there is none in Chinese")
            }
            ManifestKey::Source(_) if is_polygon => setting("no page of Polygon asks for it"),
            ManifestKey::Source(SourceKey::Id | SourceKey::Url) if problem.source.judge.is_none() => {
                setting("a source has a name there, and `source.judge` is not set")
            }
            ManifestKey::Source(SourceKey::Seed) => setting("the format has no place for it"),
            // `.timelimit` beside it is read by DOMjudge and by us; Kattis takes the time of the
            // slowest accepted submission.
            ManifestKey::Limits(Limit::Time) if self.format == Format::Kattis => {
                setting("legacy takes it from the submissions; it stands in .timelimit beside")
            }
            ManifestKey::Limits(Limit::Wall | Limit::Stack) => rule("there is no such limit"),
            ManifestKey::Limits(Limit::Output) if is_polygon => setting(CHOSEN),
            ManifestKey::Limits(Limit::Processes | Limit::OpenFiles | Limit::FileSize)
            | ManifestKey::Run(RunKey::Fork) => setting(CHOSEN),
            ManifestKey::Run(RunKey::Passes) if is_polygon || self.is_legacy() => rule("a solution is run once there"),
            ManifestKey::Run(RunKey::TimeFactors) => rule("the time limit is the same for every language there"),
            ManifestKey::Tools(_) if is_polygon => setting("Polygon has limits of its own for a problem's programs"),
            ManifestKey::Tools(Limit::Time) if problem.tool_limits.cpu.subsec_nanos() != 0 => {
                setting("it is a whole number of seconds there, rounded up")
            }
            // There, the limit on output also holds for files.
            ManifestKey::Tools(Limit::FileSize) if problem.tool_limits.file_size == problem.tool_limits.output => None,
            ManifestKey::Tools(Limit::Wall | Limit::Stack | Limit::Processes | Limit::OpenFiles | Limit::FileSize) => {
                setting("there is no such limit of a problem's own programs")
            }
            ManifestKey::Build(BuildKey::Static) => setting("the tools there choose how programs are linked"),
            ManifestKey::Checker(ProgramKey::AcceptsAnswers) => {
                setting("the tools there choose whether answers are tried as outputs")
            }
            ManifestKey::Checker(ProgramKey::Args) | ManifestKey::Interactor(ProgramKey::Args) if is_polygon => {
                rule("Polygon's programs get no arguments of their own")
            }
            // The format has a place for these, or what writes them names what is lost.
            ManifestKey::Top(TopKey::Title | TopKey::TitleZh)
            | ManifestKey::Source(SourceKey::Judge | SourceKey::Id | SourceKey::Url)
            | ManifestKey::Limits(Limit::Time | Limit::Memory | Limit::Output)
            | ManifestKey::Run(RunKey::Passes)
            | ManifestKey::Tools(Limit::Time | Limit::Memory | Limit::Output)
            | ManifestKey::Files(_)
            | ManifestKey::Compare(_)
            | ManifestKey::Checker(_)
            | ManifestKey::Interactor(_)
            | ManifestKey::Groups(GroupKey::Name | GroupKey::Points | GroupKey::Scoring | GroupKey::Requires)
            | ManifestKey::GroupLimits(_) => None,
        }
    }
}

const fn rule(why: &'static str) -> Fate {
    Some((Weight::Judging, why))
}

const fn setting(why: &'static str) -> Fate {
    Some((Weight::Note, why))
}

const CHOSEN: &str = "the tools there choose one";
