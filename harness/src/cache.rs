//! `harness cache`: where builds and results are kept.

use crate::args::{self, ColorWhen};
use crate::exit::Exit;
use crate::workspace::{self, Screen};
use clap::{ArgMatches, Command};
use engine::build::{BUILD_LIMIT, Cache};
use engine::store::STORE_LIMIT;
use model::ByteSize;
use std::io::{self, Write as _};
use std::path::PathBuf;

pub fn define() -> Command {
    let what = [("show", "Print the folder and what is in it"), ("clear", "Remove all builds and results")];
    Command::new("cache")
        .about("Say where builds and results are kept and how much room they take, or remove them")
        .args([args::choice("what", "WHAT", &what).help("What to do"), args::root()])
}

pub fn run(values: &ArgMatches) -> Result<Exit, Exit> {
    let screen = Screen::of(ColorWhen::Auto);
    let root = workspace::root(args::one::<PathBuf>(values, "root").as_deref())
        .map_err(|(problem, hint)| screen.refuse(&problem, Some(&hint)))?;
    let cache = Cache::open(&workspace::cache_folder(&root)).map_err(|fault| screen.fault(&fault))?;
    if args::one::<String>(values, "what").as_deref() == Some("clear") {
        cache.clear().map_err(|fault| screen.fault(&fault))?;
        let mut store = cache.store();
        store.clear();
        if let Some(trouble) = store.troubles().first() {
            return Err(screen.refuse(&format!("cannot remove {}: {}", trouble.path.display(), trouble.reason), None));
        }
    }
    let (builds, bytes) = cache.held();
    let held = cache.store().held();
    let text = format!(
        "{}\n  builds   {builds}, {} (at most {BUILD_LIMIT})\n  results  {} sections, {} (at most {STORE_LIMIT})\n",
        cache.root().display(),
        ByteSize(bytes),
        held.sections,
        held.bytes
    );
    // Nobody is left to be told when standard output is gone.
    let _ = io::stdout().write_all(text.as_bytes());
    Ok(Exit::AsExpected)
}
