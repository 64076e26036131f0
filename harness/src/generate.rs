//! `harness generate`: writes the tests that are described but missing, or inputs of a grammar.

use crate::args::{CommonArgs, SandboxArgs, SelectArgs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::opening;
use crate::screen::{Screen, say};
use crate::session::{self, Teller};
use clap::Args;
use judge::{GeneratePlan, Locking, OnDifference, Step, StepKind, write_inputs};
use report::text::phrase::count;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  harness generate                 every problem
  harness generate nim             one problem
  harness generate nim --force     also replace tests that differ from what the generator writes now, and remove their answers
  harness generate nim --lock      hold later tests against the hashes of these, also where the tests are not kept
  harness generate --input in.ctd --into inputs
                                   inputs of a grammar, in any folder: inputs/001.in, inputs/002.in …

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
    /// In place of a problem's tests: inputs of this grammar (.ctd)
    #[arg(long, value_name = "FILE", requires = "into", conflicts_with_all = ["filters", "tests", "force", "lock"])]
    input: Option<PathBuf>,
    /// The folder that gets them
    #[arg(long, value_name = "DIR", requires = "input")]
    into: Option<PathBuf>,
    /// How many different ones
    #[arg(long, value_name = "N", default_value_t = 60, requires = "input")]
    count: usize,
    /// The same seed makes the same ones
    #[arg(long, value_name = "N", default_value_t = 1, requires = "input")]
    seed: u64,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &GenerateArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    if let (Some(grammar), Some(into)) = (&args.input, &args.into) {
        let written = write_inputs(grammar, args.seed, args.count, into)?;
        say!("{} written into {}\n", count(written, "input"), into.display())?;
        return Ok(Exit::AsExpected);
    }
    let (workspace, words) = opening::of_words(common, args.select.words())?;
    let screen = &workspace.screen;
    let GeneratePlan { lines, diagnostics, notices } = workspace.to_generate(&words)?;
    notices.iter().for_each(|notice| screen.notice(notice));
    screen.diagnose(&diagnostics);
    let (cancel, mut teller) = (session::cancel_on_signals()?, Teller::new(screen));
    let made = workspace.generate(&lines, &mut args.sandbox.caller(&cancel, &mut teller))?;
    drop(teller);
    let differing = if args.force { OnDifference::IsReplaced } else { OnDifference::Stays };
    let locking = if args.lock { Locking::Always } else { Locking::IfThere };
    let mut tally = Tally::default();
    let mut steps = Vec::new();
    let outcome = workspace.keep_generated(&made, differing, locking, &mut steps);
    let printed = steps.into_iter().try_for_each(|step| tally.add(screen, step));
    // A file that cannot be written matters more than steps that cannot be printed.
    outcome.and(printed)?;
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
    /// Shows and counts a step.
    fn add(&mut self, screen: &Screen, Step { kind, text }: Step) -> Result<(), CliError> {
        match kind {
            StepKind::Same => self.same += 1,
            StepKind::Written | StepKind::Locked => {
                self.written += usize::from(kind == StepKind::Written);
                return say!("{}\n", screen.callable(&text));
            }
            StepKind::Differs => {
                self.differing += 1;
                screen.complain(&text, Some("give the old generator and arguments back, or say --force"));
            }
            StepKind::Failed => {
                self.faults += 1;
                screen.complain(&text, None);
            }
        }
        Ok(())
    }
}
