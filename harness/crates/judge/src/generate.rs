//! Generates tests: makes the inputs that the problems' `generate` tables describe, and writes what
//! is missing.

mod lock;

pub(crate) use lock::Lock;

use crate::error::{Error, ErrorKind, OrCannot as _, chain, refused};
use crate::inputs::read_grammar;
use crate::missing::no_file;
use crate::notice::Notice;
use crate::session::Caller;
use crate::workspace::{Restriction, SelectedPlan, Words, Workspace};
use ctd::Caps;
use engine::plan::{PatternError, Plan, PlannedSolution, TestPattern, spelt_out};
use engine::run::{GeneratedTest, Line, Settings};
use lab::source::inputs_of;
use model::phrase::{count, names};
use model::{Diagnostic, Group, Problem, ProblemId, Solution, TestId};
use package::draft;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The tests to make.
#[derive(Default)]
pub struct GeneratePlan {
    /// A test each, by problem.
    pub lines: Vec<Line>,
    /// Mistakes in the files of their problems.
    pub diagnostics: Vec<Diagnostic>,
    /// What is to be said about the choice.
    pub notices: Vec<Notice>,
}

/// What becomes of a test that is there and differs from what the generator writes now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnDifference {
    /// It stays as it is.
    Stays,
    /// The new one takes its place.
    IsReplaced,
}

/// Whether a problem gets a lock that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locking {
    /// Only a lock that is there is brought up to date.
    IfThere,
    /// Each problem gets one.
    Always,
}

/// What happened to a test, or to the lock of its problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What was done, or why not.
    pub kind: StepKind,
    /// Files are named relative to the root.
    pub text: String,
}

/// What became of a test that was to be generated, or of a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The file is there, and is what the generator writes.
    Same,
    /// The file is new.
    Written,
    /// It stays, and differs from what the generator writes now.
    Differs,
    /// It cannot be made, or compared.
    Failed,
    /// The lock of a problem was written.
    Locked,
}

/// The most bytes of an input that a grammar makes.
const LARGEST: usize = 1 << 20;

/// Writes `count` inputs that a grammar makes as `001.in`, `002.in` … into a folder: all, or none.
/// Returns how many: fewer where the grammar has no more.
///
/// # Errors
/// When the file is not a grammar, makes no input, or a file is in the way.
pub fn write_inputs(grammar: &Path, seed: u64, count: usize, into: &Path) -> Result<usize, Error> {
    let here = std::env::current_dir().or_cannot("find the folder of the call")?;
    let path = here.join(grammar);
    if !path.exists() {
        return Err(no_file(&grammar.to_string_lossy(), &path));
    }
    let read = read_grammar(&path, &here)?;
    let inputs = inputs_of(&read, seed, count, &Caps { bytes: LARGEST, ..Caps::default() });
    if inputs.is_empty() {
        return Err(refused(format!("{} makes no input", grammar.display()))
            .with_hint("its smallest input is larger than 1 MiB, or its conditions are never met"));
    }
    let mut draft = draft::Draft::default();
    for (number, input) in (1..).zip(&inputs) {
        draft.create(into.join(format!("{number:03}.in")), input.clone());
    }
    draft.write()?;
    Ok(inputs.len())
}

impl Workspace {
    /// Notices about tests that are listed in `[generate]` and not made yet: they are not judged,
    /// and nothing else in a run mentions them.
    pub fn ungenerated(&self, plan: &Plan) -> Vec<Notice> {
        let remark = |of_problem: &[PlannedSolution]| {
            let problem = &of_problem[0].problem;
            let tests = problem.generate.iter().map(|(test, _)| test);
            let absent = tests.filter(|test| !input_of(&self.root, problem, test).exists());
            let absent: Vec<String> = absent.map(ToString::to_string).collect();
            let (number, tests, id) = (count(absent.len(), "test"), names(&absent, 3), &problem.id);
            let what = format!("{number} of {id} to be generated first, not judged: {tests} (generate `{id}`)");
            (!absent.is_empty()).then_some(Notice::note(what))
        };
        plan.by_problem().filter_map(remark).collect()
    }

    /// Makes the inputs of these lines. Writes nothing.
    ///
    /// # Errors
    /// When programs cannot be run here, or it was interrupted.
    pub fn generate(&self, lines: &[Line], caller: &mut Caller<'_>) -> Result<Vec<GeneratedTest>, Error> {
        let cancel = caller.cancel;
        let made = self.with_session(&self.builder()?, Settings::of_machine(), caller, |session, listener| {
            Ok(session.runner.generate(lines, listener))
        })?;
        if cancel.is_raised() { Err(Error::Interrupted) } else { Ok(made) }
    }

