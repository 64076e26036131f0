//! Programs that are put together before they are built: with the files of `include/` over them,
//! and constants in place of their names.
//!
//! Everything else is built where it lies. What is put together is a copy in a folder of the
//! caller's; a file that is there already with the same content is left alone, so that it keeps its
//! time.

use crate::codes;
use crate::kattis::Package;
use crate::kattis::programs::Program;
use crate::staged;
use model::{Language, Languages};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

pub struct Stage<'p> {
    folder: PathBuf,
    package: &'p Package,
}

impl<'p> Stage<'p> {
    pub fn new(folder: PathBuf, package: &'p Package) -> Stage<'p> {
        Stage { folder, package }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where `program` can be built: its own place, or a copy. `language` is that of a submission,
    /// which included files are put beside; `entry` the Python file that it is to begin with.
    ///
    /// # Errors
    /// When a file cannot be read, or a copy cannot be written.
    pub fn put(
        &self,
        program: &Program,
        language: Option<&Language>,
        entry: Option<&str>,
        known: &dyn Languages,
    ) -> io::Result<PathBuf> {
        let mut files: BTreeMap<&str, &Path> =
            program.files.iter().map(|(name, path)| (name.as_str(), path.as_path())).collect();
        let own = files.len();
        let included = language.map_or_else(Vec::new, |language| self.included(language, known));
        files.extend(included.iter().copied());
        let overlaid =
            files.len() > own || included.iter().any(|(name, _)| program.files.iter().any(|(own, _)| own == name));
        let constants = self.holds_constants(program, &included)?;
        let is_python = |entry: &&str| entry.ends_with(".py") && files.contains_key(entry);
        let begins = match entry.filter(|_| program.is_folder()) {
            Some(entry) => Some(entry).filter(is_python),
            // Of several files the first by name would begin, which may be an included one.
            None if overlaid && !program.is_folder() && !files.keys().any(|name| is_main(name)) => {
                program.files.first().map(|(name, _)| name.as_str()).filter(is_python)
            }
            None => None,
        };
        if !overlaid && !constants && begins.is_none() {
            return Ok(program.path.clone());
        }
        let folder = self.folder.join(&program.name);
        remove_others(&folder, &|name| files.contains_key(name))?;
        for (name, path) in &files {
            staged::put(&folder.join(name), &self.filled(fs::read(path)?))?;
        }
        if let Some(entry) = begins {
            let path = format!("os.path.join(os.path.dirname(os.path.abspath(__file__)), {entry:?})");
            let text = format!("import os, runpy\nrunpy.run_path({path}, run_name=\"__main__\")\n");
            staged::put(&folder.join("__main__.py"), text.as_bytes())?;
        }
        Ok(match (overlaid || program.is_folder(), program.files.first()) {
            (false, Some((name, _))) => folder.join(name),
            _ => folder,
        })
    }

    /// Where included data can be read: its own place, or a copy with constants in place of their
    /// names.
    ///
    /// # Errors
    /// As [`Stage::put`].
    pub fn data(&self, name: &str, path: &Path) -> io::Result<PathBuf> {
        let bytes = fs::read(path)?;
        let filled = self.filled(bytes.clone());
        if filled == bytes {
            return Ok(path.to_owned());
        }
        let place = self.folder.join("included").join(name);
        staged::put(&place, &filled)?;
        Ok(place)
    }

    fn included(&self, language: &Language, known: &dyn Languages) -> Vec<(&'p str, &'p Path)> {
        let is_of = |code: &str| {
            codes::extension(code).and_then(|extension| known.of_extension(extension)).as_ref() == Some(language)
        };
        let include = &self.package.include;
        let of_language = include.iter().find(|(code, _)| is_of(code));
        let of_all = include.iter().find(|(code, _)| code == "default");
        let files = of_language.or(of_all).map_or(&[][..], |(_, files)| files.as_slice());
        files.iter().map(|(name, path)| (name.as_str(), path.as_path())).collect()
    }

    fn holds_constants(&self, program: &Program, included: &[(&str, &Path)]) -> io::Result<bool> {
        if self.package.metadata.constants.is_empty() {
            return Ok(false);
        }
        for path in program.files.iter().map(|(_, path)| path.as_path()).chain(included.iter().map(|(_, path)| *path)) {
            let bytes = fs::read(path)?;
            if self.filled(bytes.clone()) != bytes {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// With values for `{{name}}`; what is no text stays as it is.
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

/// Files that begin a program of several whatever it is called.
fn is_main(name: &str) -> bool {
    matches!(name, "__main__.py" | "main.py")
}

/// Each `{{name}}` that is a constant's, in one go: values are not looked at again.
fn fill(text: &str, constants: &[(String, String)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find("{{") {
        let inner = &rest[open + 2..];
        let name = inner.find("}}").map(|close| &inner[..close]);
        match name.and_then(|name| constants.iter().find(|(constant, _)| constant == name)) {
            Some((name, value)) => {
                filled.push_str(&rest[..open]);
                filled.push_str(value);
                rest = &inner[name.len() + 2..];
            }
            None => {
                filled.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

/// Removes what an earlier state of the package left in `folder`.
fn remove_others(folder: &Path, stays: &dyn Fn(&str) -> bool) -> io::Result<()> {
    for entry in WalkDir::new(folder).min_depth(1).into_iter().flatten() {
        let name = entry.path().strip_prefix(folder).ok().and_then(Path::to_str).map(|name| name.replace('\\', "/"));
        if entry.file_type().is_file() && !name.is_some_and(|name| stays(&name)) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_python_file_begins_although_another_is_included_with_it() {
        let known = |extension: &str| (extension == "py").then(|| Language("python".into()));
        let check = |included: &str, begins: Option<&str>| {
            let dir = tempfile::tempdir().unwrap();
            let root = dir.path().join("sum");
            let files = [included, "submissions/accepted/sum.py", "problem.yaml"];
            for name in files {
                fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
                fs::write(root.join(name), "").unwrap();
            }
            let is_source = |name: &str| name.ends_with(".py");
            let (package, _) = crate::kattis::read(&root, &crate::home::Home::of(&root), &is_source);
            let stage = Stage::new(dir.path().join("stage"), &package);
            let language = Language("python".into());
            let place = stage.put(&package.submissions[0], Some(&language), None, &known).unwrap();
            let main = fs::read_to_string(place.join("__main__.py")).ok().filter(|text| !text.is_empty());
            assert_eq!(main.is_some(), begins.is_some(), "{included}");
            assert!(main.unwrap_or_default().contains(begins.unwrap_or_default()), "{included}");
        };
        check("include/python3/helper.py", Some("\"sum.py\""));
        // What is included may be what calls the submission.
        check("include/python3/main.py", None);
        check("include/python3/__main__.py", None);
    }

    #[test]
    fn constants_stand_for_their_values_and_nothing_else_changes() {
        let constants = [("N".to_owned(), "5".to_owned()), ("N.tex".to_owned(), "{{N}}".to_owned())];
        let check = |text: &str, expected: &str| assert_eq!(fill(text, &constants), expected, "{text}");
        check("int n = {{N}};", "int n = 5;");
        check("{{N.tex}} {{N}}{{N}}", "{{N}} 55");
        check("{{M}} {{ N }} {{{N}}} {{N", "{{M}} {{ N }} {5} {{N");
        check("if (x) {{ y; }}", "if (x) {{ y; }}");
    }
}
