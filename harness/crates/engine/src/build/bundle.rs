//! A program's own headers: which it has, and the program as one file with the headers pasted in,
//! as a judge takes it. Knows nothing of compilers.

use crate::build::sources::Sources;
use crate::build::{Builder, Entry, Purpose, SourceFile, headers};
use model::{Fault, Language, include};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Where testlib may be installed for all users.
const SYSTEM_INCLUDES: [&str; 2] = ["/usr/local/include", "/usr/include"];

/// A program in one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    pub text: Vec<u8>,
    /// The names of the headers in it, in the order in which they are first included.
    pub headers: Vec<String>,
}

impl Builder {
    /// Adds the headers that `source` may include; returns where they are.
    pub(super) fn add_headers(&self, sources: &mut Sources, source: &SourceFile, entry: &Entry) -> Vec<PathBuf> {
        if !entry.includes {
            return Vec::new();
        }
        let all = self.includes.iter().map(PathBuf::as_path);
        let folders: Vec<&Path> = match source.purpose {
            Purpose::Tool => {
                source.path.parent().into_iter().chain(all).chain(SYSTEM_INCLUDES.map(Path::new)).collect()
            }
            // A folder of sources has its own.
            Purpose::Solution | Purpose::Diagnosis if sources.is_folder => return Vec::new(),
            Purpose::Solution | Purpose::Diagnosis => match &source.options.headers {
                // The other folders also hold tests and settings, and a judge has other headers of
                // the system.
                Some(beside) => [beside.as_path()].into_iter().chain(all.filter(|f| f.ends_with("include"))).collect(),
                None => return Vec::new(),
            },
        };
        headers::add(&mut sources.files, &folders, &self.home)
    }

    /// The files of `source`'s own headers. What cannot be read has none.
    pub fn headers(&self, source: &SourceFile) -> Vec<PathBuf> {
        let Some(entry) = self.languages().get(&source.language) else { return Vec::new() };
        let Ok(Ok(mut sources)) = Sources::read(source, entry, &self.home) else { return Vec::new() };
        self.add_headers(&mut sources, source, entry)
    }

    /// The headers of a problem's own program, by the names that it includes them under.
    pub fn headers_of_tool(&self, path: &Path, language: Language) -> Vec<(String, PathBuf)> {
        let source = SourceFile::tool(path.to_owned(), path.display().to_string(), language);
        let Some(entry) = self.languages().get(&source.language) else { return Vec::new() };
        let Ok(Ok(mut sources)) = Sources::read(&source, entry, &self.home) else { return Vec::new() };
        let own = sources.files.len();
        let places = self.add_headers(&mut sources, &source, entry);
        sources.files[own..].iter().map(|(name, _)| name.clone()).zip(places).collect()
    }

    /// `source` with its own headers pasted in where they are included; for a folder of files, or a
    /// program that includes none, `None`.
    ///
    /// # Errors
    /// A content fault when the file cannot be read.
    pub fn bundle(&self, source: &SourceFile) -> Result<Option<Bundle>, Fault> {
        let Some(entry) = self.languages().get(&source.language) else { return Ok(None) };
        let Ok(mut sources) = Sources::read(source, entry, &self.home)? else { return Ok(None) };
        self.add_headers(&mut sources, source, entry);
        Ok(sources.has_headers().then(|| Bundle {
            text: paste(&sources.files),
            headers: sources.files[1..].iter().map(|(name, _)| name.clone()).collect(),
        }))
    }
}

/// The first file with the others in the place of the lines that include them.
fn paste(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut text, mut pasted) = (Vec::new(), BTreeSet::new());
    let mut conditions = 0_usize;
    for line in files[0].1.split_inclusive(|byte| *byte == b'\n') {
        let words = String::from_utf8_lossy(line);
        let directive = words.trim_start().strip_prefix('#').map_or("", str::trim_start);
        conditions += usize::from(directive.starts_with("if"));
        conditions = conditions.saturating_sub(usize::from(directive.starts_with("endif")));
        // What a condition may leave out is needed again after it.
        let mut inside = pasted.clone();
        let pasted = if conditions > 0 { &mut inside } else { &mut pasted };
        paste_line(files, 0, line, pasted, &mut text);
    }
    text
}

fn paste_line(files: &[(String, Vec<u8>)], of: usize, line: &[u8], pasted: &mut BTreeSet<usize>, text: &mut Vec<u8>) {
    let words = String::from_utf8_lossy(line);
    let folder = Path::new(&files[of].0).parent().unwrap_or(Path::new(""));
    let included = include(&words).and_then(|header| {
        headers::places(folder, header).find_map(|place| files.iter().position(|(name, _)| *name == place))
    });
    let Some(header) = included else { return text.extend(line) };
    if header == 0 || !pasted.insert(header) {
        return;
    }
    for line in files[header].1.split_inclusive(|byte| *byte == b'\n') {
        // Compilers warn of it in a file that no other includes.
        if line.trim_ascii() != b"#pragma once" {
            paste_line(files, header, line, pasted, text);
        }
    }
    if text.last() != Some(&b'\n') {
        text.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_has_each_header_once_and_where_it_is_included() {
        let check = |files: &[(&str, &str)], expected: &str| {
            let files: Vec<_> =
                files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
            assert_eq!(String::from_utf8(paste(&files)).unwrap(), expected);
        };
        let a = ("lib/a.h", "#pragma once\n#include \"b.h\"\n#include <vector>\nint a;");
        let b = ("lib/b.h", "#include <lib/a.h>\nint b;\n");
        let main = "#include <map>\n#include \"lib/a.h\"\n#include <lib/b.h>\n#include \"none.h\"\nint main() {}\n";
        let expected = "#include <map>\nint b;\n#include <vector>\nint a;\n#include \"none.h\"\nint main() {}\n";
        check(&[("main.cpp", main), a, b], expected);
        // A header that only one's own machine sees must not be missing elsewhere.
        let main = "#ifdef LOCAL\n#include \"b.h\"\n#endif\n#include \"b.h\"\n#include \"b.h\"\n";
        let expected = "#ifdef LOCAL\nint b;\n#endif\nint b;\n";
        check(&[("main.cpp", main), ("b.h", "int b;\n")], expected);
    }
}
