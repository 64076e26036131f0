//! Precompiles the header of the whole C++ library for all programs.
//!
//! The compiler spends most of its time on `#include <bits/stdc++.h>` when a short program begins
//! with that line. GCC keeps the parsed header beside it, as `NAME.gch`, and uses that wherever the
//! header comes first and the options are the same. The program that it makes is the same, byte for
//! byte. Source: the GCC manual, "Using Precompiled Headers".
//!
//! It is used only for files that begin with the line, because anything in front of it could mean
//! something to the header. Precompiling takes 120 MB, and longer than compiling one file without
//! it, so it is done for the second such file of a cache. No build depends on it: where it cannot
//! be made, or GCC does not accept it, a file is compiled as usual, and its key is the same.

use crate::build::part::{Part, PartBuild};
use crate::build::{Builder, Purpose, Recipe, SourceFile, tuning};
use crate::cell::Cell;
use model::Key;
use sandbox::Exec;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

const HEADER: &str = "bits/stdc++.h";
/// The source that is precompiled. The compiler finds the header itself.
const SOURCE: (&str, &str) = ("all.h", "#include <bits/stdc++.h>\n");
/// Of what the compiler leaves in `{out}`: the precompiled header, and the names of the files that
/// it read.
const MADE: &str = "bits/stdc++.h.gch";
const READ: &str = "headers.d";

impl Builder {
    /// The folder with the precompiled header for `source`, where one is worthwhile and can be
    /// made.
    pub(super) fn precompiled(&self, recipe: &Recipe<'_>, source: &SourceFile, cell: &mut Cell<'_>) -> Option<PathBuf> {
        let Recipe { entry, toolchain, sources, .. } = recipe;
        let by_gcc = toolchain.version.contains("Free Software Foundation");
        let optimised = matches!(source.purpose, Purpose::Solution | Purpose::Tool);
        if entry.precompile.is_empty() || !by_gcc || !optimised || !sources.given().all(begins_with_header) {
            return None;
        }
        let args = tuning::compiling(&entry.precompile, entry, toolchain, &source.options);
        let words = [&args[..], &entry.flags].concat().join("\0");
        let key = Key::of(&["precompiled/1", &toolchain.version], words.as_bytes());
        let mut headers = self.precompiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(headers) = headers.get(&key) {
            return headers.clone();
        }
        if !self.was_wanted_before(&key) {
            return None;
        }
        let part = Part { key, sources: &[SOURCE], args: &args, holds: is_current };
        let folder = match self.part(&part, entry, toolchain, cell) {
            Ok(PartBuild::There(folder)) => Some(folder),
            Ok(PartBuild::Interrupted) => return None,
            Ok(PartBuild::Refused(_)) | Err(_) => None,
        };
        headers.insert(key, folder.clone());
        folder
    }

    /// Notes that a header is wanted and returns whether it was wanted before.
    fn was_wanted_before(&self, key: &Key) -> bool {
        let wanted = Key::of(&["wanted"], key.as_bytes());
        if self.cache.find(&wanted).is_some() {
            return true;
        }
        // Where even this note cannot be written, nothing as large as the header could be kept.
        let _ = self.cache.keep_words(&wanted, "", false);
        false
    }
}

/// Has this run of the compiler search `folder` for headers, after the program's own folders.
pub(super) fn include(folder: PathBuf, exec: &mut Exec) {
    exec.args.extend([OsString::from("-isystem"), folder.clone().into_os_string()]);
    exec.readable.push(folder);
}

/// Whether a file begins with the header's line, apart from comments.
fn begins_with_header(source: &[u8]) -> bool {
    let mut rest = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    loop {
        rest = rest.trim_ascii_start();
        if let Some(comment) = rest.strip_prefix(b"//") {
            let line = comment.split(|byte| *byte == b'\n').next().unwrap_or_default();
            // The comment continues on the next line.
            if line.trim_ascii_end().ends_with(b"\\") {
                return false;
            }
            rest = &comment[line.len()..];
        } else if let Some(comment) = rest.strip_prefix(b"/*") {
            let Some(end) = comment.windows(2).position(|two| two == b"*/") else { return false };
            rest = &comment[end + 2..];
        } else {
            break;
        }
    }
    let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let name = line.strip_prefix(b"#").map(|line| line.trim_ascii_start().strip_prefix(b"include"));
    let name = name.flatten().map(<[u8]>::trim_ascii).and_then(|name| name.strip_prefix(b"<"));
    name.and_then(|name| name.strip_suffix(b">")) == Some(HEADER.as_bytes())
}

/// Whether none of the files that went into the header has changed since. Compares the time of
/// their change (ctime), because a package manager gives files the modification times that they had
/// elsewhere.
fn is_current(out: &Path) -> bool {
    let made = fs::metadata(out.join(MADE)).map(|meta| (meta.mtime(), meta.mtime_nsec()));
    let (Ok(made), Ok(rule)) = (made, fs::read_to_string(out.join(READ))) else { return false };
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
