//! `harness schema`: the format of the JSON report, for programs that read it.

use crate::exit::Exit;
use clap::{ArgMatches, Command};
use report::wire::JSON_SCHEMA;
use std::io::{self, Write as _};

const EXAMPLES: &str = "\
Examples:
  harness schema > report.schema.json
  harness --report json=report.json

The objects on the lines of `--report jsonl=PATH` are those of the report. Fields may be added within a version; what a reader
relies on goes away or changes its meaning only with another version.";

pub fn define() -> Command {
    Command::new("schema")
        .about("Print the JSON Schema of the reports that `--report json=PATH` writes")
        .after_help(EXAMPLES)
}

pub fn run(_: &ArgMatches) -> Result<Exit, Exit> {
    // A reader that has seen enough, such as `head`, is no failure.
    let _ = io::stdout().write_all(JSON_SCHEMA.as_bytes());
    Ok(Exit::AsExpected)
}
