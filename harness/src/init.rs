//! `harness init`: an empty workspace.

use crate::args::CommonArgs;
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::new;
use crate::screen::say;
use clap::{Args, ValueHint};
use judge::config;
use model::shell;
use package::detect::{self, Kind};
use package::draft::Draft;
use std::env;
use std::fs;
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
    let here = env::current_dir().or_cannot("stay in a folder that is gone")?;
    let root = here.join(&args.dir);
    let display = args.dir.display();
    if Kind::of(&root) == Some(Kind::Workspace) {
        return Err(
            refused(format!("{display} is a workspace already")).with_hint("make a problem: `harness new NAME`")
        );
    }
    let settings = config::load(None)?;
    let languages = config::languages(&settings)?;
    let named = args.lang.clone().or(settings.language.map(|language| language.value));
    let language = new::usual(&languages, named.as_deref(), &root)?;
    let mut draft = Draft::default();
    for (name, text) in
        [(config::FILE, CONFIG.replace("{language}", &language.id)), (".gitignore", "/target/\n".to_owned())]
    {
        let place = root.join(name);
        if !place.exists() {
            draft.create(place, text);
        }
    }
    draft.write()?;
    let solutions = format!("solutions/{}", language.id);
    for folder in ["problems", "testdata", &solutions] {
        fs::create_dir_all(root.join(folder)).or_cannot(format!("make {folder}"))?;
    }
    let above = root.parent().and_then(detect::find_root).filter(|above| Kind::of(above) == Some(Kind::Workspace));
    if let Some(above) = above {
        common.screen().note(&format!("{} is a workspace, too: in this folder, the new one counts", above.display()));
    }
    let command = common.screen().command;
    let here = args.dir.as_path() == Path::new(".");
    let go = if here { String::new() } else { format!("cd {} && ", shell::word(&display.to_string())) };
    let place = if here { "here".to_owned() } else { format!("in {display}") };
    say!(
        "made a workspace {place}: problems, testdata, {solutions}, {}\nnext: {go}{command} new NAME, or {go}{command} get\n",
        config::FILE
    )?;
    Ok(Exit::AsExpected)
}
