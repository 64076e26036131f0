//! Programs that are put together before they are built: with the files of `include/` laid over
//! them, and values in place of constants' names.
//!
//! Everything else is built where it lies. The copy is made in the caller's folder. A file that is
//! already there with the same content is left alone, so that it keeps its time.

use crate::codes;
use crate::judged::PackageFolder;
use crate::kattis::Package;
use crate::kattis::constants::fill;
use crate::kattis::programs::Program;
use crate::staged;
use model::Language;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

pub struct Stage<'p> {
    pub found: &'p PackageFolder<'p>,
    pub package: &'p Package,
}

impl<'p> Stage<'p> {
    /// Where `program` can be built: its own place, or a copy. `language` is that of a submission,
    /// which gets the included files beside it.
    ///
    /// # Errors
    /// When a file cannot be read, or a copy cannot be written.
    pub fn put(&self, program: &Program, language: Option<&Language>) -> io::Result<PathBuf> {
        let mut files: BTreeMap<&str, &Path> =
            program.files.iter().map(|(name, path)| (name.as_str(), path.as_path())).collect();
        let included = language.map_or_else(Vec::new, |language| self.included(language));
        let overlaid = !included.is_empty();
        files.extend(included);
        if !overlaid && !self.holds_constants(program)? {
            return Ok(program.path.clone());
        }
        let filled = files.iter().map(|(name, path)| Ok((PathBuf::from(name), self.filled(beneath::read(path)?))));
        let folder = self.found.put_program(&program.path, &filled.collect::<io::Result<Vec<_>>>()?)?;
        Ok(match (overlaid || program.is_folder(), program.files.first()) {
            (false, Some((name, _))) => folder.join(name),
            _ => folder,
        })
    }

    /// Where included data can be read: its own place, or a copy with the values of constants
    /// filled in.
    ///
    /// # Errors
    /// Those of [`Stage::put`].
    pub fn data(&self, name: &str, path: &Path) -> io::Result<PathBuf> {
        let bytes = beneath::read(path)?;
        let filled = self.filled(bytes.clone());
        if filled == bytes {
            return Ok(path.to_owned());
        }
        let place = self.found.staged("included").join(name);
        staged::put(&place, &filled)?;
        Ok(place)
    }

    fn included(&self, language: &Language) -> Vec<(&'p str, &'p Path)> {
        let is_of = |code: &str| {
            let extension = codes::extension(code);
            extension.and_then(|extension| self.found.languages.of_extension(extension)).as_ref() == Some(language)
        };
        let include = &self.package.include;
        let of_language = include.iter().find(|(code, _)| is_of(code));
        let of_all = include.iter().find(|(code, _)| code == "default");
        let files = of_language.or(of_all).map_or(&[][..], |(_, files)| files.as_slice());
        files.iter().map(|(name, path)| (name.as_str(), path.as_path())).collect()
    }

    /// Whether a file of `program` holds `{{name}}` of a constant.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn holds_constants(&self, program: &Program) -> io::Result<bool> {
        if self.package.metadata.constants.is_empty() {
            return Ok(false);
        }
        for (_, path) in &program.files {
            let bytes = beneath::read(path)?;
            if self.filled(bytes.clone()) != bytes {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Fills in values for `{{name}}`; bytes that are not text stay as they are.
    fn filled(&self, bytes: Vec<u8>) -> Vec<u8> {
        let constants = &self.package.metadata.constants;
        if constants.is_empty() || !bytes.windows(2).any(|pair| pair == b"{{") {
            return bytes;
        }
        match String::from_utf8(bytes) {
            Ok(text) => fill(&text, constants).into_bytes(),
            Err(error) => error.into_bytes(),
        }
    }
}

/// The file at which `program` begins in `folder`, where included files lie beside it, the first of
/// which by name would be taken otherwise. `None`: the included files bring the entry point.
pub fn begins<'p>(program: &'p Program, folder: &Path) -> Option<&'p str> {
    let included = |program: &&Program| !program.is_folder() && folder.is_dir();
    let (name, _) = Some(program).filter(included)?.files.first()?;
    let (_, extension) = name.rsplit_once('.')?;
    let is_main = |stem: &str| folder.join(format!("{stem}.{extension}")).is_file();
    (!["__main__", "main", "index"].into_iter().any(is_main)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_submission_begins_although_another_file_is_included_with_it() {
        let check = |included: &str, expected: Option<&str>| {
            let folder = tempfile::tempdir().unwrap();
            let files = vec![("sum.py".to_owned(), folder.path().join("sum.py"))];
            let program = Program { name: "sum.py".to_owned(), path: files[0].1.clone(), files };
            fs::write(folder.path().join(included), "").unwrap();
            assert_eq!(begins(&program, folder.path()), expected, "{included}");
        };
        check("helper.py", Some("sum.py"));
        // An included file may be the one that calls the submission.
        check("main.py", None);
        check("__main__.py", None);
    }
}
