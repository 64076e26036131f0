//! `harness cache`: where builds and results are kept.

use crate::args::CommonArgs;
use crate::exit::Exit;
use crate::workspace::{self, Screen};
use clap::{Args, ValueEnum};
use engine::build::{BUILD_LIMIT, Cache};
use engine::store::STORE_LIMIT;
use model::ByteSize;
use std::io::{self, Write as _};

/// Say where builds and results are kept and how much room they take, or remove them
#[derive(Args, Debug)]
pub struct CacheArgs {
    /// What to do
    #[arg(default_value = "show")]
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// Print the folder and what is in it
    Show,
    /// Remove all builds and results
    Clear,
}

pub fn run(args: &CacheArgs, common: &CommonArgs) -> Result<Exit, Exit> {
    let screen = Screen::of(common);
    let root =
        workspace::root(common.root.as_deref()).map_err(|(problem, hint)| screen.refuse(&problem, Some(&hint)))?;
    let cache = Cache::open(&workspace::cache_folder(&root)).map_err(|fault| screen.fault(&fault))?;
    if args.what == What::Clear {
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
