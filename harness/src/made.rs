//! Tests that a package describes but does not carry: its own generators and its main solution make
//! them, once, in the user's cache. Nothing is written into the package.

use crate::args::{CommonArgs, SandboxArgs, SelectArgs};
use crate::error::CliError;
use crate::session::{self, Session};
use crate::workspace::Workspace;
use engine::run::{Ended, Line, Printed, Settings};
use model::{Limits, Recipe, Test, Unmade};
use package::draft;
use report::text::phrase::count;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Opens the workspace or package, with all tests of the selected problems that can be made. The
/// others' tests can wait, so that the first result comes soon.
///
/// # Errors
/// As [`Workspace::open`], and when no program can be run here.
pub(crate) fn open(select: &SelectArgs, common: &CommonArgs, sandbox: &SandboxArgs) -> Result<Workspace, CliError> {
    let workspace = Workspace::open(common)?;
    let unmade = workspace.unmade(select);
    if unmade.is_empty() {
        return Ok(workspace);
    }
    session::with_session(&workspace, sandbox, Settings::of_machine(), |session| {
        unmade.iter().try_for_each(|unmade| make(session, unmade))
    })?;
    Workspace::open(common)
}

/// Makes the missing inputs, then the answers. Failures are complained about, and those tests stay
/// missing.
fn make(session: &Session<'_>, unmade: &Unmade) -> Result<(), CliError> {
    let Unmade { problem, solution, tests } = unmade;
    let screen = &session.workspace.screen;
    screen.note(&format!("making {} of {}", count(tests.len(), "test"), problem.id));
    let places: BTreeMap<&str, &Recipe> = tests.iter().map(|recipe| (&*recipe.id.0, recipe)).collect();
    let line = |recipe: &Recipe| {
        Some(Line { problem: Arc::clone(problem), test: recipe.id.clone(), call: recipe.made_by.clone()? })
    };
    let lines: Vec<Line> = tests.iter().filter_map(line).collect();
    let made = session.runner.generate(&lines, &mut session.with_table());
    let interrupted = session.cancel.is_raised();
    for made in made {
        match (made.input, places.get(&*made.test.0)) {
            (Ok(bytes), Some(recipe)) => {
                // The input comes last: a test that has one is not made again.
                let beside = made.beside.iter().map(|(kind, bytes)| (recipe.made_beside(kind), bytes));
                for (place, bytes) in beside.chain([(recipe.input.clone(), &bytes)]) {
                    // Files that the package holds take precedence.
                    if !place.is_file() {
                        draft::write(place, bytes.as_slice())?;
                    }
                }
            }
            (Ok(_), None) => {}
            (Err(_), _) if interrupted => {}
            (Err(fault), _) => screen.complain(&fault.message, fault.hint.as_deref()),
        }
    }
    if interrupted {
        return Err(CliError::Interrupted);
    }
    let there: Vec<&Recipe> =
        tests.iter().filter(|recipe| recipe.input.is_file() && !recipe.answer.is_file()).collect();
    let Some(solution) = solution else {
        return Ok(there.iter().try_for_each(|recipe| draft::write(recipe.answer.clone(), b""))?);
    };
    let test = |recipe: &&Recipe| {
        let plain = Test::new(recipe.id.clone(), recipe.input.clone(), recipe.answer.clone());
        Arc::new(Test { judged: recipe.judged.clone(), ..plain })
    };
    let all: Vec<Arc<Test>> = there.iter().map(test).collect();
    // The limit is for judged solutions: an answer made slowly is still the answer.
    let patient = |test: &Test| {
        let limits = problem.limits_of(&test.id);
        Limits { cpu: limits.cpu * PATIENCE, wall: limits.wall * PATIENCE, ..limits.clone() }
    };
    let printed = session.runner.capture(solution, &all, patient, &mut session.with_table());
    for (test, printed) in all.iter().zip(printed) {
        match printed {
            Ok(Printed::Ended(Ended { failure: None, stdout, .. })) => draft::write(test.answer.clone(), stdout)?,
            Ok(Printed::Ended(Ended { failure: Some(how), .. })) => {
                screen.complain(&format!("{} has no answer for {}: {how}", solution.id, test.id), None);
            }
            Ok(Printed::Rejected(words)) => {
                let text = format!("{} does not compile, so there are no answers:\n{}", solution.id, words.trim_end());
                screen.complain(&text, None);
                break;
            }
            Ok(Printed::Interrupted) => return Err(CliError::Interrupted),
            Err(fault) => {
                screen.complain(&fault.message, fault.hint.as_deref());
                break;
            }
        }
    }
    Ok(())
}

/// How many times its limit the main solution may take for an answer.
const PATIENCE: u32 = 10;
