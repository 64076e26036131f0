//! The arguments that describe a program of more than one source file.

use clap::{Args, ValueHint};
use judge::ProgramRequest;
use model::shell;
use std::path::PathBuf;

#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
pub(crate) struct ProgramArgs {
    /// Judge what this command runs in this folder, such as `./a.out` or `python3 x.py`
    #[arg(short, long, value_name = "COMMAND")]
    command: Option<String>,
    /// Make the program first, each time, by this command in its folder, such as `make prog`
    #[arg(long, value_name = "COMMAND")]
    build: Option<String>,
    /// Another source file of the same program; may be given several times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    with: Vec<PathBuf>,
}

impl ProgramArgs {
    pub(crate) fn request(&self) -> ProgramRequest {
        ProgramRequest { command: self.command.clone(), build: self.build.clone(), with: self.with.clone() }
    }

    /// These arguments as options of another call.
    pub(crate) fn words(&self) -> Vec<String> {
        let ProgramArgs { command, build, with } = self;
        let command = command.iter().map(|command| format!("-c {}", shell::word(command)));
        let build = build.iter().map(|build| format!("--build {}", shell::word(build)));
        let with = with.iter().map(|file| format!("--with {}", shell::word(&file.display().to_string())));
        command.chain(build).chain(with).collect()
    }
}
