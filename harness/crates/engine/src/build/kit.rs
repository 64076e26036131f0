//! The library `crates/kit`. A problem's own programs are linked with it, a solution never.
//!
//! Its sources are embedded in the harness, so that an installed harness has them wherever it runs.
//! It is compiled once for each version of the compiler and kept like any other build.

use crate::build::languages::LanguageEntry;
use crate::build::part::Part;
use crate::build::{Builder, Purpose, Toolchain};
use crate::cell::Cell;
use memchr::memmem;
use model::{Fault, Key};
use sandbox::Exec;
use std::ffi::OsString;
use std::path::PathBuf;

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../kit/src/", $name)))),*]
    };
}

/// Each file of the crate except its unit tests, the root first.
pub const SOURCES: [(&str, &str); 11] = sources![
    "lib.rs",
    "args.rs",
    "complaint.rs",
    "dialogue.rs",
    "graph.rs",
    "judge.rs",
    "reader.rs",
    "rng.rs",
    "span.rs",
    "text.rs",
    "validator.rs",
];

/// What the compiler leaves in `{out}`.
const FILE: &str = "libkit.rlib";

/// The key of the library, if the program is linked with it. It becomes part of the program's own
/// key.
///
/// A program that never mentions `kit` cannot use it, and need not wait for it.
pub(super) fn key(entry: &LanguageEntry, toolchain: &Toolchain, purpose: Purpose, source: &[u8]) -> Option<Key> {
    let may_link = purpose == Purpose::Tool && !entry.library.is_empty();
    if !may_link || memmem::find(source, b"kit").is_none() {
        return None;
    }
    Some(key_of(entry, toolchain, &SOURCES))
}

fn key_of(entry: &LanguageEntry, toolchain: &Toolchain, sources: &[(&str, &str)]) -> Key {
    let fixed = ["library/2", &toolchain.version, &entry.library.join("\0"), &entry.link.join("\0")];
    let sources = sources.iter().flat_map(|(name, text)| [*name, *text]);
    Key::of_parts(fixed.into_iter().chain(sources).map(str::as_bytes))
}

impl Builder {
    /// Returns the folder of the library with this key, compiling it if need be. `None` if
    /// interrupted.
    ///
    /// # Errors
    /// A build fault when the compiler rejects the library, or the cache cannot be written.
    pub(super) fn library(
        &self,
        key: &Key,
        entry: &LanguageEntry,
        toolchain: &Toolchain,
        cell: &mut Cell<'_>,
    ) -> Result<Option<PathBuf>, Fault> {
        let name = "the kit of a problem's programs";
        let part = Part { name, key: *key, sources: &SOURCES, args: &entry.library };
        self.part(&part, &entry.without_flags(), toolchain, cell)
    }
}

/// Links the program of this compiler run with the library in `folder`.
pub(super) fn link(entry: &LanguageEntry, folder: PathBuf, exec: &mut Exec) {
    let file = folder.join(FILE).to_string_lossy().into_owned();
    let args = entry.link.iter().map(|arg| OsString::from(arg.replace("{library}", &file)));
    exec.args.splice(..0, args);
    exec.readable.push(folder);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Languages;
    use model::Language;
    use std::fs;
    use std::path::Path;

    const VALIDATOR: &[u8] = b"fn main() { kit::validate(|input| input.end()) }";

    fn check(then: impl FnOnce(&LanguageEntry, &Toolchain)) {
        let languages = Languages::built_in().unwrap();
        let toolchain = Toolchain {
            standard: None,
            program: "/bin/rustc".into(),
            prefix: "/".into(),
            version: "rustc 1.95.0".into(),
            label: "rustc 1.95.0 -O".into(),
            readable: Vec::new(),
        };
        then(languages.get(&Language("rust".into())).unwrap(), &toolchain);
    }

    #[test]
    fn a_problems_own_program_is_linked_and_a_solution_never() {
        check(|rust, toolchain| {
            assert!(key(rust, toolchain, Purpose::Tool, VALIDATOR).is_some());
            assert_eq!(key(rust, toolchain, Purpose::Solution, VALIDATOR), None);
            assert_eq!(key(rust, toolchain, Purpose::Tool, b"fn main() {}"), None);
            let python = Languages::built_in().unwrap();
            let python = python.get(&Language("python".into())).unwrap();
            assert_eq!(key(python, toolchain, Purpose::Tool, b"import kit"), None);
        });
    }

    #[test]
    fn another_source_compiler_or_flag_gives_another_key() {
        check(|rust, toolchain| {
            let now = key_of(rust, toolchain, &SOURCES);
            let mut sources = SOURCES;
            sources[3].1 = "// changed";
            assert_ne!(key_of(rust, toolchain, &sources), now);
            let newer = Toolchain { version: "rustc 1.96.0".into(), ..toolchain.clone() };
            assert_ne!(key_of(rust, &newer, &SOURCES), now);
            let mut flags = rust.clone();
            flags.library.push("-Copt-level=3".into());
            assert_ne!(key_of(&flags, toolchain, &SOURCES), now);
        });
    }

    #[test]
    fn every_file_of_the_crate_is_carried() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kit/src");
        let mut files: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".rs"))
            .collect();
        files.sort();
        let mut carried = SOURCES.map(|(name, _)| name);
        carried.sort_unstable();
        assert_eq!(files, carried);
    }
}
