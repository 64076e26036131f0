//! What becomes of each key of `problem.toml` in a package.

use super::{Format, Writer};
use crate::keys::{BuildKey, GroupKey, Limit, ManifestKey, ProgramKey, RunKey, SourceKey, Subject, TopKey};
use crate::statement::Tongue;

/// What a format makes of a key that the problem sets.
#[derive(Clone, Copy)]
enum Fate {
    /// The format says it, or the part of the export that writes it names what is lost.
    Written,
    Lost(&'static str),
    /// It is not there, and nobody is judged otherwise for that.
    Remarked(&'static str),
}

impl Writer<'_> {
    /// Names every key that the problem sets and the format cannot say.
    pub(super) fn lost_keys(&mut self) {
        let shared = self.solutions.iter().any(|solution| solution.build.shared);
        let subject = Subject { problem: self.problem, shared };
        // What a judge's rules set is not the problem's own.
        let stated = &self.problem.stated;
        let own = |key: &ManifestKey| stated.is_empty() || stated.contains_key(&key.path());
        for key in ManifestKey::all().filter(|key| key.is_set(subject) && own(key)) {
            let fate = match self.format {
                Format::Kattis | Format::Icpc | Format::Domjudge => self.in_package(key),
                Format::PolygonFiles => self.on_polygon(key),
            };
            match fate {
                Fate::Written => {}
                Fate::Lost(why) => self.lose(key.path(), why),
                Fate::Remarked(why) => self.remark(key.path(), why),
            }
        }
    }

    fn in_package(&self, key: ManifestKey) -> Fate {
        let problem = self.problem;
        match key {
            ManifestKey::Top(TopKey::Title) => Fate::Written,
            ManifestKey::Top(TopKey::TitleZh) => self.title_in_chinese(),
            ManifestKey::Source(SourceKey::Id | SourceKey::Url) if problem.source.judge.is_none() => {
                Fate::Remarked("a source has a name there, and `source.judge` is not set")
            }
            ManifestKey::Source(SourceKey::Judge | SourceKey::Id | SourceKey::Url) => Fate::Written,
            ManifestKey::Source(SourceKey::Seed) => Fate::Remarked("the format has no place for it"),
            ManifestKey::Limits(limit) => match limit {
                // `.timelimit` beside it is read by DOMjudge and by us; Kattis takes the time of
                // the slowest accepted submission.
                Limit::Time if self.format == Format::Kattis => {
                    Fate::Remarked("legacy takes it from the submissions; it stands in .timelimit beside")
                }
                Limit::Time | Limit::Memory | Limit::Output => Fate::Written,
                Limit::Wall => Fate::Lost("the format has no limit of time by the clock"),
                Limit::Stack => Fate::Lost("the format has no limit of the stack"),
                Limit::Processes | Limit::OpenFiles | Limit::FileSize => Fate::Lost(NO_SUCH_LIMIT),
            },
            ManifestKey::Run(RunKey::Fork) => Fate::Lost(NO_SUCH_LIMIT),
            ManifestKey::Run(RunKey::Passes) if self.is_legacy() => Fate::Lost("legacy knows of one pass only"),
            ManifestKey::Run(RunKey::Passes) => Fate::Written,
            ManifestKey::Run(RunKey::TimeFactors) => Fate::Lost("the time limit is the same for every language there"),
            ManifestKey::Tools(limit) => match limit {
                Limit::Time if problem.tool_limits.cpu.subsec_nanos() != 0 => {
                    Fate::Remarked("it is a whole number of seconds there, rounded up")
                }
                Limit::Time | Limit::Memory | Limit::Output => Fate::Written,
                // Its limit of the output is one of files, too.
                Limit::FileSize if problem.tool_limits.file_size == problem.tool_limits.output => Fate::Written,
                Limit::Wall | Limit::Stack | Limit::Processes | Limit::OpenFiles | Limit::FileSize => {
                    Fate::Lost("the format has no such limit of a problem's own programs")
                }
            },
            // Nobody could judge a package of such a problem.
            ManifestKey::Files(_) => Fate::Written,
            ManifestKey::Build(BuildKey::Static) => Fate::Remarked("the format's tools choose how programs are linked"),
            ManifestKey::Checker(ProgramKey::AcceptsAnswers) => {
                Fate::Lost("the format's tools try every answer as an output")
            }
            ManifestKey::Compare(_) | ManifestKey::Checker(_) | ManifestKey::Interactor(_) => Fate::Written,
            // Each group names what is lost of it.
            ManifestKey::Groups(GroupKey::Name | GroupKey::Points | GroupKey::Scoring | GroupKey::Requires)
            | ManifestKey::GroupLimits(_) => Fate::Written,
        }
    }

    fn on_polygon(&self, key: ManifestKey) -> Fate {
        match key {
            ManifestKey::Top(TopKey::Title) => Fate::Written,
            ManifestKey::Top(TopKey::TitleZh) => self.title_in_chinese(),
            ManifestKey::Source(_) => Fate::Remarked("no page of Polygon asks for it"),
            ManifestKey::Limits(Limit::Time | Limit::Memory) => Fate::Written,
            ManifestKey::Limits(_) | ManifestKey::Run(RunKey::Fork) => Fate::Lost("Polygon has no such limit"),
            ManifestKey::Run(RunKey::Passes) => Fate::Lost("Polygon runs a solution once"),
            ManifestKey::Run(RunKey::TimeFactors) => Fate::Lost("the time limit is the same for every language there"),
            ManifestKey::Tools(_) => Fate::Remarked("Polygon has limits of its own for a problem's programs"),
            ManifestKey::Build(BuildKey::Static) => Fate::Remarked("Polygon chooses how programs are linked"),
            ManifestKey::Checker(ProgramKey::Args) | ManifestKey::Interactor(ProgramKey::Args) => {
                Fate::Lost("Polygon's programs get no arguments of their own")
            }
            ManifestKey::Checker(ProgramKey::AcceptsAnswers) => {
                Fate::Remarked("Polygon does not try answers as outputs")
            }
            ManifestKey::Files(_)
            | ManifestKey::Compare(_)
            | ManifestKey::Checker(_)
            | ManifestKey::Interactor(_)
            | ManifestKey::Groups(_)
            | ManifestKey::GroupLimits(_) => Fate::Written,
        }
    }

    fn title_in_chinese(&self) -> Fate {
        match self.tongues().contains(&Tongue::Chinese) {
            true => Fate::Written,
            false => Fate::Remarked("a name is for a language that has a statement, and there is none in Chinese"),
        }
    }
}

const NO_SUCH_LIMIT: &str = "the format has no limit of processes and files: its tools choose one";
