//! What the words of a call select, and why they select nothing.

use super::problem::misnamed;
use super::{Words, Workspace, problem_of};
use crate::error::{Error, ErrorKind, OrCannot as _, chain, refused};
use crate::missing::{known_language, no_file_or_folder};
use crate::notice::Notice;
use crate::rules;
use engine::plan::{self, PatternError, Plan, PlanError, Selection};
use model::phrase::{count, names};
use model::{Diagnostic, ProblemId, Severity, SolutionId, TestId, TimeFactor, UnmadeTests, nearest_few};
use package::detect::{self, Kind};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path};

/// What narrows or changes a selection, beside its words.
#[derive(Clone, Debug, Default)]
pub struct Restriction {
    /// What each time limit is multiplied with.
    pub time_factor: TimeFactor,
    /// Only these runs: those that failed the last time.
    pub only: Option<BTreeSet<(SolutionId, TestId)>>,
}

/// What the words select.
#[derive(Clone, Debug)]
pub struct SelectedPlan {
    /// What is run: solutions on their tests.
    pub plan: Plan,
    /// What is to be said about the choice.
    pub notices: Vec<Notice>,
}

impl Workspace {
    /// The plan of what the words select. Broken problems that are named beside others are
    /// notices.
    ///
    /// # Errors
    /// When they select nothing.
    pub fn select(&self, words: &Words, by: Restriction) -> Result<SelectedPlan, Error> {
        let tests: Result<Vec<_>, _> =
            words.tests.iter().map(|text| self.test_of(words, text).unwrap_or(text).parse()).collect();
        let tests = tests.map_err(|error: PatternError| refused(chain(&error)))?;
        let Restriction { time_factor, only } = by;
        let selection = Selection { filters: self.filters(words), tests, time_factor, only };
        let plan = plan::make(&self.catalog, &selection).map_err(|error| self.nothing(error, words, &selection))?;
        let left_out = plan::left_out(&self.catalog, &selection.filters);
        let why = |word: &str| PlanError::LeftOut { filter: word.to_owned() }.to_string();
        let left_out = left_out.map(|word| Notice::complaint(why(word), None));
        let notices = left_out.chain(rules::other_python(&self.rules, &self.languages, &plan)).collect();
        Ok(SelectedPlan { plan, notices })
    }

    /// The plan of all that it holds.
    ///
    /// # Errors
    /// When that is nothing.
    pub fn whole_plan(&self) -> Result<Plan, Error> {
        plan::make(&self.catalog, &Selection::default()).map_err(|error| refused(error.to_string()))
    }

    /// Mistakes in the files of the named problems, and what is to be said of the others.
    pub fn diagnostics_of(&self, words: &Words, plan: &Plan) -> (Vec<Diagnostic>, Option<Notice>) {
        let (named, rest) = self.by_name(words, plan.solutions.iter().map(|planned| planned.problem.id.clone()));
        let is_planned = |id: &ProblemId| plan.solutions.iter().any(|planned| planned.problem.id == *id);
        // That tests of other problems are not made yet is not a mistake.
        let waiting = self.catalog.unmade.iter().map(|unmade| &unmade.problem).filter(|it| !is_planned(&it.id));
        let waiting: Vec<&Path> = waiting.filter_map(|it| it.dir.strip_prefix(&self.root).ok()).collect();
        let waits = |d: &Diagnostic| waiting.iter().any(|folder| d.path.starts_with(folder));
        let errors = rest.iter().filter(|d| d.severity == Severity::Error && !waits(d));
        let places: BTreeSet<String> = errors.clone().map(|d| d.path.display().to_string()).collect();
        let elsewhere = (!places.is_empty()).then(|| {
            let (errors, places) = (count(errors.count(), "error"), names(&Vec::from_iter(places), 2));
            Notice::note(format!("{errors} elsewhere, not counted here: {places}"))
        });
        (named, elsewhere)
    }

