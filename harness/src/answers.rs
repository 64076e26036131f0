//! Answers: what the model solution prints, once every other solution that should be right agrees.
//!
//! Nothing is written here.

use crate::error::{CliError, ErrorKind, OrCannot as _, refused};
use crate::screen::{StandardOutput, print, write_aside};
use crate::session::Session;
use crate::workspace::{Named, Workspace};
pub(crate) use judge::is_dialogue;

use engine::build::Staging;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{Ended, Printed, Refused, TestFile};
use model::record::{self, Build};
use model::{Fault, FaultKind, Limits, Problem, Solution, SolutionId, Test, Verdict, Worth};
use report::text::change::change;
use report::text::phrase::{count, names};
use report::text::{Role, Text};
use sandbox::Cancel;
use sandbox::terminal::{Typed, typed_until};
use std::env;
use std::fs;
use std::io::{self, IsTerminal};
use std::sync::Arc;

/// # Errors
/// When a machine and not a person runs the command.
pub(crate) fn refuse_in_ci() -> Result<(), CliError> {
    let ci = env::var("CI").unwrap_or_default();
    if ci.is_empty() || ci == "false" || ci == "0" {
        return Ok(());
    }
    Err(refused("answers are not written in CI (the variable CI is set)")
        .with_hint("bless where somebody looks at the diff, and commit the answers"))
}

/// New answers that every other right solution agrees with.
pub(crate) struct Answers {
    /// The solution that printed them.
    pub model: Arc<Solution>,
    pub new: Vec<(Arc<Test>, Vec<u8>)>,
    /// The solutions that confirmed every one of them.
    pub confirmed: Vec<String>,
    /// The solutions that did not confirm them all, and why.
    pub silent: Vec<String>,
}

/// Lets the model solution answer, and judges the other right solutions by its answers. Writes
/// nothing.
///
/// # Errors
/// When the validator refuses an input, the model solution fails, or a solution disagrees.
/// Complaints about single tests have been printed by then.
pub(crate) fn answers(session: &Session<'_>, named: &Named, tests: &[Arc<Test>]) -> Result<Answers, CliError> {
    let screen = &session.workspace.screen;
    let model = model(named)?;
    validate(session, named, tests)?;
    let scratch = session.builder.scratch()?;
    let mut new = Vec::new();
    let mut failed = false;
    let captured = session.runner.capture(
        model,
        tests,
        |test| named.problem.limits_of(&test.id).clone(),
        &mut session.with_table(),
    );
    for (test, captured) in tests.iter().zip(captured) {
        match captured? {
            Printed::Ended(Ended { failure: None, stdout, .. }) => new.push((Arc::clone(test), stdout)),
            Printed::Ended(Ended { failure: Some(how), .. }) => {
                screen.complain(&format!("{} has no answer for {}: {how}", model.id, test.id), None);
                failed = true;
            }
            Printed::Rejected(words) => {
                return Err(refused(format!("{} does not compile:\n{}", model.id, words.trim_end())));
            }
            Printed::Interrupted => return Err(CliError::Interrupted),
        }
    }
    if failed {
        return Err(not_written("fix the model solution, or the test"));
    }
    let staged = stage(&scratch, &new).or_cannot("write the answers")?;
    // The judge tries every answer as an output. It would refuse these, and leave their tests out.
    if complain(session, &refused_files(session, named, &staged)?, TestFile::Answer) > 0 {
        let hint = format!("these are what {} prints: fix it, or the checker", model.id);
        return Err(not_written(hint));
    }
    let others: Vec<Arc<Solution>> = named.solutions.iter().filter(|s| should_be_right(s)).cloned().collect();
    let (results, _) = session.judge(&plan(&named.problem, &others, &staged), &mut session.result_cache())?;
    let mut answers = Answers { model: Arc::clone(model), new, confirmed: Vec::new(), silent: Vec::new() };
    let mut disagreeing = false;
    for result in &results {
        match opinion(&named.problem, result) {
            Opinion::Agrees if result.name == model.id.to_string() => {}
            Opinion::Agrees if result.tests.len() < answers.new.len() => {
                let part = count(result.tests.len(), "test");
                answers.silent.push(format!("{} is judged on {part} of them and agrees", result.name));
            }
            Opinion::Agrees => answers.confirmed.push(result.name.clone()),
            Opinion::Silent(why) => answers.silent.push(format!("{} {why}", result.name)),
            Opinion::Disagrees(how) => {
                screen.complain(&format!("{} does not agree with {}: {how}", result.name, model.id), None);
                disagreeing = true;
            }
            Opinion::Fault(fault) => return Err(fault.into()),
        }
    }
    if disagreeing {
        let hint = "one of them is wrong: find out which, fix it, or give the wrong one an `expect` directive";
        return Err(not_written(hint));
    }
    Ok(answers)
}

