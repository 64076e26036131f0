//! Most commands begin here: the folder that was opened, and the screen on which it is spoken of.

use crate::args::{BuildArgs, CommonArgs};
use crate::error::{CliError, OrCannot as _};
use crate::exit::Exit;
use crate::screen::Screen;
use judge::formats::Kind;
use judge::model::{Diagnostic, Problem, Severity, Solution, SolutionId, TestId, TimeFactor};
use judge::places::{self, typed};
use judge::{Plan, Restriction, SelectedPlan, Words};
use std::collections::BTreeSet;
use std::env;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use judge::NamedProblem;

/// A folder that was opened, for a command that speaks to people.
pub(crate) struct Workspace {
    pub judge: judge::Workspace,
    pub screen: Screen,
}

impl Deref for Workspace {
    type Target = judge::Workspace;

    fn deref(&self) -> &judge::Workspace {
        &self.judge
    }
}

impl Workspace {
    /// Finds and reads the workspace. Mistakes in its files are in `diagnostics`.
    ///
    /// # Errors
    /// When there is none, or `--root` names none.
    pub(crate) fn open(common: &CommonArgs) -> Result<Workspace, CliError> {
        let judge = judge::Workspace::open_root(root(common.root.as_deref())?, common.judge()?)?;
        Ok(Workspace::with_screen(judge, common.screen()))
    }

    /// What was opened, with hints that can be typed.
    pub(crate) fn with_screen(mut judge: judge::Workspace, mut screen: Screen) -> Workspace {
        // A name that is a path here, too, means what lies there, unless the place is named.
        let here = here().unwrap_or_default();
        let is_path = |solution: &Arc<Solution>| here.join(solution.id.to_string()).exists();
        if screen.root.is_none() && Kind::of(&judge.root).is_some() && judge.catalog.solutions.iter().any(is_path) {
            screen.root = Some(typed(&judge.root, &here).into());
        }
        for diagnostic in &mut judge.diagnostics {
            diagnostic.hint = diagnostic.hint.take().map(|hint| screen.callable(&hint));
        }
        Workspace { judge, screen }
    }

    /// The same place, holding only a problem that a command has put together.
    pub(crate) fn holding(&self, problem: Problem, solutions: Vec<Arc<Solution>>) -> Workspace {
        Workspace { judge: self.judge.holding(problem, solutions), screen: self.screen.clone() }
    }

    /// Mistakes in the files of the named problems. The rest does not concern this command, and
    /// gets one line.
    pub(crate) fn diagnostics_of(&self, words: &Words, plan: &Plan) -> Vec<Diagnostic> {
        let (named, elsewhere) = self.judge.diagnostics_of(words, plan);
        elsewhere.iter().for_each(|notice| self.screen.notice(notice));
        named
    }

    /// Has the solutions of a plan built as a call asks for, and says what cannot be done.
    ///
    /// # Errors
    /// When there are flags, and the solutions are in several languages.
    pub(crate) fn build_as(&self, args: &BuildArgs, plan: &mut Plan) -> Result<(), CliError> {
        let notices = args.change().put(plan, &self.languages)?;
        notices.iter().for_each(|notice| self.screen.notice(notice));
        Ok(())
    }

    /// The plan of what the words select, narrowed to the runs in `only`, if given.
    ///
    /// # Errors
    /// When they select nothing. Broken problems named beside others are only complained about.
    pub(crate) fn plan_of(
        &self,
        words: &Words,
        time_factor: TimeFactor,
        only: Option<BTreeSet<(SolutionId, TestId)>>,
    ) -> Result<Plan, CliError> {
        let SelectedPlan { plan, notices } = self.judge.select(words, Restriction { time_factor, only })?;
        notices.iter().for_each(|notice| self.screen.notice(notice));
        Ok(plan)
    }
}

/// The exit code of a command that only reads: with errors, that of broken content.
pub(crate) fn exit_of(found: &[Diagnostic]) -> Exit {
    let errors = found.iter().any(|d| d.severity == Severity::Error);
    if errors { Exit::UsageOrContent } else { Exit::AsExpected }
}

/// [`root`] of a workspace: written into anything else, a problem would change what is judged
/// there.
///
/// # Errors
/// As [`root`], and when it is a plain folder or a package.
pub(crate) fn root_to_fill(given: Option<&Path>) -> Result<PathBuf, CliError> {
    places::root_to_fill(given, &here()?)
}

/// The workspace's root, absolute: the folder that is given, or the nearest one upwards.
///
/// # Errors
/// When there is none.
pub(crate) fn root(given: Option<&Path>) -> Result<PathBuf, CliError> {
    places::root(given, &here()?)
}

/// The folder of the call. Where it is gone, nothing lies in it, and absolute paths still mean what
/// they say.
///
/// # Errors
/// When it cannot be named for another reason.
pub(crate) fn here() -> Result<PathBuf, CliError> {
    match env::current_dir() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(PathBuf::from("/proc/self/cwd")),
        here => here.or_cannot("name the folder of the call"),
    }
}
