//! `harness man`: the command line as a manual page.

use crate::error::CliError;
use crate::exit::Exit;
use crate::screen;
use clap::{Args, Command};
use clap_mangen::Man;

const EXAMPLES: &str = "\
Examples:
  harness man > ~/.local/share/man/man1/harness.1
  harness man | man -l -";

/// Print the manual: one page for the whole, then one per command
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {}

/// `root`: the whole command line.
pub(crate) fn run(mut root: Command) -> Result<Exit, CliError> {
    root.build();
    let mut pages = Vec::new();
    let commands = root.get_subcommands().filter(|command| command.get_name() != "help");
    for command in std::iter::once(&root).chain(commands) {
        Man::new(command.clone()).render(&mut pages).expect("memory can be written");
    }
    screen::print(pages)?;
    Ok(Exit::AsExpected)
}
