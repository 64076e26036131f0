//! Is the content itself as good as it should be? Lints, not verdicts: what setters forget.
//! Everything is checked on the files as they are, by running what can be run.

mod data;
mod files;

pub use data::{OddFiles, TestFiles};

use crate::answers::should_be_right;
use crate::error::Error;
use crate::generate::{Lock, State, input_of, state};
use crate::session::{Caller, Listener, Quiet, Session};
use crate::trial::{self, Trial};
use crate::workspace::Workspace;
use engine::build::BuildOutcome;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{GeneratedTest, Grammar, Line, Settings, Validation, is_grammar};
use lab::refusal::{Refusal, refusal};
use model::phrase::count;
use model::record::{self, Mutation};
use model::{Diagnostic, Fault, Problem, ProblemId, Severity, Solution, Status, TestId, Verdict};
use package::detect::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What was found out about the content.
#[derive(Debug)]
pub struct CheckFindings {
    /// What is to be fixed, beside the mistakes in the files ([`Workspace::diagnostics_of`]).
    pub found: Vec<Diagnostic>,
    /// In the order of the plan.
    pub problems: Vec<CheckedProblem>,
    /// How many tests were checked.
    pub tests: usize,
    /// How many solutions were checked.
    pub solutions: usize,
    /// Programs that failed: what they were asked is not known.
    pub faults: usize,
}

/// What is worth knowing about a problem, and not wrong.
#[derive(Debug)]
pub struct CheckedProblem {
    /// Its tests are those that are planned.
    pub problem: Arc<Problem>,
    /// Their files, as they are displayed.
    pub solutions: Vec<String>,
    /// How many solutions should be right.
    pub right: usize,
    /// How many solutions should fail somewhere.
    pub wrong: usize,
    /// How many times the slowest right solution fits into its limit.
    pub margin: Option<f64>,
    /// What is odd about the files of its tests.
    pub files: TestFiles,
    /// How many wrong solutions fail on each test.
    pub kills: BTreeMap<TestId, usize>,
    /// Wrong solutions that fail on one test alone.
    pub by_one_test: Vec<(String, TestId)>,
    /// How many mistakes the tests notice, as far as that was tried.
    pub mutation: Option<Mutation>,
    /// `None`: a grammar is the only validator, or all others allow what it allows.
    pub loophole: Option<Loophole>,
}

/// What the problem's grammar allows and another of its validators refuses. That may be meant: a
/// grammar cannot express everything.
#[derive(Debug)]
pub struct Loophole {
    /// The file of the grammar.
    pub grammar: PathBuf,
    /// The files of the other validators.
    pub others: Vec<PathBuf>,
    /// The fault: another validator failed on an input that the grammar allows.
    pub found: Result<Refusal, Fault>,
}

impl Workspace {
    /// Checks the content of what is planned. Writes nothing.
    ///
    /// # Errors
    /// When programs cannot be run here, or it is interrupted: what was not found out would look
    /// like a mistake.
    pub fn check(&self, plan: &Plan, caller: &mut Caller<'_>) -> Result<CheckFindings, Error> {
        let mut judge = self.clone();
        trial::teach(&mut judge.languages, &Trial::anywhere())?;
        judge.with_session(&judge.builder()?, Settings::of_machine(), caller, |session, listener| {
            check(session, plan, listener)
        })
    }
}

fn check(session: &Session<'_>, plan: &Plan, listener: &mut dyn Listener) -> Result<CheckFindings, Error> {
    let (runner, judge) = (&session.runner, session.judge);
    let mut cache = session.result_cache();
    let mut lints = Lints { judge, found: Vec::new() };
    let validation = runner.validate(plan, &mut cache, listener);
    lints.found.extend(validation.diagnostics.iter().cloned());
    // A checker that fails on an answer would fail again on outputs derived from it.
    if validation.faults == 0 {
        lints.found.extend(runner.check_junk(&plan.without(&validation.invalid), &mut cache, listener));
    }
    lints.generated(session, plan, listener);
    let of_workspace = &judge.catalog.solutions;
    let whole: BTreeSet<&ProblemId> = plan.by_problem().filter_map(|planned| whole(planned, of_workspace)).collect();
    let plan = plan.without(&validation.invalid).with_problems(|problem| runner.settled(problem, listener));
    let (results, summary) = session.judge(&plan, &mut cache, listener)?;
    lints.taken_anywhere(session, &plan, listener)?;
    // What an interrupted run did not find out would look like a mistake: an answer that nobody
    // confirms, a test that catches nothing.
    if session.cancel.is_raised() {
        return Err(Error::Interrupted);
    }
    let mut mutations = judge.mutations(&plan);
    let mut of_solutions = results.iter().map(|result| &**result);
    let (mut unmet, mut problems) = (Vec::new(), Vec::new());
    for solutions in plan.by_problem() {
        let problem = &solutions[0].problem;
        lints.files(problem);
        if whole.contains(&problem.id) {
            lints.bounds(problem, &validation);
        }
        let judged: Vec<JudgedSolution<'_>> = solutions.iter().zip(of_solutions.by_ref()).collect();
        lints.confirmed(&judged, of_workspace);
        let loophole = if validation.faults == 0 { loophole(session, problem) } else { None };
        let mutation = mutations.remove(&problem.id);
        problems.push(CheckedProblem { mutation, loophole, ..CheckedProblem::of(problem, &judged) });
        unmet.extend(judged.into_iter().filter(|(_, result)| result.status == Status::Unmet));
    }
    for (planned, result) in unmet {
        let hint = format!("judge `{}` to see why", result.name);
        // Not its path: a package's solution may be assembled in a folder of ours.
        lints.error(Path::new(&*planned.solution.display), "not as its directives say", &hint);
    }
    let faults = summary.faults + validation.faults;
    Ok(CheckFindings { found: lints.found, problems, tests: plan.tests(), solutions: plan.solutions.len(), faults })
}

