//! `harness generate`: writes the tests that are described but missing.

pub(crate) mod lock;

use crate::answers::is_dialogue;
use crate::args::{CommonArgs, SandboxArgs, SelectArgs};
use crate::error::{CliError, OrCannot as _, chain, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen::say;
use crate::session;
use crate::workspace::Workspace;
use clap::Args;
use engine::plan::{PatternError, Plan, TestPattern, TimeFactor};
use engine::run::{Generated, Line, Settings};
use lock::Lock;
use model::{Group, Problem, ProblemId, Solution, TestId};
use package::draft;
use report::text::phrase::count;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness generate                 every problem
  harness generate nim             one problem
  harness generate nim --force     also replace tests that differ from what the generator writes now, and remove their answers
  harness generate nim --lock      hold later tests against the hashes of these, also where the tests are not kept

Answers are not written: `harness bless` does that.";

/// Write the missing tests that the problems' `generate` tables describe
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    select: SelectArgs,
    /// Replace tests that differ
    #[arg(long)]
    force: bool,
    /// Keep the hashes of the tests in generate.lock, for tests that are not kept themselves
    #[arg(long)]
    lock: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &GenerateArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, select) = opening::of_words(common, &args.select)?;
    let lines = lines(&workspace, &select)?;
    let made = session::with_session(&workspace, &args.sandbox, Settings::of_machine(), |session| {
        let made = session.runner.generate(&lines, &mut session.with_table());
        if session.cancel.is_raised() { Err(CliError::Interrupted) } else { Ok(made) }
    })?;
    let mut tally = Tally::default();
    for made in made.chunk_by(|a, b| a.problem.id == b.problem.id) {
        tally.add(of_problem(&workspace, made, args)?);
    }
    let Tally { written, same, differing, faults } = tally;
    say!("{written} written, {same} unchanged, {differing} differ, {faults} failed\n")?;
    Ok(match (faults, differing) {
        (0, 0) => Exit::AsExpected,
        (0, _) => Exit::UsageOrContent,
        _ => Exit::FaultOrIncomplete,
    })
}

#[derive(Clone, Copy, Default)]
struct Tally {
    written: usize,
    same: usize,
    differing: usize,
    faults: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.written += other.written;
        self.same += other.same;
        self.differing += other.differing;
        self.faults += other.faults;
    }
}

/// Writes one problem's missing tests, and brings its lock up to date.
fn of_problem(workspace: &Workspace, made: &[Generated], args: &GenerateArgs) -> Result<Tally, CliError> {
    let screen = &workspace.screen;
    let problem = &made[0].problem;
    let lock = Lock::of(problem).map_err(|why| refused(why).with_hint("fix the lock, or remove it"))?;
    let mut tally = Tally::default();
    for made in made {
        let place = place(&workspace.root, problem, &made.test);
        let file = workspace.relative(&place);
        if made.input.as_ref().is_ok_and(|input| !lock.permits(&made.test, input)) && !args.force {
            let message =
                format!("{file} as the generator writes it now is not what {} says", workspace.relative(&lock.path));
            screen.complain(&message, Some("give the old generator and arguments back, or say --force"));
            tally.differing += 1;
            continue;
        }
        match state(made, &place) {
            Ok(State::Same) => tally.same += 1,
            Ok(State::Missing(bytes)) => {
                draft::write(place, bytes)?;
                say!("wrote {file}\n")?;
                tally.written += 1;
            }
            Ok(State::Differs(bytes)) if args.force => {
                draft::write(place.clone(), bytes)?;
                say!("replaced {file}; {}\n", drop_answer(workspace, problem, &place)?)?;
                tally.written += 1;
            }
            Ok(State::Differs(_)) => {
                let message = format!("{file} differs from what the generator writes now");
                screen.complain(&message, Some("give the old arguments back, or replace it with --force"));
                tally.differing += 1;
            }
            Err(why) => {
                screen.complain(&why, None);
                tally.faults += 1;
            }
        }
    }
    // A part of the tests says nothing about the whole.
    if (lock.is_there() || args.lock) && tally.differing + tally.faults == 0 {
        let inputs = made.iter().filter_map(|made| Some((&made.test, made.input.as_deref().ok()?)));
        let text = lock.render(problem, inputs);
        if fs::read(&lock.path).ok().as_deref() != Some(text.as_bytes()) {
            draft::write(lock.path.clone(), text)?;
            say!("locked {} in {}\n", count(made.len(), "test"), workspace.relative(&lock.path))?;
        }
    }
    Ok(tally)
}

/// Removes the answer of an input that was replaced: it belongs to the old one. What `bless` cannot
/// write stays, and a person looks at it. Says which of the two happened.
fn drop_answer(workspace: &Workspace, problem: &Problem, input: &Path) -> Result<String, CliError> {
    let answer = input.with_extension("ans");
    if !answer.exists() {
        return Ok("it has no answer yet".to_owned());
    }
    let model = |solution: &Arc<Solution>| solution.id.problem == problem.id && solution.id.label.is_none();
    if is_dialogue(problem) || !workspace.catalog.solutions.iter().any(model) {
        return Ok("its answer may have changed".to_owned());
    }
    fs::remove_file(&answer).or_cannot(format!("remove {}", workspace.relative(&answer)))?;
    Ok(format!("its old answer is gone: `{} bless {}` writes the new one", workspace.screen.command, problem.id))
}

