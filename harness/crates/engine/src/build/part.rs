//! Parts that are compiled once and linked with many programs.

use crate::build::languages::LanguageEntry;
use crate::build::{Builder, Toolchain, compiler, refusal};
use crate::cell::Cell;
use model::{Fault, FaultKind, Key};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

pub(super) struct Part<'p> {
    /// In messages.
    pub name: &'static str,
    pub key: Key,
    /// The compiler is given the first one.
    pub sources: &'p [(&'p str, &'p str)],
    /// The arguments of the compiler, as in the languages table.
    pub args: &'p [String],
}

impl Builder {
    /// The folder of a part, which is compiled unless there is an earlier build of it. `None`:
    /// interrupted.
    ///
    /// # Errors
    /// A build fault when the compiler does not work or rejects the part, or the cache cannot be
    /// written.
    pub(super) fn part(
        &self,
        part: &Part<'_>,
        entry: &LanguageEntry,
        toolchain: &Toolchain,
        cell: &mut Cell<'_>,
    ) -> Result<Option<PathBuf>, Fault> {
        // Several workers may want the part at the same time. One compiles it, the others wait.
        let _one_at_a_time = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        match self.cache.find(&part.key) {
            Some(stored) => Ok(Some(stored.out)),
            None => self.make_part(part, entry, toolchain, cell, false),
        }
    }

    /// Compiles a part, and keeps others from nothing meanwhile. `replace`: where there is an
    /// earlier build of it, too.
    ///
    /// # Errors
    /// Those of [`Builder::part`].
    pub(super) fn make_part(
        &self,
        part: &Part<'_>,
        entry: &LanguageEntry,
        toolchain: &Toolchain,
        cell: &mut Cell<'_>,
        replace: bool,
    ) -> Result<Option<PathBuf>, Fault> {
        let staging = self.cache.stage()?;
        for (name, text) in part.sources {
            let file = staging.path().join(name);
            fs::write(&file, text).map_err(|e| self.cache.unwritable(&file, &e))?;
        }
        let out = staging.path().join("out");
        let made = part.args.iter().filter_map(|arg| arg.strip_prefix("{out}/"));
        for folder in made.filter_map(|made| Path::new(made).parent()) {
            let folder = out.join(folder);
            fs::create_dir_all(&folder).map_err(|e| self.cache.unwritable(&folder, &e))?;
        }
        let given: Vec<String> = part.sources.iter().take(1).map(|(name, _)| (*name).to_owned()).collect();
        let exec = compiler(entry, part.args, toolchain, staging.path(), &given, &self.limits);
        let Some(completed) = cell.run(&exec)? else { return Ok(None) };
        let words = completed.stderr.words(u64::MAX);
        // Its sources are ours: they pretend nothing.
        let refusal = refusal(sandbox::has_room, &completed, words, entry, &self.limits, &[]);
        if let Some(reason) = refusal.map_err(|trouble| trouble.fault)? {
            let message = format!("{} does not compile {}:\n{reason}", toolchain.label, part.name);
            return Err(Fault::new(FaultKind::Build, message));
        }
        self.cache.keep(&part.key, &staging, "", replace).map(Some)
    }
}
