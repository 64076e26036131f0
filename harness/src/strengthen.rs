//! `harness strengthen`: finds missing tests.

use crate::answers::{self, agreed};
use crate::args::{CommonArgs, InputArgs, SandboxArgs};
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::mutate::SearchArgs;
use crate::opening;
use crate::screen::say;
use crate::session;
use crate::workspace::Workspace;
use clap::Args;
use judge::{BrokenSolutions, MissingTests, MutationRequest, StrengthenOutcome, not_written};
use report::render::mutation::summary;
use report::text::first_lines;
use report::text::phrase::count;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  harness strengthen nim
                                   propose tests, show them, ask
  harness strengthen nim --yes
                                   write them
  harness strengthen --root PACKAGE heaps --input heaps.ctd --into /tmp/tests
                                   any package: the tests go into a folder of their own

A test is proposed when it kills a mutant of the model solution, or a wrong solution, that all tests accept. Its input is \
as small as it gets, valid, and its answer is that of at least two right solutions.";

/// Propose the fewest tests that kill the mutants which the others let pass
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StrengthenArgs {
    /// A problem, or `problem/solution` to break [default: the model solution]
    #[arg(value_name = "PROBLEM[/SOLUTION]", add = completions::filter())]
    target: String,
    /// Write without asking
    #[arg(short, long)]
    yes: bool,
    /// Write into this folder, and leave the problem as it is
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &StrengthenArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, named, label) = opening::of_solution(common, &args.target)?;
    let solution = named.to_break(label.as_deref())?;
    let request = MutationRequest { named: &named, solution: &solution, inputs: None, search: args.search.search() };
    answers::refuse_in_ci()?;
    let inputs = workspace
        .inputs(&named.problem, &args.inputs.request()?)?
        .ok_or_else(|| workspace.no_inputs(&named.problem))?;
    // Whoever names a solution wants no other one broken.
    let broken = if args.target.contains('/') { BrokenSolutions::One } else { BrokenSolutions::AllRight };
    let found = session::call(&workspace, &args.sandbox, |caller| {
        workspace.judge.strengthen(&request, &inputs, broken, args.into.as_deref(), caller)
    })?;
    match found {
        StrengthenOutcome::Tests(proposal) => add(args, &workspace, &proposal),
        StrengthenOutcome::Uncaught => Ok(Exit::NotAsExpected),
        StrengthenOutcome::Nothing { mutation, is_faulty, is_cut } => {
            let verdict = match (mutation.inputs, is_cut) {
                _ if is_faulty => "nothing was found, and not all was tried".to_owned(),
                (_, true) => "nothing was found, and not all was tried: look longer with --seconds".to_owned(),
                (0, false) => "no test is missing: no mutant passes the tests".to_owned(),
                (inputs, false) => {
                    let inputs = count(usize::try_from(inputs).unwrap_or(usize::MAX), "input");
                    format!("no test is missing, as far as {inputs} can say")
                }
            };
            say!("{}\n{verdict}\n", summary(&mutation).plain())?;
            Ok(if is_faulty { Exit::FaultOrIncomplete } else { Exit::AsExpected })
        }
    }
}

/// How many letters of a line of an input are shown.
const LONGEST: usize = 90;

/// Shows the tests, asks, and writes them.
fn add(args: &StrengthenArgs, workspace: &Workspace, proposal: &MissingTests) -> Result<Exit, CliError> {
    let MissingTests { tests, origin, folder, .. } = proposal;
    let new: Vec<_> = tests.iter().map(|new| (new.test.clone(), new.answer.clone())).collect();
    answers::show(&workspace.screen, origin, &new)?;
    for new in tests {
        let input = String::from_utf8_lossy(&new.input).into_owned();
        let cut = |line: &str| match line.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("    {} …\n", &line[..at]),
            None => format!("    {line}\n"),
        };
        let lines: String = first_lines(&input, 6).map(cut).collect();
        say!("{} {}\n{lines}", new.test.id, new.why)?;
    }
    if let Some(obstacle) = proposal.obstacle(&workspace.judge) {
        return Err(obstacle);
    }
    let cancel = session::cancel_on_signals()?;
    let question = format!("write {}?", count(tests.len(), "test"));
    if !args.yes && args.into.is_none() && !agreed(&cancel, &question)? {
        return Err(not_written("say --yes to write them without being asked"));
    }
    workspace.add_tests(proposal, &cancel)?;
    say!("added {} to {}\n", count(tests.len(), "test"), workspace.relative(folder))?;
    Ok(session::exit_after_writing(&cancel))
}
