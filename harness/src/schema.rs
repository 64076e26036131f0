//! `harness schema`: the format of the JSON report, for programs that read it.

use crate::error::CliError;
use crate::exit::Exit;
use crate::screen;
use clap::Args;
use model::record::JSON_SCHEMA;

const EXAMPLES: &str = "\
Examples:
  harness schema > report.schema.json
  harness --report json=report.json

The objects on the lines of `--report jsonl=PATH` are those of the report. Fields may be added within a version; what a reader
relies on goes away or changes its meaning only with another version.";

/// Print the JSON Schema of the reports that `--report json=PATH` writes
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SchemaArgs {}

pub(crate) fn run() -> Result<Exit, CliError> {
    screen::print(JSON_SCHEMA)?;
    Ok(Exit::AsExpected)
}
