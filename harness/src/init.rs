//! `harness init`: an empty workspace.

use crate::args::CommonArgs;
use crate::error::CliError;
use crate::exit::Exit;
use crate::screen::say;
use crate::workspace::here;
use clap::{Args, ValueHint};
use judge::formats::{Kind, find_root};
use judge::make_workspace;
use judge::model::shell;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  harness init                     problems/, testdata/, solutions/ and harness.toml, in this folder
  harness init contests --lang python

Then `harness new two-heaps` makes a problem, and `harness get` takes problems with their samples from the browser.";

/// Make an empty workspace: problems, tests and solutions in any languages
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InitArgs {
    /// The folder, new or not
    #[arg(default_value = ".", value_hint = ValueHint::DirPath)]
    dir: PathBuf,
    /// The language of new solutions [default: the one you configured, or the first of cpp, python
    /// and rust that is installed]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,
}

/// With `{language}` filled in.
const CONFIG: &str = include_str!("init/harness.toml");

pub(crate) fn run(args: &InitArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let here = here()?;
    let (root, display) = (here.join(&args.dir), args.dir.display());
    let places = make_workspace(&here, &args.dir, args.lang.as_deref(), CONFIG)?;
    let above = root.parent().and_then(find_root).filter(|above| Kind::of(above) == Some(Kind::Workspace));
    if let Some(above) = above {
        common.screen().note(&format!("{} is a workspace, too: in this folder, the new one counts", above.display()));
    }
    let command = common.screen().command();
    let here = args.dir.as_path() == Path::new(".");
    let go = if here { String::new() } else { format!("cd {} && ", shell::word(&display.to_string())) };
    let place = if here { "here".to_owned() } else { format!("in {display}") };
    let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
    let places = places.join(", ");
    say!("made a workspace {place}: {places}\nnext: {go}{command} new NAME, or {go}{command} get\n")?;
    Ok(Exit::AsExpected)
}
