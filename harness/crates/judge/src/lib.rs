//! The judge as a library: open a folder, select, run, read verdicts.
//!
//! ```no_run
//! use judge::{Call, Cancel, Opening, Restriction, Words};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     judge::init();
//!     let call = Call::of(Words::new(".", ["nim/brute"]));
//!     let Opening { judge, words, .. } = call.open()?;
//!     let plan = judge.select(&words, Restriction::default())?.plan;
//!     let report = judge.run(&plan, &Cancel::new()?, &mut |event| println!("{event:?}"))?;
//!     println!("{} of {} as expected", report.summary.met, report.solutions.len());
//!     Ok(())
//! }
//! ```
//!
//! # What is where
//!
//! * [`init`]: the first line of `main`. The sandbox starts the running program once more.
//! * [`Target`]: what a word on the command line means. The only place that decides it.
//! * [`Call::open`]: words → the folder or files that they name, and the words that choose from it.
//! * [`Judge`]: the folder that was opened: problems, solutions, languages, rules, mistakes.
//! * [`Words`] and [`Judge::select`]: words → a [`Plan`]: which solutions, on which tests, within
//!   which limits.
//! * [`unlinked()`]: which neighbour has the function that a linker did not find.
//! * [`BuildChange`]: sanitizers, and flags of the compiler, for the solutions of one plan.
//! * [`LooseFiles`]: files of no format, put together with the tests beside them.
//! * [`LooseFiles::once`]: the same files on one input, and what their output is worth.
//! * [`Judge::run`]: a plan → events in their order, and the [`Report`].
//! * [`Judge::to_generate`], [`Judge::generate`], [`Judge::keep_generated`]: tests that are made.
//! * [`Judge::with_earlier_limits`], [`Limits`]: time limits that packages leave to be inferred.
//! * [`watch`]: which files were saved, and what became different since the last run.
//! * [`Judge::time`]: how long solutions take → a time limit.
//! * [`make_workspace`], [`make_problem`]: an empty workspace, and a problem that already runs.
//! * [`Judge::listing`]: what would be judged, for an editor.
//! * [`Judge::explain`]: what holds for a problem, and where each value is set.
//! * [`Judge::add`], [`Judge::bless`]: one more test; answers from the model solution, once all
//!   that should be right have agreed. A [`Question`] is asked before they are written.
//! * [`Judge::check`]: what setters forget, and what is worth knowing about the tests.
//! * [`Judge::subjects`], [`Judge::stress`]: an input on which solutions differ;
//!   [`Judge::save_find`]: that input as a test.
//! * [`Judge::mutate`], [`Judge::strengthen`]: which mistakes no test notices, and tests that do.
//! * [`Judge::readiness`]: whether a judge will take a solution, and the file as it would get it.
//! * [`submit`]: a file → the judge that it goes to, and the verdict there.
//! * [`Judge::export`]: a problem → a package of another format, compared with it and written.
//! * [`importable`], [`Judge::to_import`], [`write_import`]: a package → files of a workspace.
//! * [`debug`]: a program with symbols, and the calls that open a debugger on a test.
//! * [`receive`]: a problem that a browser posts → its files.
//! * [`course::Course`]: the problems in their order, and how far a learner is.
//! * [`Judge::statements`]: a problem's statements. [`machine`]: what this machine has for judging.
//! * [`Judge::class`]: a folder of students' files → who submitted what; [`class::Class::grade`]:
//!   what it is worth.
//! * [`Caller`]: what a use case is given that runs programs, and [`Listener`], who hears of them.
//! * [`Notice`]: what is to be said apart from the outcome. [`Error`]: why a call ended early.
//!
//! # What it must not know
//!
//! No arguments of a command line, no screen, no colour, no exit code, no signal, no reporter. It
//! prints nothing and asks nobody: outcomes, notices and mistakes are values, a question to a
//! person is a trait, cancellation is a parameter ([`Cancel`]). It reads the environment in
//! two places only: where the user's configuration and cache are ([`config`], [`places`]).

#![warn(unreachable_pub)]

mod add;
mod answers;
mod begin;
mod bless;
mod build_change;
mod bundle;
mod check;
pub mod class;
pub mod config;
pub mod course;
pub mod debug;
mod error;
mod explain;
mod export;
mod finds;
mod generate;
mod import;
mod inputs;
mod judge;
mod judged_by;
mod launch;
mod limits;
mod listing;
mod loose;
pub mod machine;
mod made;
mod missing;
mod mutate;
mod notice;
mod once;
mod open;
mod own_rules;
pub mod places;
mod program;
mod question;
mod readiness;
pub mod receive;
mod rules;
mod run;
mod session;
mod statement;
mod strengthen;
mod stress;
pub mod submit;
mod target;
mod time;
mod trial;
mod unlinked;
pub mod watch;

pub use add::{AddOutcome, NewAnswer, NewPlace, NewTest, add_beside};
pub use answers::{AnsweredTest, not_written};
pub use begin::{NewFiles, NewProblem, make_problem, make_workspace};
pub use bless::BlessOutcome;
pub use build_change::BuildChange;
pub use check::{CheckFindings, CheckedProblem, Loophole, OddFiles, Oddity, TestFiles};
pub use error::{Error, ErrorKind, OrCannot, chain, refused};
pub use explain::{ExplainedLine, ExplainedSection};
pub use export::{Comparing, Difference, ExportOutcome, ExportRequest, UnwrittenPackage, is_zip};
pub use generate::{GeneratePlan, Locking, OldAnswer, OnDifference, Step};
pub use import::{Importable, importable, write_import};
pub use inputs::{InputRequest, Inputs};
pub use judge::{Judge, NamedProblem, Restriction, SelectedPlan, Words, problem_of, test_of, to_play};
pub use judged_by::{JudgedBy, stream_files};
pub use launch::init;
pub use limits::{InferenceTurn, InferredLimits, LimitSource, Limits, NewLimits, Scope};
pub use listing::names_from;
pub use loose::{LoadedFiles, LooseFiles, known_language, usual_failure};
pub use missing::no_file;
pub use mutate::{EarlierResult, Mutants, MutationFindings, MutationRequest, Search};
pub use notice::{Notice, Weight};
pub use once::{Once, OnceOutcome, RunInput};
pub use open::{Call, Meaning, Opening};
pub use own_rules::OwnRules;
pub use program::ProgramRequest;
pub use question::{Confidence, Proposal, Question, Yes};
pub use readiness::{Check, Finding, Linkage, Mark, Readiness, ReadinessRequest};
pub use rules::{Rules, RulesInForce, called};
pub use run::{Containment, Task, part_of};
pub use session::{Caller, Experiment, Listener, Quiet, Session};
pub use statement::StatementText;
pub use strengthen::{BrokenSolutions, MinimalTests, MissingTest, MissingTests, StrengthenOutcome, TestStrength};
pub use stress::{HuntBounds, HuntEnd, SavedFind, StressRequest, Subjects};
pub use target::{Files, ProgramChoice, Target};
pub use time::{RunEnd, Separation, SlowestTest, TIME_MARGIN, Times, Timing};
pub use unlinked::unlinked;

pub use engine::build::Languages;
pub use engine::plan::Plan;
pub use model::record::{self, Report};
pub use model::{Catalog, Event, Verdict};
pub use sandbox::{Cancel, Level};
