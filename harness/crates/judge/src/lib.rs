//! The judge as a library: open a folder, select, run, read verdicts.
//!
//! ```no_run
//! use judge::{Call, Caller, Cancel, Event, Opening, Restriction, Words};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     judge::init();
//!     let call = Call::of(Words::new(".", ["nim/brute"]));
//!     let Opening { judge, words, .. } = call.open()?;
//!     let plan = judge.select(&words, Restriction::default())?.plan;
//!     let mut print = |event: &Event| println!("{event:?}");
//!     let report = judge.run(&plan, &mut Caller::new(&Cancel::new()?, &mut print))?;
//!     println!("{} of {} as expected", report.summary.met, report.solutions.len());
//!     Ok(())
//! }
//! ```
//!
//! # What is where
//!
//! * [`init`]: the first line of `main`. The sandbox starts the running program once more.
//! * [`Target`]: what a word of a call means. The only place that decides it.
//! * [`Call::open`]: words → the folder or files that they name, and the words that choose from it.
//! * [`Workspace`]: the folder that was opened: problems, solutions, languages, rules, mistakes.
//! * [`Words`] and [`Workspace::select`]: words → a [`Plan`]: which solutions, on which tests,
//!   within which limits.
//! * [`BuildChange`]: sanitizers, and flags of the compiler, for the solutions of one plan.
//! * [`LooseFiles`]: files of no format, put together with the tests beside them.
//! * [`LooseFiles::once`]: the same files on one input, and what their output is worth.
//! * [`Workspace::of_pairs`], [`Workspace::with_program`]: tests and programs that are in memory.
//! * [`Workspace::run`]: a plan → events in their order, and the [`Report`].
//! * [`Workspace::to_generate`], [`Workspace::generate`], [`Workspace::keep_generated`]: tests that
//!   are made.
//! * [`Workspace::settled`], [`Workspace::recalled`]: time limits that packages leave to be
//!   inferred. Whatever judges infers them first.
//! * [`Workspace::play`]: a person in place of a program, against a problem's interactor.
//! * [`watch`]: which files were saved, what of them is due, and which tests fail.
//! * [`Workspace::time`]: how long solutions take → a time limit.
//! * [`make_workspace`], [`make_problem`]: an empty workspace, and a problem that already runs.
//! * [`Workspace::listing`]: what would be judged, for an editor.
//! * [`Workspace::explain`]: what holds for a problem, and where each value is set.
//! * [`Workspace::add`], [`Workspace::bless`]: one more test; answers from the model solution, once
//!   all that should be right have agreed. A [`Listener`] agrees before they are written.
//! * [`Workspace::check`]: what setters forget, and what is worth knowing about the tests.
//! * [`Workspace::subjects`], [`Workspace::stress`]: an input on which solutions differ;
//!   [`Workspace::save_find`]: that input as a test.
//! * [`Workspace::mutate`], [`Workspace::strengthen`]: which mistakes no test notices, and tests
//!   that do.
//! * [`Workspace::readiness`]: whether a judge will take a solution, and the file as it would get
//!   it.
//! * [`submit`]: a file → the judge that it goes to, and the verdict there.
//! * [`Workspace::export`]: a problem → a package of another format, compared with it and written.
//! * [`Workspace::to_import`], [`write_import`]: a package → files of a workspace.
//! * [`debug`]: a program with symbols, and the calls that open a debugger on a test.
//! * [`receive`]: a problem that a browser posts → its files.
//! * [`machine`]: what this machine has for judging.
//! * [`Workspace::class`]: a folder of students' files → who submitted what;
//!   [`class::Class::grade`]: what it is worth.
//! * [`Caller`]: what a use case is given that runs programs, and [`Listener`], who hears of them.
//! * [`Notice`]: what is to be said apart from the outcome. [`Error`]: why a call ended early.
//!
//! # What it must not know
//!
//! No arguments of a command line, no screen, no colour, no exit code, no signal, no reporter. It
//! prints nothing and asks nobody: outcomes, notices and mistakes are values, a question to a
//! person is a trait, cancellation is a parameter ([`Cancel`]). It reads the environment in
//! two places only: where the user's configuration and cache are ([`config`], [`places`]).

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]
#![warn(unreachable_pub)]

