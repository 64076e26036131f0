//! `harness debug`: a program with symbols, in a debugger, on one input. It runs as any program
//! does, outside of all containment: a debugger needs that, and the program is the caller's own.

use crate::args::{CommonArgs, SandboxArgs};
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::screen::{print, write_aside};
use crate::session;
use crate::workspace::{Workspace, here};
use clap::{Args, ValueHint};
use judge::debug::{DebugRequest, DebuggerCall, Launch};
use judge::{Plan, no_file};
use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const EXAMPLES: &str = "\
Examples:
  harness a.cpp --debug 1          on this test of it: gdb or lldb, where `run` reads its input
  harness debug a.cpp -i a1.in     on any input
  harness debug a.cpp -i a1.in --json
                                   for an editor: the program, its input, and where its symbols point

The program is built without optimisation and is not contained: it may read, write and start what you may.";

/// Open a program in a debugger, with a test as its input
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DebugArgs {
    /// The program
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// Its input
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// Build it, start nothing, and print what a debugger needs as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &DebugArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let screen = common.screen();
    let home = here()?;
    let (source, input) = (there(&home, &args.file)?, there(&home, &args.input)?);
    let workspace = Workspace::with_screen(judge::Workspace::of_program(&source, &home)?, screen);
    let solution = workspace.catalog.solutions.first().ok_or_else(|| refused("this file is not a program"))?;
    let wanted = DebugRequest { solution, input, args: Vec::new(), reads: None };
    let launch = launch(&workspace, &wanted, &args.sandbox)?;
    if args.json {
        return print(launch.json()?).map(|()| Exit::AsExpected);
    }
    start(&launch, &workspace.cache)
}

/// Opens a debugger on the only program and the only test of a plan.
///
/// # Errors
/// When there are several, the test has no input of its own, or no debugger can be started.
pub(crate) fn on(workspace: &Workspace, plan: &Plan, named: &str, sandbox: &SandboxArgs) -> Result<Exit, CliError> {
    let wanted = DebugRequest::of(plan, named)?;
    let launch = launch(workspace, &wanted, sandbox)?;
    if let Some(name) = &wanted.reads {
        let from = launch.input.display();
        write_aside(&format!("the program reads {name}: copy {from} there, into {}\n", launch.folder.display()));
    }
    start(&launch, &workspace.cache)
}

fn launch(workspace: &Workspace, wanted: &DebugRequest<'_>, sandbox: &SandboxArgs) -> Result<Launch, CliError> {
    session::call(workspace, sandbox, |caller| workspace.judge.prepare_debug(wanted, caller))
}

/// Replaces this process by a debugger, which has the terminal.
#[expect(clippy::disallowed_methods, reason = "started outside of cells: the debugger")]
fn start(launch: &Launch, cache: &Path) -> Result<Exit, CliError> {
    let calls = launch.calls()?;
    let input = launch.input.display();
    write_aside(&format!("outside of all containment: `run` starts it with {input}\n"));
    let starts =
        calls.iter().map(|DebuggerCall { program, args }| Command::new(program).args(args).current_dir(cache).exec());
    // One that is gone since is not there.
    let mut failed = starts.skip_while(|error| error.kind() == io::ErrorKind::NotFound);
    let error = failed.next().unwrap_or_else(|| io::ErrorKind::NotFound.into());
    Err(CliError::Io { doing: "start the debugger".to_owned(), source: error })
}

fn there(home: &Path, file: &Path) -> Result<PathBuf, CliError> {
    let path: PathBuf = home.join(file).components().collect();
    if path.is_file() {
        return Ok(path);
    }
    Err(no_file(&file.to_string_lossy(), &path))
}
