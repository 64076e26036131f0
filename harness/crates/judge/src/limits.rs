//! Time limits that packages leave open: where they are kept, and what is said of them. Whoever
//! judges measures what is not known (see `engine::run::OpenLimits`), so that an earlier run saves
//! time and decides nothing.
//!
//! Each entry of the file names the content of everything that was measured. When one of these
//! files changes, the limit is measured again. What could not be measured is not kept.

use crate::error::{Error, chain, refused};
use crate::places::own_folder;
use crate::workspace::Workspace;
use engine::fingerprint;
use engine::run::{self, InferenceFailure, LimitTrouble, OpenLimits};
use model::{Diagnostic, MeasuredLimit, Problem, ProblemId, Severity, Solution, SolutionId, phrase};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

mod file;

use file::LimitFile;

/// The limits of the packages that a judge has opened.
pub(crate) struct PackageLimits<'a> {
    judge: &'a Workspace,
    /// What the limit of each problem depended on when it was asked for.
    keys: Mutex<BTreeMap<ProblemId, String>>,
}

impl<'a> PackageLimits<'a> {
    pub(crate) fn of(judge: &'a Workspace) -> PackageLimits<'a> {
        PackageLimits { judge: judge.origin.as_deref().unwrap_or(judge), keys: Mutex::default() }
    }

    /// The problem under its limit, if that is known.
    pub(crate) fn recalled(&self, problem: &Arc<Problem>) -> Arc<Problem> {
        match problem.open_limit().and_then(|_| self.remembered(&self.package(problem).0)) {
            Some(measured) => Arc::new(Problem::clone(problem).with_limit(Some(measured))),
            None => Arc::clone(problem),
        }
    }

    /// # Errors
    /// When the file of limits cannot be read.
    pub(crate) fn must_be_readable(&self) -> Result<(), Error> {
        let place = self.place();
        let refusal =
            |error| refused(format!("{}: {error}", place.display())).with_hint("remove it, or name another one");
        LimitFile::read(&place).map(|_| ()).map_err(refusal)
    }

    fn place(&self) -> PathBuf {
        self.judge.inferred.file.clone().unwrap_or_else(|| own_folder(&self.judge.root).join("time-limits.json"))
    }

    /// A hash of everything that the limit of `package` depends on.
    fn key(&self, package: &Problem) -> Result<String, Error> {
        let Some(inference) = package.open_limit() else { return Ok(String::new()) };
        let bounding: BTreeSet<&SolutionId> = inference.bounds.iter().map(|bound| &bound.solution).collect();
        let all = self.judge.catalog.solutions.iter().map(|solution| &**solution);
        let solutions: Vec<&Solution> = all.filter(|solution| bounding.contains(&solution.id)).collect();
        Ok(fingerprint::inference_id(package, inference, &solutions, &self.judge.builder()?)?.to_string())
    }
}

impl OpenLimits for PackageLimits<'_> {
    fn package(&self, problem: &Arc<Problem>) -> (Arc<Problem>, Vec<Arc<Solution>>) {
        let all = self.judge.catalog.solutions.iter();
        let solutions = all.filter(|one| one.id.problem == problem.id).cloned().collect();
        (Arc::clone(self.judge.catalog.problem(&problem.id).unwrap_or(problem)), solutions)
    }

    fn remembered(&self, package: &Problem) -> Option<MeasuredLimit> {
        let key = self.key(package).ok()?;
        let earlier = || LimitFile::read(&self.place()).ok();
        let found = if self.judge.inferred.afresh { None } else { earlier()?.limit(&package.id, &key) };
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).insert(package.id.clone(), key);
        found
    }

    fn keep(&self, package: &Problem, measured: &MeasuredLimit) -> Result<(), LimitTrouble> {
        let keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let measured_of = keys.get(&package.id);
        let Some(key) = self.key(package).ok().filter(|key| Some(key) == measured_of) else {
            return Err(LimitTrouble::Changed);
        };
        let place = self.place();
        let mut file = LimitFile::read(&place).map_err(LimitTrouble::NotKept)?;
        file.keep(&package.id, key, measured);
        file.write(&place).map_err(|error| LimitTrouble::NotKept(chain(&error)))
    }

    fn words(&self, package: &Problem, trouble: &LimitTrouble) -> Option<Diagnostic> {
        let id = &package.id;
        let (title, hint) = match trouble {
            LimitTrouble::NotMeasured(failure) => {
                let (why, hint) = not_measured(failure);
                let limit = phrase::limit(package.limits.cpu);
                (format!("no time limit could be inferred for {id}, judged by {limit}: {why}"), hint)
            }
            LimitTrouble::NotKept(why) => (format!("the time limit of {id} cannot be kept: {why}"), None),
            LimitTrouble::Changed => return None,
            LimitTrouble::TooFast { limit, solution, took, needed } => {
                let (took, needed, limit) = (phrase::time(*took), phrase::time(*needed), phrase::limit(*limit));
                let title = format!(
                    "no time limit fits: {} must be too slow, and takes {took}; {needed} are needed for the inferred \
                     {limit}",
                    solution.short()
                );
                (title, Some("make the tests larger, or set `limits.time_limit`".to_owned()))
            }
        };
        let yaml = package.dir.join("problem.yaml");
        let path = yaml.strip_prefix(&self.judge.root).map_or_else(|_| yaml.clone(), Path::to_path_buf);
        Some(Diagnostic { severity: Severity::Warning, title, path, snippet: None, hint })
    }
}

/// Why there is no limit, and what helps.
fn not_measured(failure: &InferenceFailure) -> (String, Option<String>) {
    match failure {
        InferenceFailure::Interrupted => ("it was interrupted".to_owned(), None),
        InferenceFailure::TooLong { solution, test } => {
            let longest = phrase::limit(run::LONGEST);
            let why = format!("{} does not end within {longest} on {test}", solution.short());
            (why, Some("set `limits.time_limit` in problem.yaml".to_owned()))
        }
        InferenceFailure::Fault { solution, fault } => {
            let why = format!("{} cannot be measured: {}", solution.short(), fault.message);
            (why, Some(format!("judge `{solution}`")))
        }
        InferenceFailure::NoneRuns => ("none of the submissions that bound it can be run here".to_owned(), None),
    }
}
