//! `harness schema`: the format of the JSON report, for programs that read it.

use crate::args::CommonArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::screen;
use clap::Args;
use model::record::{JSON_SCHEMA, LINES_SCHEMA, LISTING_SCHEMA};

const EXAMPLES: &str = "\
Examples:
  harness schema > report.schema.json
  harness --report json=report.json
  harness schema --lines           of each line of `--report jsonl=PATH`
  harness schema --list            of what `harness list --json` prints

The lines of `jsonl`: `header`, a `diagnostic` for each error or warning, `started`; then a `test` as soon as its result is final, in no \
order; and when a solution and everything before it is done, slow compilers last, a `place` for each place that its compiler, a crash or a \
sanitizer names, and the `solution`; last the `summary`. Fields may be added within a \
version; what a reader relies on goes away or changes its meaning only with another version.";

/// Print the JSON Schema of the reports that `--report json=PATH` writes
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SchemaArgs {
    /// Print the schema of the lines of `--report jsonl=PATH`
    #[arg(long)]
    lines: bool,
    /// Print the schema of what `harness list --json` prints
    #[arg(long, conflicts_with = "lines")]
    list: bool,
}

pub(crate) fn run(args: &SchemaArgs, _: &CommonArgs) -> Result<Exit, CliError> {
    let schema = match (args.lines, args.list) {
        (true, _) => LINES_SCHEMA,
        (false, true) => LISTING_SCHEMA,
        (false, false) => JSON_SCHEMA,
    };
    screen::print(schema)?;
    Ok(Exit::AsExpected)
}
