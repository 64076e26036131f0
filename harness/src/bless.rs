//! `harness bless`: answers from the model solution, after everyone has agreed.

use crate::answers::refuse_in_ci;
use crate::args::{CommonArgs, SandboxArgs};
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::opening;
use crate::screen::say;
use crate::session::{self, Teller};
use clap::Args;

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
    let (id, cancel) = (&named.problem.id, session::cancel_on_signals()?);
    let mut teller = Teller::asking(&workspace.screen, &cancel, args.yes);
    let places = workspace.bless(&named, &mut args.sandbox.caller(&cancel, &mut teller))?;
    if places.is_empty() {
        say!("{id}: every test has an answer, and the model solution agrees\n")?;
    }
    let wrote = places.iter().map(|place| format!("wrote {}\n", workspace.relative(place)));
    say!("{}", wrote.collect::<String>())?;
    Ok(session::exit_after_writing(&cancel))
}