    /// Writes the missing tests of `made`, and brings the locks up to date. `steps` tells what was
    /// done, also before an error.
    ///
    /// # Errors
    /// When a file cannot be written, or a lock not be read.
    pub fn keep_generated(
        &self,
        made: &[GeneratedTest],
        differing: OnDifference,
        locking: Locking,
        steps: &mut Vec<Step>,
    ) -> Result<(), Error> {
        let mut of_problems = made.chunk_by(|a, b| a.problem.id == b.problem.id);
        of_problems.try_for_each(|made| self.keep_of_problem(made, differing, locking, steps))
    }

    fn keep_of_problem(
        &self,
        made: &[GeneratedTest],
        differing: OnDifference,
        locking: Locking,
        steps: &mut Vec<Step>,
    ) -> Result<(), Error> {
        let problem = &made[0].problem;
        let lock = Lock::of(problem).map_err(|why| refused(why).with_hint("fix the lock, or remove it"))?;
        let lock_name = || self.relative(&lock.path);
        let before = steps.len();
        for made in made {
            let place = input_of(&self.root, problem, &made.test);
            let file = self.relative(&place);
            let is_locked_otherwise = made.input.as_ref().is_ok_and(|input| !lock.permits(&made.test, input));
            let (kind, text) = match state(made, &place) {
                _ if is_locked_otherwise && differing == OnDifference::Stays => {
                    let text = format!("{file} as the generator writes it now is not what {} says", lock_name());
                    (StepKind::Differs, text)
                }
                Ok(State::Same) => (StepKind::Same, file),
                Ok(State::Missing(bytes)) => {
                    draft::write_below(&self.root, place, bytes)?;
                    (StepKind::Written, format!("wrote {file}"))
                }
                Ok(State::Differs(bytes)) if differing == OnDifference::IsReplaced => {
                    draft::write_below(&self.root, place.clone(), bytes)?;
                    (StepKind::Written, format!("replaced {file}; {}", self.drop_answer(problem, &place)?))
                }
                Ok(State::Differs(_)) => {
                    (StepKind::Differs, format!("{file} differs from what the generator writes now"))
                }
                Err(why) => (StepKind::Failed, why),
            };
            steps.push(Step { kind, text });
        }
        let is_whole = steps[before..].iter().all(|step| matches!(step.kind, StepKind::Same | StepKind::Written));
        // A part of the tests says nothing about the whole.
        if (lock.is_there() || locking == Locking::Always) && is_whole {
            let inputs = made.iter().filter_map(|made| Some((&made.test, made.input.as_deref().ok()?)));
            let text = lock.render(problem, inputs);
            if beneath::read(&lock.path).ok().as_deref() != Some(text.as_bytes()) {
                draft::write_below(&self.root, lock.path.clone(), text)?;
                let text = format!("locked {} in {}", count(made.len(), "test"), lock_name());
                steps.push(Step { kind: StepKind::Locked, text });
            }
        }
        Ok(())
    }

    /// Removes the answer of an input that was replaced: it belongs to the old one. What the model
    /// solution cannot write stays, and a person looks at it. Says what became of it.
    fn drop_answer(&self, problem: &Problem, input: &Path) -> Result<String, Error> {
        let answer = input.with_extension("ans");
        if !answer.exists() {
            return Ok("it has no answer yet".to_owned());
        }
        let model = |solution: &Arc<Solution>| solution.id.problem == problem.id && solution.id.label.is_none();
        if problem.is_dialogue() || !self.catalog.solutions.iter().any(model) {
            return Ok("its answer may have changed".to_owned());
        }
        fs::remove_file(&answer).or_cannot(format!("remove {}", self.relative(&answer)))?;
        Ok(format!("its old answer is gone: bless `{}` for the new one", problem.id))
    }

