//! `harness import`: a package of another format as files of the workspace.

use crate::args::CommonArgs;
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::losses;
use crate::screen::say;
use crate::session;
use crate::workspace::{self, Workspace};
use clap::{Args, ValueHint};
use judge::{Importable, config, importable, write_import};
use model::ProblemId;
use package::detect::Kind;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  harness import ../contest/heaps
                                   problems/heaps, its tests and its solutions; lists what has no place here
  harness import ../contest/heaps --lossy
                                   writes them although something has none
  harness import ../contest/heaps my-heaps under another name
  harness import nim
                                   what `harness export` wrote gives the same files back

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
    let root = workspace::root(common.root.as_deref())?;
    if Kind::of(&root) != Some(Kind::Workspace) {
        return Err(refused(format!("{} is not a workspace", root.display()))
            .with_hint("`harness init DIR` makes one; `--root DIR` names it"));
    }
    let name = args.name.as_deref().map(ProblemId::parse).transpose().map_err(|error| refused(error.to_string()))?;
    let package = workspace::root(Some(&args.path))?;
    let (screen, languages) = (common.screen(), config::languages(&config::load(Some(&root))?)?);
    let (imports, mut exit) = match importable(&package, name.as_ref(), languages)? {
        Importable::Export(import) => (vec![import], Exit::AsExpected),
        Importable::Package(judge) => {
            let read = Workspace::with_screen(judge, screen.clone()).with_earlier_limits();
            screen.diagnose(&read.diagnostics);
            (read.to_import(name.as_ref())?, workspace::exit_of(&read.diagnostics))
        }
    };
    for import in imports {
        if !losses::agreed_to(&format!("{}: our layout cannot say", import.id), &import.losses, args.lossy)? {
            exit = Exit::UsageOrContent;
            continue;
        }
        write_import(&import, &root, &session::cancel_on_signals()?)?;
        let left = losses::listed(&format!("{}: left behind, which changes no verdict", import.id), &import.remarks);
        if !import.remarks.is_empty() {
            screen.note(left.trim_end());
        }
        say!("wrote {}: {} files; next: {} {}\n", import.id, import.files.len(), screen.command, import.id)?;
    }
    Ok(exit)
}
