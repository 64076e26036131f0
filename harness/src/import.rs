//! `harness import`: a package of another format as files of the workspace.

use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::export;
use crate::limits;
use crate::screen::say;
use crate::session;
use crate::workspace::{self, Workspace};
use clap::{Args, ValueHint};
use judge::{Judge, config};
use model::{ProblemId, shell};
use package::detect::Kind;
use package::draft::{Draft, DraftError};
use package::export::Loss;
use package::import::{self, Import};
use report::text::phrase::count;
use std::path::{Path, PathBuf};

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
    let (imports, mut exit) = read(&package, name.as_ref(), &root, common)?;
    for import in imports {
        if !export::of_losses(&format!("{}: our layout cannot say", import.id), &import.losses, args.lossy)? {
            exit = Exit::UsageOrContent;
            continue;
        }
        write(&import, &root)?;
        let left = export::listed(&format!("{}: left behind, which changes no verdict", import.id), &import.remarks);
        if !import.remarks.is_empty() {
            common.screen().note(left.trim_end());
        }
        say!("wrote {}: {} files; next: {} {}\n", import.id, import.files.len(), common.screen().command, import.id)?;
    }
    Ok(exit)
}

/// What is to be written. The exit code is that of broken content if the package has mistakes.
fn read(
    package: &Path,
    name: Option<&ProblemId>,
    root: &Path,
    common: &CommonArgs,
) -> Result<(Vec<Import>, Exit), CliError> {
    let cannot = || format!("import {}", package.display());
    if let Some(import) = import::of_export(package, name).or_cannot(cannot())? {
        return Ok((vec![import], Exit::AsExpected));
    }
    if Kind::of(package) == Some(Kind::Workspace) {
        return Err(refused(format!("{} is a workspace already", package.display())).with_hint("copy its folders"));
    }
    let languages = config::languages(&config::load(Some(root))?)?;
    let read = limits::with_earlier(Workspace::read(package.to_owned(), languages, common.screen()));
    let Judge { catalog, diagnostics, languages, .. } = &read.judge;
    common.screen().diagnose(diagnostics);
    let judge = format!("`harness {}`", shell::word(&package.display().to_string()));
    if catalog.problems.is_empty() {
        let hint = if !catalog.unmade.is_empty() {
            format!("{judge} makes its tests first")
        } else if workspace::exit_of(diagnostics) == Exit::UsageOrContent {
            "fix the errors above".to_owned()
        } else {
            "name a folder with a problem.yaml, or a folder of such folders".to_owned()
        };
        return Err(refused(format!("there is no problem to import in {}", package.display())).with_hint(hint));
    }
    if name.is_some() && catalog.problems.len() > 1 {
        return Err(refused("one name for several problems").with_hint("leave the name out, or name one package"));
    }
    let mut imports = Vec::new();
    for problem in &catalog.problems {
        let own = catalog.solutions.iter().filter(|solution| solution.id.problem == problem.id);
        let solutions: Vec<_> = own.cloned().collect();
        let id = name.unwrap_or(&problem.id);
        let mut import = import::of_problem(problem, &solutions, id, languages).or_cannot(cannot())?;
        let unmade = catalog.unmade.iter().filter(|unmade| unmade.problem.id == problem.id);
        let unmade = unmade.map(|unmade| unmade.tests.len()).sum();
        if unmade > 0 {
            let why = format!("the package only describes how they are made; {judge} makes them");
            import.losses.insert(0, Loss { what: count(unmade, "test"), why });
        }
        imports.push(import);
    }
    Ok((imports, workspace::exit_of(diagnostics)))
}

fn write(import: &Import, root: &Path) -> Result<(), CliError> {
    let mut draft = Draft::default();
    for (place, content) in &import.files {
        let bytes = content.bytes().or_cannot(format!("read what becomes {place}"))?;
        draft.create(root.join(place), bytes);
    }
    // From here on Ctrl-C waits for the end of the problem: half of one would be left behind.
    let cancel = session::cancel_on_signals()?;
    if cancel.is_raised() {
        return Err(CliError::Interrupted);
    }
    draft.write_below(root).map_err(|error| match &error {
        DraftError::Exists(places) => {
            let first = places.first().map(|place| place.strip_prefix(root).unwrap_or(place).display().to_string());
            refused(format!("{} is there already ({} in all)", first.unwrap_or_default(), places.len()))
                .with_hint(format!("give it another name: `harness import PATH {}-2`", import.id))
        }
        DraftError::Write { .. } => refused(crate::error::chain(&error)),
    })
}
