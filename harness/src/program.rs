//! The arguments that describe a program of more than one source file.

use clap::{Args, ValueHint};
use judge::ProgramRequest;
use std::path::PathBuf;

#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct ProgramArgs {
    /// Judge what this command runs here, such as `./a.out`
    #[arg(short, long, value_name = "COMMAND")]
    command: Option<String>,
    /// Make the program first, each time, by this command in its folder, such as `make prog`
    #[arg(long, value_name = "COMMAND", hide_short_help = true)]
    build: Option<String>,
    /// Another source file of the same program; may be given several times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true)]
    with: Vec<PathBuf>,
}

impl ProgramArgs {
    pub(crate) fn request(&self) -> ProgramRequest {
        ProgramRequest { command: self.command.clone(), build: self.build.clone(), with: self.with.clone() }
    }
}
