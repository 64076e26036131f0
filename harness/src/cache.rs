//! `harness cache`: where builds and results are kept.

use crate::args::CommonArgs;
use crate::error::{CliError, refused};
use crate::exit::Exit;
use crate::screen::say;
use crate::workspace;
use clap::{Args, ValueEnum};
use engine::build::{BUILD_LIMIT, Cache};
use engine::store::STORE_LIMIT;
use model::ByteSize;

/// Show where builds and results are kept and how much space they take, or remove them
#[derive(Args, Debug)]
pub(crate) struct CacheArgs {
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

pub(crate) fn run(args: &CacheArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let folder = match workspace::root(common.root.as_deref()) {
        Ok(root) => workspace::cache_folder(&root),
        // That of `harness try`, which needs no workspace either.
        Err(_) if common.root.is_none() => workspace::shared_cache(),
        Err(error) => return Err(error),
    };
    let cache = Cache::open(&folder)?;
    if args.what == What::Clear {
        cache.clear()?;
        let mut store = cache.store();
        store.clear();
        if let Some(trouble) = store.troubles().first() {
            return Err(refused(format!("cannot remove {}: {}", trouble.path.display(), trouble.reason)));
        }
    }
    let (builds, bytes) = cache.held();
    let held = cache.store().held();
    say!(
        "{}\n  builds   {builds}, {} (at most {BUILD_LIMIT})\n  results  {} sections, {} (at most {STORE_LIMIT})\n",
        cache.root().display(),
        ByteSize(bytes),
        held.sections,
        held.bytes
    )?;
    Ok(Exit::AsExpected)
}
