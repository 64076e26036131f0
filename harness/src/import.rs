//! `harness import`: a package of another format as files of the workspace.

use crate::args::CommonArgs;
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::losses;
use crate::screen::say;
use crate::session::{self, Teller};
use crate::workspace::{self, Workspace};
use clap::{Args, ValueHint};
use judge::model::ProblemId;
use judge::{Caller, config, write_import};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  harness import ../contest/heaps
                                   problems/heaps, its tests and its solutions; lists what has no place here
  harness import ../contest/heaps --lossy
                                   writes them although something has none
  harness import ../contest/heaps my-heaps under another name

`harness ../contest/heaps` judges a package where it lies: nothing has to be imported for that.";

/// Import a package into the workspace, of any format that is judged in place
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ImportArgs {
    /// The package, or a folder of packages
    #[arg(value_name = "PATH", value_hint = ValueHint::DirPath)]
    path: PathBuf,
    /// The problem's name here [default: the package's]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Write it even if something has no place here
    #[arg(long)]
    lossy: bool,
}

pub(crate) fn run(args: &ImportArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let root = workspace::root_to_fill(common.root.as_deref())?;
    let name = args.name.as_deref().map(ProblemId::parse).transpose().map_err(|error| refused(error.to_string()))?;
    let (package, cancel) = (workspace::root(Some(&args.path))?, session::cancel_on_signals()?);
    let (screen, languages) = (common.screen(), config::languages(&config::load(Some(&root))?)?);
    let read = Workspace::with_screen(judge::Workspace::read(package, languages), screen.clone());
    screen.diagnose(&read.diagnostics);
    let imports = read.to_import(name.as_ref(), &mut Caller::new(&cancel, &mut Teller::new(&screen)))?;
    let mut exit = workspace::exit_of(&read.diagnostics);
    for import in imports {
        if !losses::agreed_to(import.id.as_str(), "our layout", &import.losses, args.lossy, &screen)? {
            exit = Exit::UsageOrContent;
            continue;
        }
        write_import(&import, &root, &cancel)?;
        say!("wrote {}: {} files; next: {} {}\n", import.id, import.files.len(), screen.command(), import.id)?;
    }
    Ok(exit)
}