/// Validates the inputs: one that the problem's own validator refuses gets no answer.
///
/// # Errors
/// When it refuses one, or fails. Each such input has been complained about by then.
pub(crate) fn validate(session: &Session<'_>, named: &Named, tests: &[Arc<Test>]) -> Result<(), CliError> {
    match complain(session, &refused_files(session, named, tests)?, TestFile::Input) {
        0 => Ok(()),
        _ => Err(not_written("fix the input, or the validator's rule").of_kind(ErrorKind::UsageOrContent)),
    }
}

/// The inputs and answers of these tests that the problem's validators and its checker refuse.
///
/// # Errors
/// When one of these programs fails. Everything that was found has been complained about by then.
pub(crate) fn refused_files(
    session: &Session<'_>,
    named: &Named,
    tests: &[Arc<Test>],
) -> Result<Vec<Refused>, CliError> {
    // A plan lists tests by solution; which solution makes no difference here.
    let Some(any) = named.model().or(named.solutions.first()) else { return Ok(Vec::new()) };
    let whole = Arc::new(Solution { only: Default::default(), ..(**any).clone() });
    let plan = plan(&named.problem, &[whole], tests);
    // The inputs in `invalid/` are left to `check`.
    let validation = session.runner.validate(&plan, &mut session.result_cache(), &mut session.with_table());
    if session.cancel.is_raised() {
        return Err(CliError::Interrupted);
    }
    if validation.faults == 0 {
        return Ok(validation.refused);
    }
    for found in &validation.diagnostics {
        session.workspace.screen.complain(&found.title, found.hint.as_deref());
    }
    Err(not_written("fix the program first").of_kind(ErrorKind::Incomplete))
}

/// Complains about each refused file of this kind, and returns how many there are.
pub(crate) fn complain(session: &Session<'_>, refused: &[Refused], file: TestFile) -> usize {
    let own = refused.iter().filter(|refused| refused.file == file);
    own.map(|refused| session.workspace.screen.complain(&refused.title, None)).count()
}

enum Opinion {
    Agrees,
    Disagrees(String),
    /// Failed where its directives allow it, or cannot be run on this machine.
    Silent(String),
    Fault(Fault),
}

fn opinion(problem: &Problem, result: &record::Solution) -> Opinion {
    match &result.build {
        Build::Rejected { .. } => return Opinion::Disagrees("it does not compile".to_owned()),
        Build::NoTool { fault } => return Opinion::Silent(format!("was not asked: {}", fault.message)),
        Build::Fault { fault } => return Opinion::Fault(fault.clone()),
        Build::Ready { .. } | Build::Skipped => {}
    }
    let mut silent = None;
    for test in &result.tests {
        let Some(verdict) = test.verdict else {
            let not_run = || Fault::new(FaultKind::Internal, format!("{} was not run", test.test));
            return Opinion::Fault(test.fault.clone().unwrap_or_else(not_run));
        };
        let what = match &test.note {
            Some(note) => format!("{verdict} on {} ({note})", test.test),
            None => format!("{verdict} on {}", test.test),
        };
        match verdict {
            Verdict::Accepted => {
                // What is worth less is another answer.
                if let (Worth::UpTo(most), Some(points)) = (problem.worth_of(&test.test), test.points)
                    && points < most
                {
                    silent = Some(Opinion::Silent(format!("gets {points} of {most} points on {}", test.test)));
                }
            }
            Verdict::WrongAnswer | Verdict::PresentationError => return Opinion::Disagrees(what),
            Verdict::TimeLimit
            | Verdict::MemoryLimit
            | Verdict::OutputLimit
            | Verdict::RunTimeError
            | Verdict::CompileError => {
                if test.is_surprise() {
                    return Opinion::Disagrees(what);
                }
                silent = Some(Opinion::Silent(format!("has no word on it: {what}")));
            }
        }
    }
    silent.unwrap_or(Opinion::Agrees)
}

/// Returns whether its name says that it is a brute force.
pub(crate) fn is_brute(solution: &Solution) -> bool {
    solution.id.label.as_deref().is_some_and(|label| label.starts_with("brute"))
}

