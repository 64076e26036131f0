//! `harness export`: a problem of the workspace as a package of another format.
//!
//! What the format cannot express is listed, and nothing is written before that is agreed to.

use crate::args::{CommonArgs, SandboxArgs};
use crate::error::{CliError, exit_of, refused};
use crate::exit::Exit;
use crate::losses;
use crate::screen::say;
use crate::session::{self, Teller};
use crate::workspace::Workspace;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use judge::formats::{Format, LICENSES};
use judge::{Comparing, ExportRequest, is_zip};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  harness export kattis nim        the folder nim/ in the format that verifyproblem reads; lists what it cannot say
  harness export kattis nim --lossy -o ../contest
                                   writes ../contest/nim/ although something cannot be said
  harness export icpc nim s-nim    version 2025-09, which BAPCtools reads
  harness export domjudge nim      nim.zip, as DOMjudge takes it; with `-o DIR` the folder DIR/nim/
  harness export polygon-files nim files for the pages of Polygon

Every package is judged first: one that gives other verdicts than the problem is not written, unless `--no-judge` is given.
What has no place in the format stays in the workspace.";

/// Export problems as packages for Kattis, the ICPC or DOMjudge, or as files for Polygon
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExportArgs {
    /// The format
    #[arg(value_name = "FORMAT", value_parser = format())]
    format: Format,
    /// Names of problems
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    /// The folder to put the package's folder into, or a zip file [default: this folder; for
    /// domjudge NAME.zip]
    #[arg(short, long, value_name = "DIR|ZIP", value_hint = ValueHint::AnyPath)]
    output: Option<PathBuf>,
    /// Write it even if the format cannot express everything
    #[arg(long)]
    lossy: bool,
    /// Write it without judging it first
    #[arg(long)]
    no_judge: bool,
    /// The licence
    #[arg(long, value_name = "LICENCE", value_parser = LICENSES)]
    license: Option<String>,
    /// Who holds the rights
    #[arg(long, value_name = "NAME")]
    rights_owner: Option<String>,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

fn format() -> impl TypedValueParser<Value = Format> {
    let named = |text: String| Format::ALL.into_iter().find(|one| one.name() == text);
    PossibleValuesParser::new(Format::ALL.map(Format::name)).map(move |text| named(text).expect("a possible value"))
}

pub(crate) fn run(args: &ExportArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let workspace = Workspace::open(common)?;
    if args.output.as_deref().is_some_and(is_zip) && args.names.len() > 1 {
        return Err(refused("one zip file holds one package").with_hint("name a folder: `-o DIR`"));
    }
    let (screen, cancel) = (&workspace.screen, session::cancel_on_signals()?);
    let comparing = if args.no_judge { Comparing::Nothing } else { Comparing::Verdicts };
    let write = |problem: &str| -> Result<Exit, CliError> {
        let (license, rights_owner) = (args.license.as_deref(), args.rights_owner.as_deref());
        let wanted = ExportRequest { problem, format: args.format, license, rights_owner };
        let exported = workspace.export(&wanted, &mut args.sandbox.caller(&cancel, &mut Teller::new(screen)))?;
        let export = &exported.export;
        if !losses::agreed_to(&export.name, "the format", &export.losses, args.lossy, screen)? {
            return Ok(Exit::UsageOrContent);
        }
        let place = exported.place(args.output.as_deref());
        let written = exported.write(&place, comparing, &mut args.sandbox.caller(&cancel, &mut Teller::new(screen)));
        written.map_err(|error| match exit_of(&error) == Exit::NotAsExpected {
            true => error.with_hint("`--no-judge` writes it all the same"),
            false => error,
        })?;
        say!("wrote {}: {} files\n", place.display(), export.files.len())?;
        Ok(Exit::AsExpected)
    };
    let mut exit = Exit::AsExpected;
    for problem in &args.names {
        let written = write(problem);
        if cancel.is_raised() {
            return Err(CliError::Interrupted);
        }
        // One problem that cannot be written keeps no other one from being written.
        exit = exit.and(written.unwrap_or_else(|error| {
            screen.error(&error);
            exit_of(&error)
        }));
    }
    Ok(exit)
}