impl CheckedProblem {
    /// Returns whether a file belongs to the problem. `path`: relative to the root.
    pub fn holds(&self, path: &Path) -> bool {
        let below = ["problems", "testdata"].iter().find_map(|folder| path.strip_prefix(folder).ok());
        let folder = below.unwrap_or(path).iter().next().unwrap_or_default();
        folder == self.problem.id.as_str()
            || self.problem.dir.file_name() == Some(folder)
            || self.solutions.iter().any(|own| Path::new(own) == path)
    }

    fn of(problem: &Arc<Problem>, results: &[JudgedSolution<'_>]) -> CheckedProblem {
        let wrong = || results.iter().filter(|(planned, _)| is_wrong(&planned.solution));
        let right = results.iter().filter(|(planned, _)| planned.solution.expectation.is_accepted());
        let runs = right.flat_map(|(_, result)| {
            let accepted = result.tests.iter().filter(|test| test.verdict == Some(Verdict::Accepted));
            accepted.filter_map(|test| {
                let cpu = test.cpu?.as_secs_f64();
                (cpu > 0.0).then(|| result.limits_of(&test.test).cpu.as_secs_f64() / cpu)
            })
        });
        let planned = results.iter().flat_map(|(planned, _)| &planned.tests);
        let mut kills: BTreeMap<TestId, usize> = planned.map(|test| (test.id.clone(), 0)).collect();
        let mut by_one_test = Vec::new();
        for (_, result) in wrong() {
            let fails = |test: &&record::TestRecord| test.verdict.is_some_and(|verdict| verdict != Verdict::Accepted);
            let failed: BTreeSet<&TestId> = result.tests.iter().filter(fails).map(|test| &test.test).collect();
            if let [only] = failed.iter().collect::<Vec<_>>()[..] {
                by_one_test.push((result.name.clone(), TestId::clone(only)));
            }
            for test in failed {
                *kills.entry(test.clone()).or_default() += 1;
            }
        }
        CheckedProblem {
            problem: Arc::clone(problem),
            solutions: results.iter().map(|(planned, _)| planned.solution.display.clone()).collect(),
            right: results.len() - wrong().count(),
            wrong: wrong().count(),
            margin: runs.min_by(f64::total_cmp),
            files: data::unusual(problem),
            kills,
            by_one_test,
            mutation: None,
            loophole: None,
        }
    }
}

/// Looks for an input that the grammar allows and another validator refuses.
fn loophole(session: &Session<'_>, problem: &Arc<Problem>) -> Option<Loophole> {
    let (grammars, others): (Vec<_>, Vec<_>) = problem.validators.iter().cloned().partition(|file| is_grammar(file));
    let ([file, ..], false) = (&grammars[..], others.is_empty()) else { return None };
    let grammar = Grammar::read(file).ok()?;
    let found = refusal(&session.runner, problem, &grammar, &mut Quiet).transpose()?;
    Some(Loophole { grammar: file.clone(), others, found })
}

/// The problem's id, if everything that its solutions are judged on is selected. Bounds of a part
/// of the tests say nothing about the rest.
fn whole<'p>(planned: &'p [PlannedSolution], of_workspace: &[Arc<Solution>]) -> Option<&'p ProblemId> {
    let problem = &planned[0].problem;
    let is_judged = |solution: &&Arc<Solution>| {
        solution.id.problem == problem.id && problem.tests.iter().any(|test| solution.only.holds(&test.id))
    };
    let all = of_workspace.iter().filter(is_judged).count();
    (planned.len() == all && planned.iter().all(PlannedSolution::is_whole)).then_some(&problem.id)
}

