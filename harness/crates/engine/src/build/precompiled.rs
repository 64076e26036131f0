//! Precompiles the header of the whole C++ library for all programs.
//!
//! The compiler spends most of its time on `#include <bits/stdc++.h>` when a short program begins
//! with that line. GCC keeps the parsed header beside it, as `NAME.gch`, and uses that wherever the
//! header comes first and the options are the same. The program that it makes is the same, byte for
//! byte. Source: the GCC manual, "Using Precompiled Headers".
//!
//! It is used only for files that begin with the line, because anything in front of it could mean
//! something to the header. Precompiling takes 120 MB, and as long as four files save by it. So an
//! idle worker makes it where more of them are still to be compiled. None waits for it, and no
//! build depends on it: where it is not there, or GCC does not accept it, a file is compiled as
//! usual, and its key is the same.

use crate::build::part::Part;
use crate::build::sources::behind_comments;
use crate::build::{Builder, Purpose, Recipe, SourceFile, tuning};
use crate::cell::Cell;
use model::Key;
use sandbox::Exec;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{MutexGuard, PoisonError};

const HEADER: &str = "bits/stdc++.h";
/// The source that is precompiled. The compiler finds the header itself.
const SOURCE: (&str, &str) = ("all.h", "#include <bits/stdc++.h>\n");
/// Of what the compiler leaves in `{out}`: the precompiled header, and the names of the files that
/// it read.
const MADE: &str = "bits/stdc++.h.gch";
const READ: &str = "headers.d";

/// A header for all files that are compiled with these arguments.
struct Header {
    key: Key,
    args: Vec<String>,
}

impl Header {
    /// The header that `source` can take precompiled.
    fn of(recipe: &Recipe<'_>, source: &SourceFile) -> Option<Header> {
        let Recipe { entry, toolchain, sources, .. } = recipe;
        let by_gcc = toolchain.version.contains("Free Software Foundation");
        let optimised = matches!(source.purpose, Purpose::Solution | Purpose::Tool);
        if entry.precompile.is_empty() || !by_gcc || !optimised || !sources.given().all(begins_with_header) {
            return None;
        }
        let args = tuning::compiling(&entry.precompile, entry, toolchain, &source.options);
        let words = [&args[..], &entry.flags].concat().join("\0");
        Some(Header { key: Key::of(&["precompiled/1", &toolchain.version], words.as_bytes()), args })
    }
}

/// How many files have to be left for a header to pay, where so many workers compile. Making it
/// costs what four of them save, and takes as long as three, which every other worker compiles
/// meanwhile.
fn least(workers: usize) -> usize {
    4 + 3 * workers.saturating_sub(1)
}

impl Builder {
    /// The folder with the precompiled header for `source`, where there is one.
    pub(super) fn precompiled(&self, recipe: &Recipe<'_>, source: &SourceFile) -> Option<PathBuf> {
        let Header { key, .. } = Header::of(recipe, source)?;
        self.precompiled_headers()
            .entry(key)
            .or_insert_with(|| self.cache.find(&key).map(|stored| stored.out).filter(|out| is_current(out)))
            .clone()
    }

    /// Makes the header of these files, which so many workers are about to compile, if it pays.
    pub(crate) fn precompile(&self, sources: &[SourceFile], workers: usize, cell: &mut Cell<'_>) {
        let takes_one = |source: &&SourceFile| {
            self.languages.get(&source.language).is_some_and(|entry| !entry.precompile.is_empty())
        };
        let mut wanted: BTreeMap<Key, usize> = BTreeMap::new();
        for source in sources.iter().filter(takes_one) {
            let Ok(recipe) = self.recipe(source) else { continue };
            let Some(header) = Header::of(&recipe, source) else { continue };
            if self.built(&recipe, source, cell).is_some() || self.precompiled(&recipe, source).is_some() {
                continue;
            }
            let count = wanted.entry(header.key).or_default();
            *count += 1;
            if *count == least(workers) {
                let part = Part { name: HEADER, key: header.key, sources: &[SOURCE], args: &header.args };
                if let Ok(Some(folder)) = self.make_part(&part, recipe.entry, recipe.toolchain, cell, true) {
                    self.precompiled_headers().insert(header.key, Some(folder));
                }
                return;
            }
        }
    }

