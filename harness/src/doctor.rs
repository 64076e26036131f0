//! `harness doctor`: shows what this machine has for judging, and what would improve it.

mod examination;

use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _};
use crate::exit::Exit;
use crate::workspace::here;
use clap::Args;
use examination::Examination;
use judge::{Workspace, machine};
use std::io;

const EXAMPLES: &str = "\
Examples:
  harness doctor                   everything; takes a few seconds
  harness doctor --quick           without measuring how exact times are";

/// Show what this machine offers for judging: compilers, containment, precision of times, the cache
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DoctorArgs {
    /// Do not measure how precise times are
    #[arg(long)]
    quick: bool,
}

pub(crate) fn run(args: &DoctorArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let here = here()?;
    let (judge, mistake) = Workspace::of_machine(common.root.as_deref(), &here)?;
    let screen = common.screen();
    mistake.iter().for_each(|error| screen.error(error));
    let config = machine::config()?;
    let mut examination = Examination::on(&screen);
    match examination.all(&judge, &config, args.quick) {
        // A reader that has seen enough, such as `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::AsExpected),
        examined => {
            examined.or_cannot("write to standard output")?;
            Ok(match (examination.needs, mistake) {
                (0, None) => Exit::AsExpected,
                (0, Some(_)) => Exit::UsageOrContent,
                _ => Exit::FaultOrIncomplete,
            })
        }
    }
}
