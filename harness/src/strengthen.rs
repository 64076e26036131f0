//! `harness strengthen`: makes tests.

use crate::answers::{self, agreed};
use crate::args::{CommonArgs, InputArgs, SandboxArgs};
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::opening;
use crate::screen::say;
use crate::session;
use crate::workspace::Workspace;
use clap::Args;
use judge::{MissingTests, StrengthenRequest, not_written};
use report::text::first_lines;
use report::text::phrase::{count, names};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  harness strengthen nim
                                   make tests, show them, ask
  harness strengthen PACKAGE --yes
                                   of a package in any format: add them to its list
  harness strengthen PACKAGE --into /tmp/tests
                                   write them into a folder of their own

Inputs are edits of the tests that are there, and what the grammar or the generator of the problem makes; the validator \
says which are valid. Kept are those on which wrong solutions of the problem fail, then those on which most mutants of right \
solutions fail, then others by lot. Answers are what all right solutions agree on.";

/// Make tests that show what the ones that are there do not
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StrengthenArgs {
    /// A problem, or the folder of a package
    #[arg(value_name = "PROBLEM", add = completions::filter())]
    target: String,
    /// Write without asking
    #[arg(short, long)]
    yes: bool,
    /// Write into this folder, and leave the problem as it is
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// How many small secret tests there are to be
    #[arg(long, value_name = "N", default_value_t = 40)]
    tests: usize,
    /// How many large ones; small ones, where no input is large
    #[arg(long, value_name = "N", default_value_t = 10)]
    large: usize,
    /// Time for all of it
    #[arg(long, value_name = "N", default_value_t = 120)]
    seconds: u64,
    /// At most so many inputs are tried
    #[arg(long = "inputs", value_name = "N")]
    most: Option<u64>,
    /// The same seed tries the same inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &StrengthenArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, named) = opening::of_problem(common, &args.target)?;
    answers::refuse_in_ci()?;
    let inputs = workspace
        .inputs(&named.problem, &args.inputs.request()?)?
        .ok_or_else(|| workspace.no_inputs(&named.problem))?;
    let request = StrengthenRequest {
        named: &named,
        inputs: &inputs,
        tests: [args.tests, args.large],
        time: Duration::from_secs(args.seconds),
        most: args.most,
        seed: args.seed,
    };
    let proposal = session::call(&workspace, &args.sandbox, |caller| {
        workspace.judge.strengthen(&request, args.into.as_deref(), caller)
    })?;
    if proposal.tests.is_empty() {
        let tried = count(usize::try_from(proposal.tried).unwrap_or(usize::MAX), "input");
        say!("no test is missing, as far as {tried} can say\n")?;
    } else {
        add(args, &workspace, &proposal)?;
    }
    match () {
        () if proposal.interrupted => return Ok(Exit::Interrupted),
        () if proposal.uncaught.is_empty() => return Ok(Exit::AsExpected),
        () => {}
    }
    let verb = if proposal.uncaught.len() == 1 { "passes" } else { "pass" };
    say!("{} {verb} every test: look longer, or add a test by hand\n", names(&proposal.uncaught, 6))?;
    Ok(Exit::NotAsExpected)
}

/// How many letters of a line of an input are shown.
const LONGEST: usize = 90;

/// Shows the tests, asks, and writes them.
fn add(args: &StrengthenArgs, workspace: &Workspace, proposal: &MissingTests) -> Result<(), CliError> {
    for new in &proposal.tests {
        let input = String::from_utf8_lossy(&new.input).into_owned();
        let cut = |line: &str| match line.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("    {} …\n", &line[..at]),
            None => format!("    {line}\n"),
        };
        let lines: String = first_lines(&input, 6).map(cut).collect();
        say!("{}: {}\n{lines}", new.id, new.why)?;
    }
    let cancel = session::cancel_on_signals()?;
    let tests = count(proposal.tests.len(), "test");
    if !args.yes && args.into.is_none() && !agreed(&cancel, &format!("write {tests}?"))? {
        return Err(not_written("say --yes to write them without being asked"));
    }
    workspace.add_tests(proposal)?;
    // A package lists them at its root.
    let place = Some(workspace.relative(&proposal.folder)).filter(|place| !place.is_empty());
    let place = place.unwrap_or_else(|| args.target.clone());
    say!("added {tests} to {place}\n")?;
    Ok(())
}
