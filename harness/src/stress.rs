//! `harness stress`: looks for an input on which solutions differ.

mod save;
mod show;

use crate::anywhere::RuleArgs;
use crate::args::{BuildArgs, CommonArgs, InputArgs, ProgramArgs, SandboxArgs, SelectArgs, number_within};
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::opening;
use crate::screen::{print, write_aside};
use crate::session;
use crate::workspace::Workspace;
use clap::Args;
use judge::hunt::{EndReason, Fate, Outcome};
use judge::{HuntBounds, StressRequest, Subjects, config};

const EXAMPLES: &str = "\
Examples:
  harness stress nim
                                   every solution of nim that should be right, against the model solution
  harness stress nim/mine --against brute
                                   one solution against another
  harness stress nim/mine --save
                                   and add what is found as a test
  harness stress nim -- --n {1..6} --seed {seed}
                                   inputs of the problem's generator; braces stand for a value that each input chooses
  harness stress a.cpp brute.py gen.py
                                   in any folder and any order: brute* or naive* is right, gen* makes the inputs
  harness stress a.cpp --against brute.py
                                   in any folder: inputs are like the samples there
  harness stress a.cpp --against brute.py --input in.ctd
                                   or as a grammar says (docs/grammar.md)
  harness stress a.cpp --against brute.py --input gen.py -- {seed} {1..10}
  harness stress a.cpp brute.py --sanitize
                                   also stops where memory or undefined behaviour goes wrong
  harness stress -c ./a.out brute.py gen.py
                                   what a command runs

The first input on which a solution is judged wrong, crashes or takes too long is made as small as it gets, and shown. \
Ctrl-C tells what was tried, and how to go on. 0 is nothing found, 1 a difference.";

/// Look for an input on which solutions differ, and make it small
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct StressArgs {
    /// A problem, solutions, or programs in any folder
    #[arg(value_name = "WHAT", required_unless_present_any = ["command", "build"], add = completions::filter())]
    what: Vec<String>,
    /// The right solution: its label, or a file [default: the model solution, or brute* or naive*]
    #[arg(long, value_name = "SOLUTION")]
    against: Option<String>,
    #[command(flatten)]
    inputs: InputArgs,
    /// How long to look [default: 10, or with --inputs as long as that takes]
    #[arg(short, long, value_name = "N", value_parser = |text: &str| number_within(text, 0.1, 1e7))]
    seconds: Option<f64>,
    /// Stop after this many inputs
    #[arg(short = 'n', long = "inputs", value_name = "N")]
    most: Option<u64>,
    /// Seed of the inputs: the same seed makes the same ones [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Continue from this input
    #[arg(long, value_name = "N", default_value = "0", requires = "seed")]
    from: u64,
    /// Add what is found as a test; in any folder, as NAME.in and NAME.ans, or else as the next
    /// test of the program that failed
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "")]
    save: Option<String>,
    /// In a workspace: save it even if no other solution confirms the answer
    #[arg(short, long)]
    yes: bool,
    /// Also show what the generator writes to standard error
    #[arg(short, long)]
    verbose: bool,
    /// Print the outcome as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    program: ProgramArgs,
    #[command(flatten)]
    build: BuildArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &StressArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, subjects) = find(args, common)?;
    subjects.notices.iter().for_each(|notice| workspace.screen.notice(notice));
    let hunting = HuntBounds::of(args.seed, args.from, args.seconds, args.most);
    if !args.json {
        write_aside(&format!("{}\n", show::announced(&subjects, hunting.seed)));
    }
    let outcome =
        session::call(&workspace, &args.sandbox, |caller| workspace.judge.stress(&subjects, hunting, caller))?;
    let exit = exit(&outcome);
    if args.json {
        print(subjects.json(&outcome))?;
    } else {
        show::outcome(&workspace, (args, &common.options), &subjects, &outcome)?;
    }
    let cancel = session::cancel_on_signals()?;
    if args.save.is_some() && cancel.is_raised() {
        // Someone who interrupts the shrinking has not seen what would be saved.
        return Err(CliError::Interrupted);
    }
    match (&args.save, outcome.first()) {
        (Some(name), Some((Some(at), find))) => save::find(args, &workspace, &subjects, name, (at, find), &cancel)?,
        (Some(_), Some((None, _))) => {
            workspace.screen.note("nothing is saved: the solution that should give the answer fails itself");
        }
        (Some(_) | None, _) => {}
    }
    let interrupted = args.save.is_some() && cancel.is_raised();
    Ok(if interrupted { Exit::Interrupted } else { exit })
}

/// What the words name: solutions of a workspace or a package, or programs in any folder.
fn find(args: &StressArgs, common: &CommonArgs) -> Result<(Workspace, Subjects), CliError> {
    let words = SelectArgs { filters: args.what.clone(), tests: Vec::new() }.words();
    let rules = args.rules.own(&words.here, &config::languages(&config::load(None)?)?)?;
    let (against, inputs) = (args.against.clone(), args.inputs.request()?);
    let (build, program) = (args.build.change(), args.program.request());
    let request = StressRequest { words: words.clone(), against, inputs, build, program };
    let (opening, subjects) = request.open(&opening::call(common, words)?, &rules)?;
    Ok((opening::opened(common, opening).0, subjects))
}

/// A difference outweighs what went wrong beside it.
fn exit(outcome: &Outcome) -> Exit {
    if outcome.first().is_some() {
        return Exit::NotAsExpected;
    }
    let any = |is: fn(&Fate) -> bool| outcome.suspects.iter().chain([&outcome.reference]).any(is);
    match outcome.ended {
        _ if any(|fate| matches!(fate, Fate::Fault(_))) => Exit::FaultOrIncomplete,
        EndReason::Interrupted => Exit::Interrupted,
        EndReason::Fault(_) => Exit::FaultOrIncomplete,
        EndReason::NoInputs(_) => Exit::UsageOrContent,
        EndReason::Caught | EndReason::Time | EndReason::Inputs | EndReason::Exhausted => {
            match any(|fate| matches!(fate, Fate::Rejected(_))) {
                true => Exit::UsageOrContent,
                false => Exit::AsExpected,
            }
        }
    }
}