    /// The lines of the tables that are selected. A test is selected by its line: its file may not
    /// be there yet.
    ///
    /// # Errors
    /// When a filter or a pattern selects nothing.
    pub fn to_generate(&self, words: &Words) -> Result<GeneratePlan, Error> {
        let mut all_of = GeneratePlan::default();
        let patterns: Result<Vec<TestPattern>, _> = words.tests.iter().map(|text| text.parse()).collect();
        let patterns = patterns.map_err(|error: PatternError| refused(chain(&error)))?;
        let to_fill = self.catalog.unanswered.values().map(|unanswered| &unanswered.problem);
        let all: Vec<Arc<Problem>> = self.catalog.problems.iter().chain(to_fill).cloned().collect();
        let all = Line::of_tables(&all);
        let names = |filter: &String, line: &Line| {
            let input = input_of(&self.root, &line.problem, &line.test);
            [input.with_extension(""), input.with_extension("ans"), input].contains(&words.here.join(filter))
        };
        let (files, filters): (Vec<String>, Vec<String>) =
            words.words.iter().cloned().partition(|filter| all.iter().any(|line| names(filter, line)));
        let mut lines = Vec::new();
        if files.is_empty() || !filters.is_empty() {
            let others = Words { here: words.here.clone(), words: filters, tests: Vec::new() };
            lines = Line::of_tables(&self.problems_to_generate(&others, &mut all_of)?);
        }
        for line in all.into_iter().filter(|line| files.iter().any(|file| names(file, line))) {
            if !lines.iter().any(|other| other.problem.id == line.problem.id && other.test == line.test) {
                lines.push(line);
            }
        }
        lines.sort_by(|one, other| one.problem.id.cmp(&other.problem.id));
        let patterns = spelt_out(&patterns, &lines.iter().map(|line| &line.test));
        if let Some(idle) = patterns.iter().find(|pattern| !lines.iter().any(|line| pattern.matches(&line.test))) {
            return Err(refused(format!(
                "no line of a `generate` table is for a test that matches `{}`",
                idle.as_str()
            ))
            .of_kind(ErrorKind::NothingNamed));
        }
        lines.retain(|line| patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(&line.test)));
        Ok(GeneratePlan { lines, ..all_of })
    }

    /// A generated test may be the only one of a problem or of a group. A plan would leave that
    /// problem out, so problems are selected without one.
    fn problems_to_generate(&self, words: &Words, all_of: &mut GeneratePlan) -> Result<Vec<Arc<Problem>>, Error> {
        let healthy = &self.catalog.problems;
        let is_healthy = |id: &ProblemId| healthy.iter().any(|problem| problem.id == *id);
        let to_fill = self.catalog.unanswered.values().map(|unanswered| &unanswered.problem);
        let mut to_fill: Vec<&Arc<Problem>> =
            to_fill.filter(|problem| !problem.generate.is_empty() && !is_healthy(&problem.id)).collect();
        if words.words.is_empty() {
            all_of.diagnostics.extend(self.diagnostics.iter().cloned());
            return Ok(healthy.iter().chain(to_fill).cloned().collect());
        }
        let names = |problem: &Problem, filter: &str| {
            let slug = filter.trim_end_matches('/');
            slug.strip_prefix("problems/").unwrap_or(slug) == problem.id.as_str()
        };
        // These get their tests now, so nothing is said about their having none.
        let (filling, rest): (Vec<String>, Vec<String>) =
            words.words.iter().cloned().partition(|filter| to_fill.iter().any(|problem| names(problem, filter)));
        to_fill.retain(|problem| filling.iter().any(|filter| names(problem, filter)));
        let mut problems: Vec<Arc<Problem>> = to_fill.into_iter().cloned().collect();
        // A group that no line of the table fills stays empty: its name may be misspelt.
        let stays_empty = |problem: &&Arc<Problem>| {
            let is_filled =
                |group: &Group| group.tests > 0 || problem.generate.iter().any(|(test, _)| group.holds(test));
            !problem.groups.iter().all(is_filled)
        };
        for problem in problems.iter().filter(stays_empty) {
            let manifest = problem.dir.join("problem.toml");
            let of_manifest = self.diagnostics.iter().filter(|found| manifest.ends_with(&found.path));
            all_of.diagnostics.extend(of_manifest.cloned());
        }
        if !rest.is_empty() {
            let others = Words { here: words.here.clone(), words: rest, tests: words.tests.clone() };
            let SelectedPlan { plan, notices } = self.select(&others, Restriction::default())?;
            let (found, elsewhere) = self.diagnostics_of(&others, &plan);
            all_of.diagnostics.extend(found);
            all_of.notices.extend(notices.into_iter().chain(elsewhere));
            let planned = |problem: &&Arc<Problem>| plan.solutions.iter().any(|s| s.problem.id == problem.id);
            problems.extend(healthy.iter().filter(planned).cloned());
        }
        Ok(problems)
    }
}

/// How a generated test compares with the file of its name.
pub(crate) enum State<'a> {
    Same,
    Missing(&'a [u8]),
    Differs(&'a [u8]),
}

/// # Errors
/// In words, when the test cannot be made or compared.
pub(crate) fn state<'a>(made: &'a GeneratedTest, place: &Path) -> Result<State<'a>, String> {
    let bytes = made.input.as_ref().map_err(|fault| match &fault.hint {
        Some(hint) => format!("{fault} ({hint})"),
        None => fault.to_string(),
    })?;
    match beneath::read(place) {
        Ok(before) if before == *bytes => Ok(State::Same),
        Ok(_) => Ok(State::Differs(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::Missing(bytes)),
        Err(error) => Err(format!("cannot read {}: {error}", place.display())),
    }
}

/// The input file of a test.
pub(crate) fn input_of(root: &Path, problem: &Problem, test: &TestId) -> PathBuf {
    root.join("testdata").join(problem.id.as_str()).join(format!("{test}.in"))
}
