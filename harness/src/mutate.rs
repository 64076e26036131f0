//! `harness mutate`: breaks a right solution on purpose, and says which mistakes no test notices.

mod show;

use crate::args::{CommonArgs, InputArgs, SandboxArgs};
use crate::completions;
use crate::error::{CliError, exit_of};
use crate::exit::Exit;
use crate::opening;
use crate::screen::print;
use crate::session;
use clap::Args;
use judge::model::record;
use judge::{EarlierResult, MutationRequest, Search};

const EXAMPLES: &str = "\
Examples:
  harness mutate nim
                                   the model solution, broken in every way that is known
  harness mutate nim/bit-columns
                                   another solution
  harness mutate nim --seconds 60
                                   look longer for inputs that no test has
  harness mutate nim -- random --n {1..6} --max {1..9} --seed {seed}
                                   inputs of the problem's generator, called like this
  harness mutate --root PACKAGE heaps --input heaps.ctd
                                   any package, with a grammar of the input (docs/grammar.md)
  harness mutate nim --json > m.json
                                   for programs; `harness check` and the page show it, too

A mutant is the solution with one mistake of a line or two. One that every test accepts is put before other inputs, as \
`harness stress` makes them: it is wrong on one of them (a test is missing), or it is probably equivalent. \
Exit code 0: the tests kill every mutant that is not probably equivalent; 1: they do not.";

/// Break a right solution on purpose: which mistakes do the tests not notice?
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MutateArgs {
    /// A problem, or `problem/solution` [default: the model solution]
    #[arg(value_name = "PROBLEM[/SOLUTION]", add = completions::filter())]
    target: String,
    /// At most this many mutants, chosen by the seed
    #[arg(long, value_name = "N", default_value_t = 400)]
    mutants: usize,
    /// Inputs that a mutant has to survive to be called probably equivalent
    #[arg(long = "inputs", value_name = "N", default_value_t = 1000)]
    enough: u64,
    /// Time for all of it
    #[arg(long, value_name = "N", default_value_t = 120)]
    seconds: u64,
    /// The same seed tries the same inputs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    inputs: InputArgs,
    /// Also name every mutant and what killed it
    #[arg(short, long)]
    verbose: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &MutateArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, named, label) = opening::of_solution(common, &args.target)?;
    let solution = named.to_break(label.as_deref())?;
    let inputs = workspace.inputs(&named.problem, &args.inputs.request()?)?;
    let search = Search { mutants: args.mutants, inputs: args.enough, seconds: args.seconds, seed: args.seed };
    let request = MutationRequest { named: &named, solution: &solution, inputs: inputs.as_ref(), search };
    let earlier = if args.verbose { EarlierResult::IsLeft } else { EarlierResult::WillDo };
    let mut mutated =
        session::call(&workspace, &args.sandbox, |caller| workspace.judge.mutate(&request, earlier, caller))?;
    let mutants = mutated.mutants.as_mut();
    if let Some(mutants) = mutants.filter(|mutants| inputs.is_none() && !mutants.interrupted && mutants.any_alive()) {
        mutants.why_not = Some(workspace.no_inputs(&named.problem));
    }
    let (mutation, mutants) = (&mutated.mutation, mutated.mutants.as_ref());
    if args.json {
        // For programs, which read every character as it is.
        print(serde_json::to_string_pretty(mutation).unwrap_or_default() + "\n")?;
    } else {
        show::all(&workspace, mutants, mutation, args.verbose)?;
    }
    let Some(mutants) = mutants else { return Ok(exit(mutation, Extent::All)) };
    let unjudged = mutants.unjudged();
    unjudged.iter().for_each(|notice| workspace.screen.notice(notice));
    let is_fault = |error: &CliError| exit_of(error) == Exit::FaultOrIncomplete;
    let extent = if mutants.tried.cut_short { Extent::CutShort } else { Extent::All };
    match mutants.interrupted {
        true => Err(CliError::Interrupted),
        false if unjudged.is_some() || mutants.why_not.as_ref().is_some_and(is_fault) => Ok(Exit::FaultOrIncomplete),
        false => Ok(exit(mutation, extent)),
    }
}

/// Whether there was time for every requested mutant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    All,
    CutShort,
}

fn exit(mutation: &record::Mutation, extent: Extent) -> Exit {
    match (mutation.score(), extent) {
        (None, _) if mutation.is_unjudged() => Exit::NotAsExpected,
        // A mutant that was not tried might pass.
        (None | Some(100), Extent::CutShort) => Exit::NotAsExpected,
        (None | Some(100), Extent::All) => Exit::AsExpected,
        (Some(_), _) => Exit::NotAsExpected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_tried_for_lack_of_time_may_pass_the_tests() {
        let all_killed = record::Mutation { mutants: 9, killed: 9, partial: true, ..record::Mutation::default() };
        assert_eq!(exit(&all_killed, Extent::CutShort), Exit::NotAsExpected);
        assert_eq!(exit(&all_killed, Extent::All), Exit::AsExpected, "fewer were wanted");
    }
}