    fn precompiled_headers(&self) -> MutexGuard<'_, BTreeMap<Key, Option<PathBuf>>> {
        self.precompiled.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Has this run of the compiler search `folder` for headers, after the program's own folders.
pub(super) fn include(folder: PathBuf, exec: &mut Exec) {
    exec.args.extend([OsString::from("-isystem"), folder.clone().into_os_string()]);
    exec.readable.push(folder);
}

/// Whether a file begins with the header's line, apart from comments.
fn begins_with_header(source: &[u8]) -> bool {
    let source = String::from_utf8_lossy(beneath::without_mark(source));
    let line = behind_comments(&source, &[("//", "\n"), ("/*", "*/")]).lines().next().unwrap_or_default();
    let name = line.strip_prefix('#').and_then(|line| line.trim_start().strip_prefix("include"));
    name.is_some_and(|name| name.trim() == format!("<{HEADER}>"))
}

/// Whether none of the files that went into the header has changed since. Compares the time of
/// their change (ctime), because a package manager gives files the modification times that they had
/// elsewhere.
fn is_current(out: &Path) -> bool {
    let made = fs::metadata(out.join(MADE)).map(|meta| (meta.mtime(), meta.mtime_nsec()));
    let (Ok(made), Ok(rule)) = (made, beneath::read_to_string(&out.join(READ))) else { return false };
    let files = rule.split_whitespace().skip(1).map(Path::new).filter(|file| file.is_absolute());
    files.into_iter().all(|file| fs::metadata(file).is_ok_and(|meta| (meta.ctime(), meta.ctime_nsec()) <= made))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_that_begins_with_the_header_takes_it_precompiled() {
        let check = |source: &str, begins| assert_eq!(begins_with_header(source.as_bytes()), begins, "{source}");
        for begins in [
            "#include <bits/stdc++.h>",
            "#include<bits/stdc++.h>\r\nint main() {}",
            "\u{feff}\n// by me\n/* and\n * you */ # include <bits/stdc++.h>  \n",
        ] {
            check(begins, true);
        }
        for other in [
            "",
            "#include <iostream>\n#include <bits/stdc++.h>\n",
            "#pragma GCC optimize(\"O3\")\n#include <bits/stdc++.h>\n",
            "#define int long long\n#include <bits/stdc++.h>\n",
            "// goes on \\\n#define x\n#include <bits/stdc++.h>\n",
            "/* never ends #include <bits/stdc++.h>\n",
            "#include \"bits/stdc++.h\"\n",
            "#include <bits/stdc++.h> int x;\n",
        ] {
            check(other, false);
        }
    }

    #[test]
    fn a_header_that_was_changed_since_is_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let (out, header) = (dir.path().join("out"), dir.path().join("vector"));
        fs::create_dir_all(out.join("bits")).unwrap();
        fs::write(&header, "").unwrap();
        fs::write(out.join(MADE), "").unwrap();
        let made = |seconds: u64| {
            let at = fs::metadata(&header).unwrap().modified().unwrap();
            let at = at - std::time::Duration::from_secs(5) + std::time::Duration::from_secs(seconds);
            fs::File::options().append(true).open(out.join(MADE)).unwrap().set_modified(at).unwrap();
        };
        assert!(!is_current(&out), "nothing says what it was made of");
        fs::write(out.join(READ), format!("x: all.h \\\n {}\n", header.display())).unwrap();
        made(10);
        assert!(is_current(&out));
        made(0);
        assert!(!is_current(&out));
        made(10);
        fs::remove_file(&header).unwrap();
        assert!(!is_current(&out));
    }
}