struct Lints<'a> {
    judge: &'a Workspace,
    found: Vec<Diagnostic>,
}

impl Lints<'_> {
    fn error(&mut self, path: &Path, title: &str, hint: &str) {
        self.found.push(Diagnostic {
            severity: Severity::Error,
            title: title.to_owned(),
            path: path.strip_prefix(&self.judge.root).unwrap_or(path).to_path_buf(),
            snippet: None,
            hint: Some(hint.to_owned()),
        });
    }

    /// Checks that the generated tests exist, and are what the generators make.
    fn generated(&mut self, session: &Session<'_>, plan: &Plan, listener: &mut dyn Listener) {
        let problems: Vec<Arc<Problem>> = plan.by_problem().map(|of| Arc::clone(&of[0].problem)).collect();
        let locks: BTreeMap<&ProblemId, Lock> =
            problems.iter().filter_map(|problem| Some((&problem.id, self.lock(problem)?))).collect();
        for made in session.runner.generate(&Line::of_tables(&problems), listener) {
            if let (Some(lock), Ok(input)) = (locks.get(&made.problem.id), &made.input) {
                self.locked(lock, &made, input);
            }
            let place = input_of(&self.judge.root, &made.problem, &made.test);
            match state(&made, &place) {
                Ok(State::Same) => {}
                Ok(State::Missing(_)) => {
                    let hint = format!("generate `{}`", made.problem.id);
                    self.error(&place, "this test is described but not there", &hint);
                }
                Ok(State::Differs(_)) => {
                    let hint = format!("replace the tests of `{}`, or fix the arguments", made.problem.id);
                    self.error(&place, "this test differs from what its generator writes", &hint);
                }
                Err(problem) => {
                    // The failure need not be the generator's: a compiler may be missing.
                    match made.input.as_ref().err().and_then(|fault| Some((fault, fault.hint.as_ref()?))) {
                        Some((fault, hint)) => self.error(&place, &fault.to_string(), hint),
                        None => self.error(&place, &problem, "fix the generator"),
                    }
                }
            }
        }
    }

    /// The problem's lock, if it can be read.
    fn lock(&mut self, problem: &Problem) -> Option<Lock> {
        match Lock::of(problem) {
            Ok(lock) => {
                for test in lock.unlisted(problem) {
                    let title = format!("the lock holds `{test}`, which nothing generates");
                    self.error(&lock.path, &title, &lock_again(&problem.id));
                }
                Some(lock)
            }
            Err(why) => {
                self.error(&problem.dir.join("generate.lock"), &why, "fix the lock, or remove it");
                None
            }
        }
    }

    fn locked(&mut self, lock: &Lock, made: &GeneratedTest, input: &[u8]) {
        let (test, problem) = (&made.test, &made.problem.id);
        if lock.lacks(test) {
            let title = format!("`{test}` is generated, and not in the lock");
            self.error(&lock.path, &title, &lock_again(problem));
        } else if !lock.permits(test, input) {
            let title = format!("the generator writes another `{test}` than the lock holds");
            let hint = format!("give the old generator and arguments back, or replace the tests of `{problem}`");
            self.error(&lock.path, &title, &hint);
        }
    }

    /// Checks that every right solution compiles in any edition, alone and without a warning: it
    /// can be submitted to any judge as it is.
    fn taken_anywhere(&mut self, session: &Session<'_>, plan: &Plan, listener: &mut dyn Listener) -> Result<(), Error> {
        let solutions = plan.solutions.iter().map(|planned| &planned.solution);
        let right = solutions.filter(|s| s.expectation.is_accepted() && trial::is_rust(s));
        let tried: Vec<_> = right.flat_map(|s| Trial::anywhere().into_iter().map(move |trial| (s, trial))).collect();
        let sources: Vec<_> = tried.iter().map(|(solution, trial)| trial.source(solution)).collect();
        let built = session.runner.build(&sources, listener);
        let mut reported: BTreeSet<&Path> = BTreeSet::new();
        for ((solution, trial), built) in tried.iter().zip(built) {
            let (what, words) = match built {
                Ok(BuildOutcome::Ready { warnings, .. }) if warnings.trim().is_empty() => continue,
                Ok(BuildOutcome::Ready { warnings, .. }) => ("compiles with warnings", warnings),
                Ok(BuildOutcome::Rejected { messages }) => ("does not compile alone", messages),
                Ok(BuildOutcome::Interrupted) => return Err(Error::Interrupted),
                // A compiler's fault is one of the run, too, and reported there.
                Err(_) => continue,
            };
            // The same mistake may occur in every edition.
            if reported.insert(&solution.path) {
                let error = words.lines().find(|line| line.starts_with("error"));
                let first = error.or_else(|| words.lines().next()).unwrap_or_default();
                let hint = "a judge may use any edition from 2015 to 2024";
                let display = Path::new(&*solution.display);
                self.error(display, &format!("{what} in {}: {first}", trial.language()), hint);
            }
        }
        Ok(())
    }

    /// Checks that some test reaches every bound of the validator.
    fn bounds(&mut self, problem: &Problem, validation: &Validation) {
        let of_problem = |id: &ProblemId| *id == problem.id;
        for ((_, name), bound) in validation.bounds.iter().filter(|((id, _), _)| of_problem(id)) {
            if bound.smallest_seen > bound.lowest_allowed {
                let title = format!("{name} is never {}; smallest is {}", bound.lowest_allowed, bound.smallest_seen);
                self.error(&problem.dir, &title, "add a test at the bound");
            }
            if bound.largest_seen < bound.highest_allowed {
                let title = format!("{name} is never {}; largest is {}", bound.highest_allowed, bound.largest_seen);
                self.error(&problem.dir, &title, "add a test at the bound");
            }
        }
    }

    /// Checks that two programs with different ideas confirm every answer: the model, the brute
    /// force, another method. Nothing is known of a test for which one of them was not selected.
    fn confirmed(&mut self, results: &[JudgedSolution<'_>], of_workspace: &[Arc<Solution>]) {
        let Some(problem) = results.first().map(|(planned, _)| Arc::clone(&planned.problem)) else { return };
        if matches!(Kind::of(&problem.dir), Some(Kind::Package(_))) {
            return;
        }
        let right: Vec<_> = results.iter().filter(|(planned, _)| !is_wrong(&planned.solution)).collect();
        let all = of_workspace.iter().filter(|one| one.id.problem == problem.id && !is_wrong(one));
        let mut alone: Vec<&Arc<model::Test>> = Vec::new();
        let is_empty = |file: &Path| fs::metadata(file).is_ok_and(|data| data.len() == 0);
        for test in &problem.tests {
            // There is nothing to confirm.
            if problem.is_dialogue() && is_empty(&test.answer) {
                continue;
            }
            let is_judged = |planned: &PlannedSolution| planned.tests.iter().any(|own| own.id == test.id);
            let judged = right.iter().filter(|(planned, _)| is_judged(planned)).count();
            if judged < all.clone().filter(|solution| solution.only.holds(&test.id)).count() {
                continue;
            }
            let accepts =
                |result: &record::SolutionRecord| result.tests.iter().any(|of| of.test == test.id && of.is_accepted());
            match right.iter().filter(|(_, result)| accepts(result)).count() {
                0 if right.len() > 1 => {
                    let title = "no right solution confirms this answer";
                    let by_bless = match problem.is_dialogue() {
                        true => String::new(),
                        false => format!("; bless `{}` to write theirs", problem.id),
                    };
                    let hint = format!("fix the answer or the solutions{by_bless}");
                    self.error(&test.answer, title, &hint);
                }
                0 | 1 => alone.push(test),
                _ => {}
            }
        }
        // The same for each test, and mended by the same deed.
        if let Some((first, others)) = alone.split_first() {
            let rest = match others.len() {
                0 => String::new(),
                others => format!(", and those of {}", count(others, "other test")),
            };
            let title = format!("only one right solution confirms this answer{rest}");
            self.error(&first.answer, &title, "write another by a different method");
        }
    }
}

