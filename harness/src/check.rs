//! `harness check`: is the content itself as good as it should be?
//!
//! Lints, not verdicts: what setters forget. Everything is checked on the files as they are, by
//! running what can be run.

mod data;
mod table;

use crate::args::{CommonArgs, SandboxArgs, SelectArgs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::mutate::{memory, show};
use crate::opening;
use crate::screen::{self, Screen};
use crate::session::{self, Results, Session};
use beneath::Home;
use clap::Args;
use engine::build::Built;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{Grammar, Line, Settings, Validation, is_grammar};
use judge::trial::{self, Trial};
use judge::{Lock, State, input_of, is_brute, is_dialogue, should_be_right, state};
use lab::refusal::{Refusal, refusal};
use model::record::{self, Test};
use model::{Diagnostic, Problem, ProblemId, Severity, Solution, Status, TestId, TimeFactor, Verdict};
use package::detect::{Kind, PackageFormat};
use package::kattis::rules;
use package::statement::{Section, Tongue};
use report::text::phrase::{count, names};
use report::text::sanitize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness check                    the whole workspace
  harness check nim -v             one problem, and which tests no wrong solution fails";

/// Check the content itself: statements, validators and their bounds, generated tests, brute
/// forces, wrong solutions
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// Also name the tests that no wrong solution fails
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &CheckArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (mut workspace, select) = opening::of_words(common, &args.select)?;
    trial::teach(&mut workspace.languages, &Trial::anywhere())?;
    let plan = workspace.plan(&select, TimeFactor::default())?;
    let found = workspace.diagnostics_of(&select, &plan);
    session::with_session(&workspace, &args.sandbox, Settings::of_machine(), |session| {
        check(session, &plan, found, args.verbose)
    })
}

fn check(session: &Session<'_>, plan: &Plan, found: Vec<Diagnostic>, verbose: bool) -> Result<Exit, CliError> {
    let (runner, workspace) = (&session.runner, session.workspace);
    let mut cache = session.result_cache();
    let mut results = session.with_table();
    let mut lints = Lints { root: &workspace.root, screen: &workspace.screen, found, notes: Vec::new() };
    let validation = runner.validate(plan, &mut cache, &mut results);
    lints.found.extend(validation.diagnostics.iter().cloned());
    lints.found.extend(runner.check_determinism(plan, &mut cache, &mut results));
    // A checker that fails on an answer would fail again on outputs derived from it.
    if validation.faults == 0 {
        lints.found.extend(runner.check_junk(&plan.without(&validation.invalid), &mut cache, &mut results));
    }
    lints.generated(session, plan, &mut results);
    let of_workspace = &workspace.catalog.solutions;
    let whole: BTreeSet<&ProblemId> = plan.by_problem().filter_map(|planned| whole(planned, of_workspace)).collect();
    let plan = plan.without(&validation.invalid);
    let summary = runner.execute(&plan, &mut cache, &mut results);
    lints.taken_anywhere(session, &plan)?;
    // What an interrupted run did not find out would look like a mistake: an answer that nobody
    // confirms, a test that catches nothing.
    if session.cancel.is_raised() {
        return Err(CliError::Interrupted);
    }
    let mutations = memory::of_problems(workspace, &plan);
    let mut of_solutions = results.solutions.iter().map(|result| &**result);
    let (mut unmet, mut rows) = (Vec::new(), Vec::new());
    for solutions in plan.by_problem() {
        lints.files(solutions, of_workspace);
        if whole.contains(&solutions[0].problem.id) {
            lints.bounds(&solutions[0].problem, &validation);
        }
        let judged: Vec<Judged<'_>> = solutions.iter().zip(of_solutions.by_ref()).collect();
        rows.push(table::Row::of(&solutions[0].problem, &judged));
        lints.confirmed(&judged, of_workspace);
        lints.notes.push(data::notes(&solutions[0].problem));
        lints.strength(&judged, verbose);
        lints.mutants(mutations.get(&solutions[0].problem.id), &solutions[0].problem);
        if validation.faults == 0 {
            lints.refusal(session, &solutions[0].problem);
        }
        unmet.extend(judged.into_iter().filter(|(_, result)| result.status == Status::Unmet));
    }
    for (planned, result) in unmet {
        let hint = format!("run `harness {}` to see why", result.name);
        // Not its path: a package's solution may be assembled in a folder of ours.
        lints.error(Path::new(&*planned.solution.display), "not as its directives say", &hint);
    }
    workspace.screen.diagnose(&lints.found);
    let mut text = lints.notes.concat();
    if rows.len() > 1 {
        let places: Vec<&Path> = lints.found.iter().map(|found| &*found.path).collect();
        text.push_str(&table::table(&rows, &places));
    }
    text.push_str(&format!(
        "checked {}, {}, {}: {}\n",
        count(plan.problems(), "problem"),
        count(plan.tests(), "test"),
        count(plan.solutions.len(), "solution"),
        if lints.found.is_empty() { "clean".to_owned() } else { format!("{} to fix", lints.found.len()) }
    ));
    screen::print(text)?;
    Ok(if summary.faults + validation.faults > 0 {
        Exit::FaultOrIncomplete
    } else if !lints.found.is_empty() {
        Exit::UsageOrContent
    } else {
        Exit::AsExpected
    })
}