/// The lines of the tables that are selected. A test is selected by its line: its file may not be
/// there yet.
///
/// # Errors
/// When a filter or a pattern selects nothing.
fn lines(workspace: &Workspace, select: &SelectArgs) -> Result<Vec<Line>, CliError> {
    let home = env::current_dir().unwrap_or_else(|_| workspace.root.clone());
    let patterns: Result<Vec<TestPattern>, _> = select.tests.iter().map(|text| text.parse()).collect();
    let patterns = patterns.map_err(|error: PatternError| refused(chain(&error)))?;
    let to_fill = workspace.catalog.unanswered.values().map(|unanswered| &unanswered.problem);
    let all: Vec<Arc<Problem>> = workspace.catalog.problems.iter().chain(to_fill).cloned().collect();
    let all = Line::of_tables(&all);
    let names = |filter: &String, line: &Line| {
        let input = place(&workspace.root, &line.problem, &line.test);
        [input.with_extension(""), input.with_extension("ans"), input].contains(&home.join(filter))
    };
    let (files, filters): (Vec<String>, Vec<String>) =
        select.filters.iter().cloned().partition(|filter| all.iter().any(|line| names(filter, line)));
    let mut lines = Vec::new();
    if files.is_empty() || !filters.is_empty() {
        let select = SelectArgs { filters, tests: Vec::new() };
        lines = Line::of_tables(&selected(workspace, &select)?);
    }
    for line in all.into_iter().filter(|line| files.iter().any(|file| names(file, line))) {
        if !lines.iter().any(|other| other.problem.id == line.problem.id && other.test == line.test) {
            lines.push(line);
        }
    }
    lines.sort_by(|one, other| one.problem.id.cmp(&other.problem.id));
    if let Some(idle) = patterns.iter().find(|pattern| !lines.iter().any(|line| pattern.matches(&line.test))) {
        return Err(refused(format!("no line of a `generate` table is for a test that matches `{}`", idle.as_str()))
            .with_exit(Exit::NothingSelected));
    }
    lines.retain(|line| patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(&line.test)));
    Ok(lines)
}

/// A generated test may be the only one of a problem or of a group. A plan would leave that problem
/// out, so problems are selected without one.
fn selected(workspace: &Workspace, select: &SelectArgs) -> Result<Vec<Arc<Problem>>, CliError> {
    let healthy = &workspace.catalog.problems;
    let is_healthy = |id: &ProblemId| healthy.iter().any(|problem| problem.id == *id);
    let to_fill = workspace.catalog.unanswered.values().map(|unanswered| &unanswered.problem);
    let mut to_fill: Vec<&Arc<Problem>> =
        to_fill.filter(|problem| !problem.generate.is_empty() && !is_healthy(&problem.id)).collect();
    if select.filters.is_empty() {
        workspace.screen.diagnose(&workspace.diagnostics);
        return Ok(healthy.iter().chain(to_fill).cloned().collect());
    }
    let names = |problem: &Problem, filter: &str| {
        let slug = filter.trim_end_matches('/');
        slug.strip_prefix("problems/").unwrap_or(slug) == problem.id.as_str()
    };
    // These get their tests now, so nothing is said about their having none.
    let (filling, rest): (Vec<String>, Vec<String>) =
        select.filters.iter().cloned().partition(|filter| to_fill.iter().any(|problem| names(problem, filter)));
    to_fill.retain(|problem| filling.iter().any(|filter| names(problem, filter)));
    let mut problems: Vec<Arc<Problem>> = to_fill.into_iter().cloned().collect();
    // A group that no line of the table fills stays empty: its name may be misspelt.
    let stays_empty = |problem: &&Arc<Problem>| {
        let is_filled = |group: &Group| group.tests > 0 || problem.generate.iter().any(|(test, _)| group.holds(test));
        !problem.groups.iter().all(is_filled)
    };
    for problem in problems.iter().filter(stays_empty) {
        let manifest = problem.dir.join("problem.toml");
        let of_manifest = workspace.diagnostics.iter().filter(|found| manifest.ends_with(&found.path));
        workspace.screen.diagnose(&of_manifest.cloned().collect::<Vec<_>>());
    }
    if !rest.is_empty() {
        let select = SelectArgs { filters: rest, tests: select.tests.clone() };
        let plan: Plan = workspace.plan(&select, TimeFactor::default())?;
        workspace.screen.diagnose(&workspace.diagnostics_of(&select, &plan));
        let planned = |problem: &&Arc<Problem>| plan.solutions.iter().any(|s| s.problem.id == problem.id);
        problems.extend(healthy.iter().filter(planned).cloned());
    }
    Ok(problems)
}

/// How a generated test compares with the file of its name.
pub(crate) enum State<'a> {
    Same,
    Missing(&'a [u8]),
    Differs(&'a [u8]),
}

/// # Errors
/// In words, when the test cannot be made or compared.
pub(crate) fn state<'a>(made: &'a Generated, place: &Path) -> Result<State<'a>, String> {
    let bytes = made.input.as_ref().map_err(|fault| match &fault.hint {
        Some(hint) => format!("{fault} ({hint})"),
        None => fault.to_string(),
    })?;
    match fs::read(place) {
        Ok(before) if before == *bytes => Ok(State::Same),
        Ok(_) => Ok(State::Differs(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(State::Missing(bytes)),
        Err(error) => Err(format!("cannot read {}: {error}", place.display())),
    }
}

/// The input file of a test.
pub(crate) fn place(root: &Path, problem: &Problem, test: &TestId) -> PathBuf {
    root.join("testdata").join(problem.id.as_str()).join(format!("{test}.in"))
}