/// The hint where the lock and the tests are not about the same ones.
fn lock_again(problem: &ProblemId) -> String {
    format!("generate `{problem}`, which brings the lock up to date")
}

/// A solution and its result.
type JudgedSolution<'a> = (&'a PlannedSolution, &'a record::SolutionRecord);

fn is_wrong(solution: &Solution) -> bool {
    !should_be_right(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::own_rules::OwnRules;
    use package::folder;

    #[test]
    fn a_file_is_its_problems_whatever_folders_inside_are_called() {
        let (id, rules) = (ProblemId::parse("data").unwrap(), OwnRules::default());
        let problem = folder::problem(Path::new("/w/data"), id, "data", &[], rules.judging(), rules.limits());
        let solutions = vec!["solutions/src/bin/data--slow.rs".to_owned()];
        let checked = CheckedProblem { solutions, ..CheckedProblem::of(&Arc::new(problem), &[]) };
        for own in
            ["data/problem.yaml", "problems/data/problem.toml", "testdata/data/1.in", "solutions/src/bin/data--slow.rs"]
        {
            assert!(checked.holds(Path::new(own)), "{own}");
        }
        for other in ["two/data/1.in", "problems/two/data", "solutions/src/bin/data.rs"] {
            assert!(!checked.holds(Path::new(other)), "{other}");
        }
    }
}