/// The problem's id, if everything that its solutions are judged on is selected. Bounds of a part
/// of the tests say nothing about the rest.
fn whole<'p>(planned: &'p [PlannedSolution], of_workspace: &[Arc<Solution>]) -> Option<&'p ProblemId> {
    let problem = &planned[0].problem;
    let is_judged = |solution: &&Arc<Solution>| {
        solution.id.problem == problem.id && problem.tests.iter().any(|test| solution.only.holds(&test.id))
    };
    let all = of_workspace.iter().filter(is_judged).count();
    (planned.len() == all && planned.iter().all(|planned| planned.whole)).then_some(&problem.id)
}

struct Lints<'a> {
    root: &'a Path,
    screen: &'a Screen,
    found: Vec<Diagnostic>,
    /// Not wrong, but worth knowing.
    notes: Vec<String>,
}

impl Lints<'_> {
    fn error(&mut self, path: &Path, title: &str, hint: &str) {
        self.found.push(Diagnostic {
            severity: Severity::Error,
            title: title.to_owned(),
            path: path.strip_prefix(self.root).unwrap_or(path).to_path_buf(),
            snippet: None,
            hint: Some(self.screen.callable(hint)),
        });
    }

    /// Checks that the generated tests exist, and are what the generators make.
    fn generated(&mut self, session: &Session<'_>, plan: &Plan, results: &mut Results) {
        let problems: Vec<Arc<Problem>> = plan.by_problem().map(|of| Arc::clone(&of[0].problem)).collect();
        let locks: BTreeMap<&ProblemId, Lock> =
            problems.iter().filter_map(|problem| Some((&problem.id, self.lock(problem)?))).collect();
        for made in session.runner.generate(&Line::of_tables(&problems), results) {
            if let (Some(lock), Ok(input)) = (locks.get(&made.problem.id), &made.input) {
                self.locked(lock, &made.test, input);
            }
            let place = input_of(self.root, &made.problem, &made.test);
            match state(&made, &place) {
                Ok(State::Same) => {}
                Ok(State::Missing(_)) => {
                    self.error(&place, "this test is described but not there", "run `harness generate`");
                }
                Ok(State::Differs(_)) => {
                    self.error(
                        &place,
                        "this test differs from what its generator writes",
                        "run `harness generate --force`, or fix the arguments",
                    );
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
                for test in lock.strangers(problem) {
                    let title = format!("the lock holds `{test}`, which nothing generates");
                    self.error(&lock.path, &title, "run `harness generate`, which brings the lock up to date");
                }
                Some(lock)
            }
            Err(why) => {
                self.error(&problem.dir.join("generate.lock"), &why, "fix the lock, or remove it");
                None
            }
        }
    }

    fn locked(&mut self, lock: &Lock, test: &TestId, input: &[u8]) {
        if lock.lacks(test) {
            let title = format!("`{test}` is generated, and not in the lock");
            self.error(&lock.path, &title, "run `harness generate`, which brings the lock up to date");
        } else if !lock.permits(test, input) {
            let title = format!("the generator writes another `{test}` than the lock holds");
            let hint = "give the old generator and arguments back, or run `harness generate --force`";
            self.error(&lock.path, &title, hint);
        }
    }

    /// Checks for the files that every problem should have. A solution of the workspace is there,
    /// selected or not.
    fn files(&mut self, solutions: &[PlannedSolution], of_workspace: &[Arc<Solution>]) {
        let problem = &solutions[0].problem;
        let dir: PathBuf = problem.dir.clone();
        match Kind::of(&dir) {
            Some(Kind::Package(PackageFormat::Kattis)) => {
                for found in rules::broken(problem) {
                    let path = found.path.strip_prefix(self.root).unwrap_or(&found.path).to_path_buf();
                    self.found.push(Diagnostic { path, ..found });
                }
                return;
            }
            // Other formats have no written rules, and we have none for them.
            Some(Kind::Package(_)) => return,
            Some(Kind::Workspace | Kind::Contest) | None => {}
        }
        for tongue in Tongue::ALL {
            let path = dir.join(tongue.file());
            match Home::of(self.root).words(&path) {
                Ok(statement) => self.samples(problem, &path, &statement),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    if tongue == Tongue::English {
                        self.error(&dir, "no statement.md", "say what the problem is, in your own words");
                    }
                }
                Err(error) => {
                    let title = format!("cannot read it: {error}");
                    self.error(&path, &title, "write it as a readable file in UTF-8");
                }
            }
        }
        if !problem.tests.iter().any(|test| test.id.is_sample()) {
            self.error(&dir, "no sample test", "put the statement's sample into testdata/<problem>/sample/");
        }
        if problem.validators.is_empty() {
            self.error(&dir, "no validator", "write input.ctd, a grammar of the input, or validator.rs: it reads a test and exits with 42 when it is valid");
        }
        let mut own = of_workspace.iter().filter(|solution| solution.id.problem == problem.id);
        if !own.clone().any(|solution| is_brute(solution)) {
            self.error(&dir, "no brute force", "write a solution `<problem>--brute` from the rules alone");
        }
        if !own.any(|solution| is_wrong(solution)) {
            self.error(&dir, "no wrong solution", "write one that must fail: `//@ expect: wrong-answer`");
        }
    }

    /// Checks that the samples in the statement, if any, are the sample files.
    fn samples(&mut self, problem: &Problem, path: &Path, statement: &str) {
        // An editor may end lines as Windows does, or leave blanks at their ends.
        let is_samples = |line: &&str| line.strip_prefix("## ").and_then(Section::of_heading) == Some(Section::Samples);
        let lines = statement.lines().skip_while(|line| !is_samples(line)).skip(1);
        let section: String = lines.take_while(|line| !line.starts_with("## ")).flat_map(|line| [line, "\n"]).collect();
        // Every second part is between two fences, after the name of its language.
        let blocks = section.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
        let blocks: BTreeSet<&str> = blocks.map(|(_, text)| text.trim_end()).collect();
        if blocks.is_empty() {
            return;
        }
        for test in problem.tests.iter().filter(|test| test.id.is_sample()) {
            for file in [&test.input, &test.answer] {
                let Ok(text) = fs::read_to_string(file) else { continue };
                let text = text.replace("\r\n", "\n");
                if !text.trim().is_empty() && !blocks.contains(text.trim_end()) {
                    let file = file.strip_prefix(self.root).unwrap_or(file).display();
                    let hint = "copy the file into a code block of its own, or mend the file";
                    self.error(path, &format!("its samples lack {file}"), hint);
                }
            }
        }
    }

    /// Checks that every right solution compiles in any edition, alone and without a warning: it
    /// can be submitted to any judge as it is.
    fn taken_anywhere(&mut self, session: &Session<'_>, plan: &Plan) -> Result<(), CliError> {
        let solutions = plan.solutions.iter().map(|planned| &planned.solution);
        let right = solutions.filter(|s| s.expectation.is_accepted() && &*s.language.0 == "rust");
        let tried: Vec<_> = right.flat_map(|s| Trial::anywhere().into_iter().map(move |trial| (s, trial))).collect();
        let sources: Vec<_> = tried.iter().map(|(solution, trial)| trial.source(solution)).collect();
        let built = session.runner.build(&sources, &mut session.with_table());
        let mut reported: BTreeSet<&Path> = BTreeSet::new();
        for ((solution, trial), built) in tried.iter().zip(built) {
            let (what, words) = match built {
                Ok(Built::Ready { warnings, .. }) if warnings.trim().is_empty() => continue,
                Ok(Built::Ready { warnings, .. }) => ("compiles with warnings", warnings),
                Ok(Built::Rejected { messages }) => ("does not compile alone", messages),
                Ok(Built::Interrupted) => return Err(CliError::Interrupted),
                // A compiler's fault is one of the run, too, and reported there.
                Err(_) => continue,
            };
            // The same mistake may occur in every edition.
            if reported.insert(&solution.path) {
                let error = words.lines().find(|line| line.starts_with("error"));
                let first = error.or_else(|| words.lines().next()).unwrap_or_default();
                let hint = "a judge may use any edition from 2015 to 2024: `harness submit` tells more";
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
    fn confirmed(&mut self, results: &[Judged<'_>], of_workspace: &[Arc<Solution>]) {
        let Some(problem) = results.first().map(|(planned, _)| Arc::clone(&planned.problem)) else { return };
        if matches!(Kind::of(&problem.dir), Some(Kind::Package(_))) {
            return;
        }
        let right: Vec<_> = results.iter().filter(|(planned, _)| !is_wrong(&planned.solution)).collect();
        let all = of_workspace.iter().filter(|one| one.id.problem == problem.id && !is_wrong(one));
        let is_selected = |solution: &Solution, test: &TestId| {
            let mut own = right.iter().filter(|(planned, _)| planned.solution.id == solution.id);
            own.any(|(planned, _)| planned.tests.iter().any(|planned| planned.id == *test))
        };
        let mut alone: Vec<&Arc<model::Test>> = Vec::new();
        let is_empty = |file: &Path| fs::metadata(file).is_ok_and(|data| data.len() == 0);
        for test in &problem.tests {
            // There is nothing to confirm.
            if is_dialogue(&problem) && is_empty(&test.answer) {
                continue;
            }
            let mut judged = all.clone().filter(|solution| solution.only.holds(&test.id));
            if !judged.all(|solution| is_selected(solution, &test.id)) {
                continue;
            }
            let accepts =
                |result: &record::Solution| result.tests.iter().any(|of| of.test == test.id && of.is_accepted());
            match right.iter().filter(|(_, result)| accepts(result)).count() {
                0 if right.len() > 1 => {
                    let (title, hint) = unconfirmed(&right, &test.id);
                    self.error(&test.answer, &title, hint);
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

    /// How many mistakes the tests notice, as far as `mutate` has tried.
    fn mutants(&mut self, mutation: Option<&record::Mutation>, problem: &Problem) {
        let id = &problem.id;
        let again = self.screen.callable(&format!("`harness mutate {id}`"));
        self.notes.push(match mutation {
            None => format!("  mutation score unknown: {again} finds out\n"),
            Some(mutation) if mutation.outdated => {
                format!(
                    "  {}, before tests, solution or judging changed: {again} again\n",
                    show::summary(mutation).plain()
                )
            }
            Some(mutation) => format!("  {}\n", show::summary(mutation).plain()),
        });
    }

    /// Whether the grammar allows an input that another validator refuses. That may be meant: a
    /// grammar cannot express everything.
    fn refusal(&mut self, session: &Session<'_>, problem: &Arc<Problem>) {
        let (grammars, others): (Vec<_>, Vec<_>) = problem.validators.iter().partition(|file| is_grammar(file));
        let ([file, ..], false) = (&grammars[..], others.is_empty()) else { return };
        let Ok(grammar) = Grammar::read(file) else { return };
        let file = screen::from_here(file);
        match refusal(&session.runner, problem, &grammar, &mut Results::default()) {
            Ok(None) => {}
            Ok(Some(Refusal { input, words })) => {
                let others: Vec<String> = others.iter().map(|other| screen::from_here(other)).collect();
                let words = words.lines().next().unwrap_or_default();
                let line = |line: &str| sanitize::name(&line.chars().take(80).collect::<String>(), true).into_owned();
                let input = String::from_utf8_lossy(&input);
                let lines: String = screen::first_lines(&input, 6).map(|one| format!("    {}\n", line(one))).collect();
                self.notes.push(format!(
                    "  {file} allows this input, and {} refuses it: {}\n{lines}",
                    names(&others, 2),
                    line(words)
                ));
            }
            Err(fault) => self.notes.push(format!("  {fault}, on an input that {file} allows\n")),
        }
    }

    /// Which wrong solutions the tests tell from right ones, and by how much.
    fn strength(&mut self, results: &[Judged<'_>], verbose: bool) {
        let Some(problem) = results.first().map(|(planned, _)| Arc::clone(&planned.problem)) else { return };
        let mut killers: BTreeMap<&TestId, usize> =
            results.iter().flat_map(|(planned, _)| &planned.tests).map(|test| (&test.id, 0)).collect();
        let mut by_one_test = Vec::new();
        for (_, result) in results.iter().filter(|(planned, _)| is_wrong(&planned.solution)) {
            let failed: BTreeSet<&TestId> =
                result.tests.iter().filter(|test| fails(test)).map(|test| &test.test).collect();
            if let [only] = failed.iter().collect::<Vec<_>>()[..] {
                by_one_test.push(format!("  {} fails on {only} alone\n", result.name));
            }
            for test in failed {
                *killers.entry(test).or_default() += 1;
            }
        }
        let idle: Vec<&str> = killers.iter().filter(|(_, kills)| **kills == 0).map(|(test, _)| &*test.0).collect();
        self.notes.push(format!(
            "{}: {} of {} tests catch a wrong solution\n",
            problem.id,
            killers.len() - idle.len(),
            killers.len()
        ));
        self.notes.extend(by_one_test);
        if verbose && !idle.is_empty() {
            self.notes.push(format!("  no wrong solution fails on: {}\n", idle.join(", ")));
        }
    }
}

/// Words for an answer that no right solution gets: if several print the same instead, that is
/// likely to be the answer.
fn unconfirmed(right: &[&Judged<'_>], test: &TestId) -> (String, &'static str) {
    let printed = right.iter().filter_map(|(_, result)| {
        let of = result.tests.iter().find(|of| of.test == *test)?;
        let output = &of.evidence.as_ref()?.output;
        let is_whole = output.head.len() as u64 == output.bytes && !output.head.trim_ascii().is_empty();
        is_whole.then(|| (output.head.trim_ascii(), &*result.name))
    });
    let mut by_output: BTreeMap<&[u8], Vec<&str>> = BTreeMap::new();
    printed.for_each(|(output, name)| by_output.entry(output).or_default().push(name));
    match by_output.into_iter().find(|(_, names)| names.len() > 1) {
        Some((output, solutions)) => {
            let first = String::from_utf8_lossy(output.split(|byte| *byte == b'\n').next().unwrap_or_default());
            let more = if output.contains(&b'\n') { " …" } else { "" };
            let title = format!(
                "no right solution confirms this answer, and {} agree on another: {}{more}",
                names(&solutions, 4),
                sanitize::name(&first.chars().take(40).collect::<String>(), true)
            );
            (title, "if they are right, `harness bless` writes theirs")
        }
        None => ("no right solution confirms this answer".to_owned(), "fix the answer, or the solutions"),
    }
}

/// A solution and its result.
type Judged<'a> = (&'a PlannedSolution, &'a record::Solution);

fn is_wrong(solution: &Solution) -> bool {
    !should_be_right(solution)
}

fn fails(test: &Test) -> bool {
    test.verdict.is_some_and(|verdict| verdict != Verdict::Accepted)
}