/// Returns whether it must be accepted everywhere, or is a brute force and right wherever it can
/// run.
pub(crate) fn should_be_right(solution: &Solution) -> bool {
    is_brute(solution) || solution.expectation.is_accepted()
}

/// The error after complaints about single places.
pub(crate) fn not_written(hint: impl Into<String>) -> CliError {
    refused("nothing was written").with_hint(hint).of_kind(ErrorKind::NotAsExpected)
}

/// The solution that gives the answers: in a package, the first one that should be right.
///
/// # Errors
/// When there is none.
pub(crate) fn model(named: &Named) -> Result<&Arc<Solution>, CliError> {
    let id = &named.problem.id;
    if named.is_package {
        let first = named.solutions.iter().find(|solution| solution.expectation.is_accepted());
        let hint = "add one to submissions/accepted/";
        return first.ok_or_else(|| refused(format!("{id} has no solution that should be right")).with_hint(hint));
    }
    let lacks =
        || refused(format!("`{id}` has no model solution")).with_hint(format!("write solutions/src/bin/{id}.rs"));
    named.model().ok_or_else(lacks)
}

/// The tests with the new answers in place of their own.
fn stage(scratch: &Staging, new: &[(Arc<Test>, Vec<u8>)]) -> io::Result<Vec<Arc<Test>>> {
    let staged = new.iter().enumerate().map(|(at, (test, bytes))| {
        let answer = scratch.path().join(format!("{at}.ans"));
        fs::write(&answer, bytes)?;
        Ok(Arc::new(Test { answer, ..(**test).clone() }))
    });
    staged.collect()
}

pub(crate) fn plan(problem: &Arc<Problem>, solutions: &[Arc<Solution>], tests: &[Arc<Test>]) -> Plan {
    let planned = solutions.iter().map(|solution| {
        let tests = tests.iter().filter(|test| solution.only.holds(&test.id)).cloned().collect();
        PlannedSolution::of(problem, solution, tests, Limits::clone)
    });
    Plan { solutions: planned.filter(|planned| !planned.tests.is_empty()).collect() }
}

/// Shows what would be written, and which solutions it comes from.
pub(crate) fn show(workspace: &Workspace, from: &str, new: &[(Arc<Test>, Vec<u8>)]) -> Result<(), CliError> {
    let screen = &workspace.screen;
    let mut page = screen.page(StandardOutput::Free);
    // Writing to memory cannot fail.
    let _ = page.wrapped(&Text::new().with(Role::Plain, from), 2);
    for (test, new) in new {
        let old = fs::read(&test.answer).ok();
        let what = match old {
            Some(_) => format!(".ans changes to {} (- the file now, + the new answer):", count(new.len(), "byte")),
            None => format!(".ans will be {}:", count(new.len(), "byte")),
        };
        let title = Text::new().with(Role::Strong, &*test.id.0).with(Role::Plain, what);
        let _ = page.blank();
        let _ = page.wrapped(&title, 2);
        let _ = change(&mut page, screen.unicode, old.as_deref(), new);
    }
    let _ = page.blank();
    print(page.into_inner())
}

/// `2 answers from nim/nim.rs, confirmed by nim/brute.rs`.
pub(crate) fn from(answers: usize, model: &SolutionId, confirmed: &[String]) -> String {
    let by = match confirmed {
        [] => " (no other solution confirms it)".to_owned(),
        others => format!(", confirmed by {}", names(others, 4)),
    };
    format!("{} from {model}{by}", count(answers, "answer"))
}

impl Answers {
    /// [`from`], and the solutions that did not confirm all.
    pub(crate) fn from(&self) -> String {
        let mut text = from(self.new.len(), &self.model.id, &self.confirmed);
        for silent in &self.silent {
            text.push_str(&format!("; {silent}"));
        }
        text
    }
}

/// Asks, if somebody can answer.
///
/// # Errors
/// When Ctrl-C is the answer.
pub(crate) fn agreed(cancel: &Cancel, question: &str) -> Result<bool, CliError> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(false);
    }
    write_aside(&format!("{question} [y/N] "));
    match typed_until(cancel) {
        Typed::Line(line) => Ok(["y", "yes"].contains(&line.trim().to_lowercase().as_str())),
        Typed::End => Ok(false),
        // What comes next belongs on a line of its own.
        Typed::Nothing => {
            write_aside("\n");
            Err(CliError::Interrupted)
        }
    }
}
