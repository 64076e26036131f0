//! Reads the files of a program, those of each kind of program in their own way.

use crate::build::sources::{self, Sources};
use crate::build::trouble::Unbuildable;
use crate::build::{Builder, LanguageEntry, SourceFile, surroundings};

impl Builder {
    /// Reads what `source` names, and nothing that did not come along with the home.
    ///
    /// # Errors
    /// Why no judge would accept it, or a content fault when a file cannot be read.
    pub(super) fn sources(&self, source: &SourceFile, entry: &LanguageEntry) -> Result<Sources, Unbuildable> {
        let home = sources::around(&source.path, &self.home);
        let sources = match &source.options.making.command {
            Some(command) => surroundings::of_command(source, command, &self.languages, &home)?,
            None if entry.is_anything() => surroundings::of_executable(source, &self.languages, &home)?,
            None if source.path.is_dir() => sources::of_folder(source, entry, &home)?,
            None => sources::of_file(source, entry, &home)?,
        };
        if let Some(name) = sources.overlong_name() {
            return Err(Unbuildable::Refused(format!("{}: no file can be called `{name}`\n", source.display)));
        }
        Ok(if entry.keeps_sources { sources.in_out() } else { sources })
    }
}
