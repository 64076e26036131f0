//! Parts that are compiled once and linked with many programs.

use crate::build::languages::LanguageEntry;
use crate::build::{Builder, Toolchain, compiler, refusal};
use crate::cell::Cell;
use model::{Fault, Key};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

pub(super) struct Part<'p> {
    pub key: Key,
    /// The compiler is given the first one.
    pub sources: &'p [(&'p str, &'p str)],
    /// The arguments of the compiler, as in the languages table.
    pub args: &'p [String],
}

/// The outcome of compiling a part.
pub(super) enum PartBuild {
    /// In this folder.
    There(PathBuf),
    /// The compiler's messages.
    Refused(String),
    Interrupted,
}

impl Builder {
    /// Compiles a part, or finds an earlier build of it.
    ///
    /// # Errors
    /// A build fault when the compiler does not work, or the cache cannot be written.
    pub(super) fn part(
        &self,
        part: &Part<'_>,
        entry: &LanguageEntry,
        toolchain: &Toolchain,
        cell: &mut Cell<'_>,
    ) -> Result<PartBuild, Fault> {
        // Several workers may want the part at the same time. One compiles it, the others wait.
        let _one_at_a_time = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        match self.cache.find(&part.key) {
            Some(stored) => Ok(PartBuild::There(stored.out)),
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
    ) -> Result<PartBuild, Fault> {
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
        let Some(completed) = cell.run(&exec)? else { return Ok(PartBuild::Interrupted) };
        let words = completed.stderr.words(u64::MAX);
        // Its sources are ours: they pretend nothing.
        let refusal = refusal(sandbox::has_room, &completed, words, entry, &self.limits, &[]);
        if let Some(reason) = refusal.map_err(|trouble| trouble.fault)? {
            return Ok(PartBuild::Refused(reason));
        }
        self.cache.keep(&part.key, &staging, "", replace).map(PartBuild::There)
    }
}
