//! The problems as a course: in which order, how far a learner is, and which part of a statement
//! may be seen when.
//!
//! The learner's files are in `learn/`, apart from the setters' solutions, and nothing of a
//! solution is in any value of this module.

mod begin;
mod path;
mod progress;

use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use judge::formats::Tongue;
use judge::formats::draft::{self, Draft};
use judge::model::{ByteSize, Judging, Languages as _, Problem, ProblemId, Solution, SolutionId};
use judge::{Workspace, language};
use path::Statement;
use progress::Progress;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) use path::{CourseStep, item};

/// The problems in the order of the table in `problems/README.md`, then those that it lacks.
fn steps(workspace: &Workspace) -> Vec<CourseStep> {
    let readme = workspace.home.text(&workspace.root.join("problems/README.md")).unwrap_or_default();
    let names: Vec<ProblemId> = workspace.catalog.problems.iter().map(|problem| problem.id.clone()).collect();
    path::steps(&readme, &names)
}

/// Where there are problems to learn.
pub(crate) const CLONE: &str = "run it in a clone of the harness's own repository: its problems are the course";

/// The order of problems, and a learner's progress.
pub(crate) struct Course<'a> {
    workspace: &'a Workspace,
    pub(crate) steps: Vec<CourseStep>,
    progress: Progress,
    /// The folder of the learner's files.
    folder: PathBuf,
}

/// A learner's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) file: PathBuf,
    /// Whether it was made just now.
    pub(crate) is_new: bool,
}

/// What a learner sees once a program is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SolvedProblem {
    /// Why it works, in Markdown.
    pub(crate) why: Option<String>,
    pub(crate) solved: usize,
    pub(crate) next: Option<CourseStep>,
}

