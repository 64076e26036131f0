//! The vocabulary of all other crates: ids, limits, verdicts, expectations, events, diagnostics.
//!
//! Data only, with serde's derives: names are written in kebab-case, times in milliseconds, sizes
//! in KiB. Empty fields are left out, so only formats with field names (JSON) can hold them.
//! Nothing here opens a file, starts a process or prints. Every other crate may use this one. Paths
//! are carried as values and never followed.

pub mod braces;
pub mod catalog;
pub mod cause;
pub mod copies;
pub mod diagnostic;
pub mod effective;
pub mod encoding;
pub mod event;
pub mod evidence;
pub mod expectation;
pub mod fault;
mod foreign;
pub mod grading;
pub mod id;
pub mod includes;
pub mod key;
pub mod language;
pub mod language_rules;
pub mod lazy;
pub mod limits;
pub mod making;
pub mod only;
mod own_file;
pub mod phrase;
pub mod points;
pub mod problem;
pub mod record;
pub mod score;
pub mod shell;
pub mod standings;
pub mod suggest;
pub mod test_names;
pub mod time_factor;
pub mod timing;
pub mod token_arguments;
pub mod usage;
pub mod verdict;

pub use catalog::{Call, Catalog, GeneratorOutput, Omission, Recipe, UnansweredTests, UnmadeTests};
pub use cause::{Blame, Cause, Crowd};
pub use diagnostic::{Diagnostic, Severity, Snippet};
pub use effective::{EffectiveLimits, LanguageShare, TimeAllowed};
pub use event::{Event, FinishedRun, InferredLimit, MeasuredRun, Progress, Work};
pub use evidence::{Deviation, Difference, Evidence, Excerpt, Finding, LineChange, LinePair, Span, Speaker, Utterance};
pub use expectation::{Expectation, GroupRule, Rule, ScoreRange, VerdictSet};
pub use fault::{Fault, FaultKind};
pub use foreign::{BlankLines, Foreign, MoreLines};
pub use grading::{GradedGroup, Grader, Grading, GroupGrade, PointsGiven, PointsOf, RulesOf, VerdictOf};
pub use id::{IdError, Language, ProblemId, SolutionId, TestId};
pub use includes::{
    Include, TESTLIB, answer_has_includes, behind, code_lines, has_includes, include, includes, is_header, uses_testlib,
};
pub use key::Key;
pub use language::{Comments, Languages, language_of_files};
pub use language_rules::{LanguageRules, RuntimeMemory, TimeFactors, TimeMultiple};
pub use lazy::Lazy;
pub use limits::{ByteSize, Limits};
pub use making::{COMMAND, Command, CommandMistake, Making};
pub use only::{OnlyGlob, OnlyGlobs};
pub use own_file::own_file;
pub use points::Points;
pub use problem::{
    BuildOptions, Checks, Comparison, ContestPlace, FileBeside, FileNames, GRAMMAR, Judging, JuryOutput, JuryRuling,
    OnlineJudge, OwnLimits, PackageRules, Problem, ProgramSpec, Protocol, Solution, Source, Test, TestJudging,
    TokenOptions,
};
pub use record::{SkipReason, Status, Summary};
pub use score::{Grade, Group, GroupScore, Score, Scoring, Worth};
pub use suggest::{nearest, nearest_few};
pub use time_factor::TimeFactor;
pub use timing::{Inference, MeasuredLimit, Side, TimeBound, TimeFrom};
pub use token_arguments::token_options;
pub use usage::Usage;
pub use verdict::{Judgement, Provenance, TimingMethod, Verdict};