    /// The diagnostics about what is named, and all others. Without filters everything counts as
    /// named.
    fn by_name(&self, words: &Words, planned: impl Iterator<Item = ProblemId>) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        let mut problems: BTreeSet<ProblemId> = planned.collect();
        problems.extend(words.words.iter().filter_map(|filter| self.problem_named(filter)));
        let diagnostics = self.diagnostics.iter().cloned();
        diagnostics.partition(|d| {
            words.words.is_empty() || self.owner(&d.path).is_some_and(|problem| problems.contains(&problem))
        })
    }

    /// The problem that a file belongs to. Outside a workspace that is the package around it, or,
    /// if that is broken, what its folder is called.
    fn owner(&self, path: &Path) -> Option<ProblemId> {
        let holds = |dir: &Path| dir.strip_prefix(&self.root).is_ok_and(|dir| path.starts_with(dir));
        let around = || self.catalog.problems.iter().find(|problem| holds(&problem.dir));
        let called = || ProblemId::parse(path.iter().next()?.to_str()?).ok();
        problem_of(path).or_else(|| Some(around()?.id.clone())).or_else(called)
    }

    /// The problem that a filter means, by its name alone, because broken problems are not in the
    /// catalog.
    fn problem_named(&self, filter: &str) -> Option<ProblemId> {
        let path = Path::new(filter);
        let below = path.strip_prefix(&self.root).or(path.strip_prefix(".")).unwrap_or(path);
        problem_of(below).or_else(|| ProblemId::parse(below.iter().next()?.to_str()?).ok())
    }

    /// The tests to be made of the problems that are selected: none if a word names nothing.
    pub fn unmade(&self, words: &Words) -> Vec<&UnmadeTests> {
        let is_needed = !words.words.is_empty() && !self.catalog.unmade.is_empty();
        let touched = is_needed.then(|| plan::touched(&self.catalog, &self.filters(words)).unwrap_or_default());
        let selected = |problem| touched.as_ref().is_none_or(|problems| problems.contains(problem));
        self.catalog.unmade.iter().filter(|unmade| selected(&unmade.problem.id)).collect()
    }

    /// The program that a word without its ending means, or with a slip in it.
    fn file_like(&self, word: &str) -> Option<String> {
        let files: Vec<String> = self.catalog.solutions.iter().map(|solution| self.relative(&solution.path)).collect();
        let is_stem = |file: &&String| {
            let stem = Path::new(file.as_str()).with_extension("");
            stem.to_str().is_some_and(|stem| stem.eq_ignore_ascii_case(word))
        };
        let near = || nearest_few(word, files.iter().map(String::as_str), 1).first().map(|file| (*file).to_owned());
        files.iter().find(is_stem).cloned().or_else(near)
    }

    fn nothing(&self, error: PlanError, words: &Words, selection: &Selection) -> Error {
        if matches!(error, PlanError::NothingLeft) && selection.only.is_some() {
            return refused("nothing of what failed the last time is selected").of_kind(ErrorKind::NothingNamed);
        }
        if let PlanError::NothingNamed { filter, .. } = &error {
            if self.root.join("problems").join(filter).is_dir() {
                return misnamed(filter);
            }
            if (is_path(filter) || Kind::of(&self.root).is_none()) && !Path::new(filter).exists() {
                let near = self.file_like(filter).map(|file| format!("did you mean `{file}`?"));
                return no_file_or_folder(filter, Path::new(filter)).with_any_hint(near);
            }
        }
        // If there is nothing to judge because everything named is broken, that is broken content.
        let (because, _) = self.by_name(words, std::iter::empty());
        let is_empty = matches!(error, PlanError::EmptyWorkspace);
        let is_about_all = words.words.is_empty() || is_empty;
        let broken = matches!(error, PlanError::LeftOut { .. }) || (is_about_all && has_errors(&because));
        let kind = if broken { ErrorKind::UsageOrContent } else { ErrorKind::NothingNamed };
        if let PlanError::ForeignFile { filter, .. } = &error
            && because.is_empty()
            && let Err(unfit) = known_language(&self.languages, &words.here, &words.here.join(filter))
        {
            return unfit.of_kind(kind);
        }
        if let PlanError::ForeignFolder { filter, .. } = &error
            && because.is_empty()
        {
            let folder = words.here.join(filter);
            if let Err(error) = fs::read_dir(&folder).or_cannot(format!("read {filter}")) {
                return error;
            }
            let hint = || "name a program, which is judged in any folder".to_owned();
            return refused(format!("in {filter} there is no package, and nothing of {}", self.root.display()))
                .with_hint(detect::foreign(&folder).unwrap_or_else(hint))
                .of_kind(kind);
        }
        // A package is not filled like a workspace.
        if is_empty && (broken || Kind::of(&self.root) != Some(Kind::Workspace)) {
            let hint = if has_errors(&because) {
                "fix the errors above"
            } else {
                "it needs tests, and a submission that is right, in a language that is known"
            };
            return refused("there is nothing here that can be judged")
                .with_hint(hint)
                .of_kind(kind)
                .with_diagnostics(&because);
        }
        Error::Selection { error, kind, because }
    }
}

fn has_errors(found: &[Diagnostic]) -> bool {
    found.iter().any(|d| d.severity == Severity::Error)
}

/// Returns whether a given name cannot be that of a problem or a solution.
fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    let leaves = [Component::RootDir, Component::CurDir, Component::ParentDir];
    path.components().next().is_some_and(|first| leaves.contains(&first))
        || path.extension().is_some_and(|extension| extension == "zip")
}