impl<'a> Course<'a> {
    /// # Errors
    /// When there is no problem, or the learner's progress cannot be read.
    pub(crate) fn open(workspace: &'a Workspace) -> Result<Course<'a>, CliError> {
        let steps = steps(workspace);
        if steps.is_empty() {
            return Err(refused("there is no problem to learn").with_hint(CLONE).of_kind(ErrorKind::NothingNamed));
        }
        let folder = workspace.root.join("learn");
        let mut progress = Progress::read(&folder)?;
        // It may have come with the workspace, and becomes the end of a file's name.
        progress.language.take_if(|extension| workspace.languages.of_extension(extension).is_none());
        Ok(Course { workspace, steps, progress, folder })
    }

    /// The language of the statements, where a problem has one in it.
    fn tongue(&self) -> Tongue {
        self.progress.tongue.as_deref().and_then(Tongue::of_code).unwrap_or(Tongue::English)
    }

    pub(crate) fn read_in(&mut self, tongue: Tongue) {
        self.progress.tongue = Some(tongue.code().to_owned());
    }

    /// The problem that is named, the one where the learner is, or the first one that is open.
    ///
    /// # Errors
    /// When there is none of that name.
    pub(crate) fn begin(&self, named: Option<&str>) -> Result<Arc<Problem>, CliError> {
        let current = self.current().filter(|id| self.steps.iter().any(|step| step.problem == **id));
        let open = || self.steps.iter().find(|step| !self.is_solved(&step.problem)).unwrap_or(&self.steps[0]);
        let name = match (named, current) {
            (Some(name), _) => self.numbered(name).unwrap_or_else(|| name.to_owned()),
            (None, Some(current)) => current.to_string(),
            (None, None) => open().problem.to_string(),
        };
        Ok(self.workspace.problem(&name)?.problem)
    }

    /// Where the learner is.
    pub(crate) fn current(&self) -> Option<&ProblemId> {
        self.progress.current.as_ref()
    }

    pub(crate) fn is_solved(&self, problem: &ProblemId) -> bool {
        self.progress.is_solved(problem)
    }

    /// The problem after this one.
    pub(crate) fn next(&self, problem: &Problem) -> Option<&CourseStep> {
        let at = self.steps.iter().position(|step| step.problem == problem.id)?;
        self.steps.get(at + 1)
    }

    /// The problem with this number on the way. A problem of that name comes first.
    fn numbered(&self, name: &str) -> Option<String> {
        let at: usize = name.parse().ok()?;
        let is_named = self.steps.iter().any(|step| step.problem.as_str() == name);
        let step = self.steps.get(at.checked_sub(1)?).filter(|_| !is_named)?;
        Some(step.problem.to_string())
    }

    /// Puts the learner's programs for a problem aside, and forgets what was reached in it. Returns
    /// where each was and is: nothing of the learner's is ever lost.
    ///
    /// # Errors
    /// When one cannot be moved, or the progress cannot be saved.
    pub(crate) fn reset(&mut self, problem: &Problem) -> Result<Vec<(PathBuf, PathBuf)>, CliError> {
        let old = self.folder.join("old");
        let mut moved = Vec::new();
        for extension in self.extensions() {
            let program = self.folder.join(format!("{}.{extension}", problem.id));
            if !program.is_file() {
                continue;
            }
            let first = old.join(format!("{}.{extension}", problem.id));
            draft::check_below(&self.workspace.root, [&*first, &program].into_iter())?;
            fs::create_dir_all(&old).or_cannot(format!("make {}", old.display()))?;
            let more = (2..).map(|number| old.join(format!("{}-{number}.{extension}", problem.id)));
            let free = std::iter::once(first).chain(more).find(|place| place.symlink_metadata().is_err());
            let place = free.expect("numbers do not end");
            fs::rename(&program, &place).or_cannot(format!("move {}", program.display()))?;
            moved.push((program, place));
            self.progress.language = Some(extension);
        }
        self.progress.problems.remove(problem.id.as_str());
        self.keep()?;
        Ok(moved)
    }

    /// Those of all languages, the learner's own first.
    fn extensions(&self) -> Vec<String> {
        let mut all: Vec<String> = self.workspace.languages.entries.iter().flat_map(|e| e.extensions.clone()).collect();
        all.sort_by_key(|extension| Some(extension) != self.progress.language.as_ref());
        all
    }

    /// Saves the learner's progress.
    fn keep(&mut self) -> Result<(), CliError> {
        let mut draft = Draft::default();
        self.progress.put(&mut draft, &self.folder);
        self.write(draft)
    }

    /// Writes files of the learner's folder, which git ignores. Nothing is made or moved where a
    /// link leads out of the workspace: it came along with it.
    fn write(&self, mut draft: Draft) -> Result<(), CliError> {
        let ignore = self.folder.join(".gitignore");
        // What a link leads to is not the learner's alone.
        if !self.folder.is_symlink() && ignore.symlink_metadata().is_err() {
            draft.create(ignore, "*\n");
        }
        Ok(draft.write_below(&self.workspace.root)?)
    }

    /// All hints of a problem, and the place of the next one, which counts as read from now on.
    /// `None`: all were read already.
    ///
    /// # Errors
    /// When the problem has no statement, or the progress cannot be saved.
    pub(crate) fn hint(&mut self, problem: &Problem) -> Result<(Vec<String>, Option<usize>), CliError> {
        let hints = self.statement(problem)?.hints;
        let read = &mut self.progress.of(&problem.id).hints;
        let next = Some(*read).filter(|next| *next < hints.len());
        if next.is_some() {
            *read += 1;
            self.keep()?;
        }
        Ok((hints, next))
    }

    /// The problem's place on the way, counted from 1; 0: it has none.
    pub(crate) fn number(&self, problem: &Problem) -> usize {
        self.steps.iter().position(|step| step.problem == problem.id).map_or(0, |at| at + 1)
    }

    /// What a learner sees of a problem at first, in Markdown.
    ///
    /// # Errors
    /// When the problem has no statement.
    pub(crate) fn task(&self, problem: &Problem) -> Result<String, CliError> {
        Ok(self.statement(problem)?.task)
    }

    /// The learner's program, created if there is none. `named`: its language, by id, name or
    /// extension; `None`: that of the program that is there, or the one used last.
    ///
    /// # Errors
    /// When there is no such language, or the file cannot be written.
    pub(crate) fn program(&mut self, problem: &Problem, named: Option<&str>) -> Result<Program, CliError> {
        let wish = named.map(|name| self.extension(name)).transpose()?;
        let in_language = |extension: &str| self.folder.join(format!("{}.{extension}", problem.id));
        let there = || self.extensions().into_iter().find(|extension| in_language(extension).is_file());
        let extension =
            wish.or_else(there).or_else(|| self.progress.language.clone()).unwrap_or_else(|| "rs".to_owned());
        let file = in_language(&extension);
        let is_new = !file.exists();
        if is_new {
            let dialogue = matches!(problem.judging, Judging::Interactor(_));
            let mut draft = Draft::default();
            draft.create(file.clone(), begin::text(&extension, dialogue));
            self.write(draft)?;
        }
        self.progress.language = Some(extension);
        self.progress.current = Some(problem.id.clone());
        self.keep()?;
        Ok(Program { file, is_new })
    }

    /// The usual extension of a language.
    fn extension(&self, name: &str) -> Result<String, CliError> {
        let entry = language(&self.workspace.languages, name)?;
        Ok(entry.extensions.first().expect("a language that is named has files").clone())
    }

    /// The learner's program as the one solution of its problem.
    ///
    /// # Errors
    /// When its language is not known.
    pub(crate) fn attempt(&self, problem: &Problem, file: &Path) -> Result<Workspace, CliError> {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let Some(language) = self.workspace.languages.of_extension(extension) else {
            return Err(refused(format!("no language has the ending of {}", file.display())));
        };
        let id = SolutionId { problem: problem.id.clone(), label: Some("learn".into()), extension: extension.into() };
        let solution = Solution {
            size: ByteSize(file.metadata().map_or(0, |metadata| metadata.len())),
            ..Solution::new(id, language, file.to_path_buf(), self.workspace.relative(file))
        };
        // Validating the tests is the setters' concern, and takes a compiler's time.
        let problem = Problem { validators: Vec::new(), ..problem.clone() };
        Ok(self.workspace.holding(problem, vec![Arc::new(solution)]))
    }

    /// Goes on to the next problem.
    ///
    /// # Errors
    /// When the progress cannot be saved, or the statement cannot be read.
    pub(crate) fn solve(&mut self, problem: &Problem) -> Result<SolvedProblem, CliError> {
        self.progress.of(&problem.id).solved = true;
        let next = self.next(problem).cloned();
        self.progress.current = next.as_ref().map(|step| step.problem.clone());
        self.keep()?;
        let why = self.statement(problem)?.why;
        let solved = self.steps.iter().filter(|step| self.is_solved(&step.problem)).count();
        Ok(SolvedProblem { why, solved, next })
    }

    /// The statement in the learner's language; in English where there is none.
    fn statement(&self, problem: &Problem) -> Result<Statement, CliError> {
        let translated = problem.dir.join(self.tongue().file());
        let file = if translated.is_file() { translated } else { problem.dir.join(Tongue::English.file()) };
        match self.workspace.home.words(&file) {
            Ok(text) => Ok(Statement::parse(&text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(refused(format!("{} has no statement.md to learn it from", problem.id))
                    .with_hint("`harness learn --list` lists the problems, `harness learn NAME` begins with one"))
            }
            Err(error) => Err(error).or_cannot(format!("read {}", file.display())),
        }
    }
}

#[cfg(test)]
mod tests;