mod add;
mod answers;
mod begin;
mod bless;
mod build_change;
mod bundle;
mod cells;
mod check;
pub mod class;
pub mod config;
pub mod debug;
mod error;
mod explain;
mod export;
mod finds;
mod generate;
mod import;
mod inferred;
mod inputs;
mod limits;
mod listing;
mod loose;
pub mod machine;
mod made;
mod memory;
mod missing;
mod mutate;
mod notice;
mod once;
mod open;
mod own_rules;
pub mod places;
mod play;
mod program;
mod proposal;
mod readiness;
pub mod receive;
mod rules;
mod run;
mod session;
mod settle;
mod strengthen;
mod stress;
pub mod submit;
mod target;
mod time;
mod trial;
pub mod watch;
mod workspace;

pub use add::{GivenAnswer, NewPlace, NewTest, add_beside};
pub use begin::{NewProblem, language, make_problem, make_workspace};
pub use build_change::BuildChange;
pub use cells::{Containment, init};
pub use check::{CheckFindings, CheckedProblem, Loophole, OddFiles, TestFiles};
pub use error::{Error, ErrorKind, OrCannot, chain, not_written, refused};
pub use explain::{ExplainedLine, ExplainedSection};
pub use export::{Comparing, ExportRequest, UnwrittenPackage, is_zip};
pub use generate::{GeneratePlan, Locking, OnDifference, Step, StepKind, write_inputs};
pub use import::write_import;
pub use inferred::InferredLimits;
pub use inputs::{InputRequest, Inputs};
pub use listing::names_from;
pub use loose::{LoadedFiles, LooseFiles, usual_failure};
pub use missing::{known_language, no_file};
pub use mutate::{EarlierResult, Mutants, MutationFindings, MutationRequest, Search};
pub use notice::{Notice, Weight};
pub use once::{Once, OnceOutcome, RunInput, read_whole};
pub use open::{Call, Meaning, Opening};
pub use own_rules::{OwnRules, jury_program, stream_files};
pub use play::to_play;
pub use program::ProgramRequest;
pub use proposal::{AnsweredTest, Confidence, Proposal};
pub use readiness::{Finding, Mark, Readiness, ReadinessRequest};
pub use rules::{Rules, RulesInForce, called};
pub use run::Task;
pub use session::{Caller, Listener, Quiet};
pub use strengthen::{MissingTest, MissingTests, StrengthenRequest};
pub use stress::{HuntBounds, StressRequest, Subjects};
pub use target::{Files, ProgramChoice, Target};
pub use time::{RunEnd, Separation, SlowestTest, TIME_MARGIN, Times, Timing};
pub use workspace::{NamedProblem, Restriction, SelectedPlan, Words, Workspace, problem_of, test_of};

pub use beneath::Home;
pub use engine::build::{BUILD_LIMIT, Builder, Cache, LanguageEntry, Languages, SourceFile, Toolchain};
pub use engine::fingerprint::plan_id;
pub use engine::judge::Decision;
pub use engine::plan::{self, Plan};
pub use engine::run::{
    CapturedRun, FreshJudgements, Game, GameOutcome, GeneratedTest, Grammar, Line, OnFailure, Player, Settings, Sink,
    TestFile, with_watcher,
};
pub use engine::store::STORE_LIMIT;
pub use lab::mutation::{JudgedMutant, MutantFate, MutationOutcome};
pub use model::record::{self, Report};
pub use model::{self, Catalog, Event, Verdict};
pub use profiles::{ChosenBy, JudgeProfile, RuleValue, Source as RuleSource, choose};
pub use sandbox::{Cancel, Level, Sandbox};

/// What a hunt for an input did and found.
pub mod hunt {
    pub use lab::hunt::{EndReason, Fate, Find, Notice, Outcome, Stability, Statistics};
    pub use lab::refusal::Refusal;
    pub use lab::source::{Origin, Source};
}

/// Formats of problems: which one a folder has, and what its files may say.
pub mod formats {
    pub use model::test_names::Pattern;
    pub use package::config::is_sanitizer;
    pub use package::detect::{Kind, find_root};
    pub use package::draft::template::BUILT_IN;
    pub use package::draft::{self, DraftError};
    pub use package::export::{Export, Format};
    pub use package::folder::AssembledPrograms;
    pub use package::folder::pairs::{Pair, PairedFiles};
    pub use package::folder::roles::ProgramRole;
    pub use package::import::Import;
    pub use package::kattis::rules::LICENSES;
    pub use package::keys;
    pub use package::loss::{Loss, Weight};
    pub use package::statement::{Part, Tongue, parts};
}
