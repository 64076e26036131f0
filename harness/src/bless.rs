//! `harness bless`: answers from the model solution, after everyone has agreed.
//!
//! Nothing is written before every other solution that should be right agrees with the new answers,
//! and a person has seen what changes and said yes. An answer stays as it is if the model's output
//! is accepted by it, and the checker accepts it as an output.

use crate::answers::{self, agreed, refuse_in_ci};
use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, ErrorKind, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen::{print, say};
use crate::session::{self, Session};
use crate::workspace::Named;
use clap::Args;
use engine::run::{Refused, Settings, TestFile};
use judge::{complain, is_dialogue, model, not_written, plan_of};
use model::record::{self, Build};
use model::{Fault, FaultKind, Test, TestId, Verdict};
use package::draft::Draft;
use report::text::phrase::count;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  harness bless nim                show what would change, and ask
  harness bless nim --yes          do not ask

An answer is written when it is missing, when the checker refuses it as an output, or when the model solution's output is not \
accepted against it, and only if every other \
solution that should be right agrees, the brute force included. In CI (the variable CI is set) nothing is ever written.";

/// Write missing or changed answers from the model solution, after a diff
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BlessArgs {
    /// The problem
    #[arg(add = completions::filter())]
    slug: String,
    /// Write without asking
    #[arg(short, long)]
    yes: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &BlessArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, named) = opening::of_problem(common, &args.slug)?;
    refuse_in_ci()?;
    if is_dialogue(&named.problem) {
        return Err(refused("the answers of an interactive problem are not a solution's output").with_hint(
            "what stands in them is between the tests and the judge's program: write them by hand; they may be empty",
        ));
    }
    session::with_session(&workspace, &args.sandbox, Settings::of_machine(), |session| {
        let all: Vec<Arc<Test>> = named.problem.tests.iter().chain(&named.unanswered).cloned().collect();
        let refused = session.refused_files(&named, &all, &mut session.teller())?;
        if complain(&refused, TestFile::Input, &mut session.teller()) > 0 {
            return Err(not_written("fix the input, or the validator's rule").of_kind(ErrorKind::UsageOrContent));
        }
        let found = to_be_answered(session, &named, &refused)?;
        if found.is_empty() {
            say!("{}: every test has an answer, and the model solution agrees\n", named.problem.id)?;
            return Ok(Exit::AsExpected);
        }
        let answers = session.answers(&named, &found, &mut session.teller())?;
        answers::show(&workspace, &answers.origin(), &answers.new)?;
        if !args.yes && !agreed(session.cancel, &format!("write {}?", count(answers.new.len(), "answer")))? {
            return Err(not_written(format!("`harness bless {} --yes` writes without asking", named.problem.id)));
        }
        let mut draft = Draft::default();
        for (test, bytes) in &answers.new {
            draft.replace(test.answer.clone(), bytes.clone());
        }
        let exit = session.write(&draft)?;
        let wrote = answers.new.iter().map(|(test, _)| format!("wrote {}\n", workspace.relative(&test.answer)));
        print(wrote.collect::<String>())?;
        Ok(exit)
    })
}

/// The tests whose answer is missing, those whose answer is `refused`, and those whose answer
/// contradicts the model solution's output.
fn to_be_answered(session: &Session<'_>, named: &Named, refused: &[Refused]) -> Result<Vec<Arc<Test>>, CliError> {
    let model = model(named)?;
    let mut tests = named.unanswered.clone();
    let is_refused = |test: &&Arc<Test>| refused.iter().any(|refused| refused.test == test.id);
    tests.extend(named.problem.tests.iter().filter(is_refused).cloned());
    let mut failed = false;
    if !named.problem.tests.is_empty() {
        let plan = plan_of(&named.problem, &[Arc::clone(model)], &named.problem.tests);
        for result in session.judge(&plan, &mut session.result_cache())?.0 {
            was_built(&result)?;
            let of = |id: &TestId| named.problem.tests.iter().find(|test| test.id == *id);
            tests.extend(result.tests.iter().filter(|t| contradicts(t)).filter_map(|t| of(&t.test)).cloned());
            for test in &result.tests {
                failed |= has_no_answer(session, &result.name, test)?;
            }
        }
    }
    if failed {
        return Err(not_written("fix the model solution, or the test"));
    }
    tests.sort_by(|a, b| a.id.cmp(&b.id));
    // An answer may be refused and contradict the output, too.
    tests.dedup_by(|a, b| a.id == b.id);
    Ok(tests)
}

/// # Errors
/// When the model solution could not be built: then it agrees with no answer.
fn was_built(model: &record::Solution) -> Result<(), CliError> {
    match &model.build {
        Build::Ready { .. } | Build::Skipped => Ok(()),
        Build::Rejected { messages } => {
            Err(refused(format!("{} does not compile:\n{}", model.name, messages.trim_end())))
        }
        Build::Fault { fault } | Build::NoTool { fault } => Err(fault.clone().into()),
    }
}

/// Complains if the model solution has no output to compare with the answer, and did not promise
/// that.
///
/// # Errors
/// When it was not judged on the test.
fn has_no_answer(session: &Session<'_>, model: &str, test: &record::Test) -> Result<bool, CliError> {
    let Some(verdict) = test.verdict else {
        let not_run = || Fault::new(FaultKind::Internal, format!("{} was not run", test.test));
        return Err(test.fault.clone().unwrap_or_else(not_run).into());
    };
    if verdict == Verdict::Accepted || contradicts(test) || !test.is_surprise() {
        return Ok(false);
    }
    let note = test.note.as_ref().map_or_else(String::new, |note| format!(" ({note})"));
    session.workspace.screen.complain(&format!("{model} has no answer for {}: {verdict}{note}", test.test), None);
    Ok(true)
}

fn contradicts(test: &record::Test) -> bool {
    matches!(test.verdict, Some(Verdict::WrongAnswer | Verdict::PresentationError))
}
