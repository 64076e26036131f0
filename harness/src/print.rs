//! `harness print`: what is made for other programs: completions of a shell, the manual, schemas.

use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::screen;
use clap::{Args, Command};
use clap_mangen::Man;
use judge::model::record::{JSON_SCHEMA, LINES_SCHEMA, LISTING_SCHEMA};

const EXAMPLES: &str = "\
Examples:
  echo 'source <(harness print bash)' >> ~/.bashrc
  echo 'source <(harness print zsh)' >> ~/.zshrc
  echo 'harness print fish | source' > ~/.config/fish/completions/harness.fish
  harness print man | man -l -
  harness print man > ~/.local/share/man/man1/harness.1
  harness print schema > report.schema.json
                                   of what `--report json=PATH` writes
  harness print lines-schema       of each line of `--report jsonl=PATH`
  harness print list-schema        of what `harness list --json` prints

The lines of `jsonl`: `header`, a `diagnostic` for each error or warning, `started`; then a `test` as soon as its result is final, in no \
order; and when a solution and everything before it is done, slow compilers last, a `place` for each place that its compiler, a crash or a \
sanitizer names, and the `solution`; last the `summary`. Fields may be added within a \
version; what a reader relies on goes away or changes its meaning only with another version.";

/// Print what other programs need: completions, the manual, schemas of reports
#[derive(Args, Debug)]
#[command(hide = true, after_help = EXAMPLES)]
pub(crate) struct PrintArgs {
    /// What to print
    #[arg(value_parser = ["bash", "elvish", "fish", "powershell", "zsh", "man", "schema", "lines-schema", "list-schema"])]
    what: String,
}

/// What is printed for other programs, by name. The others are shells.
const SCHEMAS: [(&str, &str); 3] =
    [("schema", JSON_SCHEMA), ("lines-schema", LINES_SCHEMA), ("list-schema", LISTING_SCHEMA)];

/// `root`: the whole command line.
pub(crate) fn run(args: &PrintArgs, root: Command) -> Result<Exit, CliError> {
    match (args.what.as_str(), SCHEMAS.iter().find(|(name, _)| *name == args.what)) {
        (_, Some((_, schema))) => screen::print(schema)?,
        ("man", None) => screen::print(manual(root))?,
        (shell, None) => screen::print(completions::script(shell))?,
    }
    Ok(Exit::AsExpected)
}

/// One page for the whole, then one per command.
fn manual(mut root: Command) -> Vec<u8> {
    root.build();
    let mut pages = Vec::new();
    let commands = root.get_subcommands().filter(|command| command.get_name() != "help");
    for command in std::iter::once(&root).chain(commands) {
        Man::new(command.clone()).render(&mut pages).expect("memory can be written");
    }
    pages
}
