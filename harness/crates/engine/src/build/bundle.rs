//! A program's own headers: which it has, and the program as one file with the headers pasted in,
//! as a judge takes it. Knows nothing of compilers.

use crate::build::sources::Sources;
use crate::build::trouble::Unbuildable;
use crate::build::{Builder, LanguageEntry, Purpose, SourceFile, headers, modules};
use model::{Fault, Include, Language, answer_has_includes, behind, code_lines, has_includes, include};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Where testlib may be installed for all users.
const SYSTEM_INCLUDES: [&str; 2] = ["/usr/local/include", "/usr/include"];

/// A bundle that is larger goes on without its headers: no judge takes it anyway.
const LARGEST: usize = 16 << 20;

/// A program in one file.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    pub text: Vec<u8>,
    /// The names of the headers in it, in the order in which they are first included.
    pub headers: Vec<String>,
}

impl Builder {
    /// Adds the headers that `source` may include; returns where they are.
    pub(super) fn add_headers(
        &self,
        sources: &mut Sources,
        source: &SourceFile,
        entry: &LanguageEntry,
    ) -> Vec<PathBuf> {
        if !entry.includes && !entry.imports {
            return Vec::new();
        }
        let is_tool = source.purpose == Purpose::Tool;
        let beside = if is_tool { source.path.parent() } else { source.options.headers.as_deref() };
        // A folder of sources has its own.
        if !is_tool && (sources.is_folder || beside.is_none()) {
            return Vec::new();
        }
        // The other folders also hold tests and settings, and a judge has other headers of the
        // system.
        let all = self.includes.iter().map(PathBuf::as_path);
        let all = all.filter(|folder| is_tool || folder.ends_with("include"));
        let of_system = SYSTEM_INCLUDES.map(Path::new).into_iter().filter(|_| is_tool);
        let folders: Vec<&Path> = beside.into_iter().chain(all).chain(of_system).collect();
        let search = headers::Search {
            beside: beside.filter(|_| !sources.is_folder),
            folders,
            problem: source.options.problem.as_deref(),
            home: &self.home,
        };
        if entry.imports {
            let own = sources.files.len();
            let added = modules::add(&mut sources.files, &search, "out/");
            // All of them are checked, and the first one begins.
            sources.given.extend(sources.files[own..].iter().map(|(name, _)| name.clone()));
            return added;
        }
        let own: Vec<String> = sources.files.iter().map(|(name, _)| name.clone()).collect();
        let added = headers::add(&mut sources.files, &search);
        // The program may have moved down, so that there is something above it.
        for (before, (now, _)) in own.iter().zip(&sources.files) {
            sources.given.iter_mut().filter(|given| *given == before).for_each(|given| given.clone_from(now));
        }
        added
    }

    /// The other files of `source`: its own headers, modules, and those that are named with it.
    /// What cannot be read has none.
    pub fn headers(&self, source: &SourceFile) -> Vec<PathBuf> {
        let Some(entry) = self.languages().get(&source.language) else { return Vec::new() };
        let Ok(mut sources) = self.sources(source, entry) else { return Vec::new() };
        if entry.is_anything() {
            let folder = if source.path.is_dir() { Some(source.path.as_path()) } else { source.path.parent() };
            let names = sources.files.iter().map(|(name, _)| name.strip_prefix("out/").unwrap_or(name));
            return folder.map_or_else(Vec::new, |folder| names.map(|name| folder.join(name)).collect());
        }
        let mut files = self.add_headers(&mut sources, source, entry);
        files.extend(source.options.making.with.iter().cloned());
        files
    }

    /// The modules beside `source` that it imports and that cannot be pasted into it.
    pub fn modules(&self, source: &SourceFile) -> Vec<PathBuf> {
        let imports = self.languages().get(&source.language).is_some_and(|entry| entry.imports);
        if imports { self.headers(source) } else { Vec::new() }
    }

    /// The headers of a problem's own program, by the names that it includes them under.
    pub fn headers_of_tool(&self, path: &Path, language: Language) -> Vec<(String, PathBuf)> {
        let source = SourceFile::tool(path.to_owned(), path.display().to_string(), language);
        let Some(entry) = self.languages().get(&source.language) else { return Vec::new() };
        let Ok(mut sources) = self.sources(&source, entry) else { return Vec::new() };
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
        let mut sources = match self.sources(source, entry) {
            Ok(sources) if entry.includes => sources,
            Err(Unbuildable::Fault(fault)) => return Err(fault),
            Ok(_) | Err(Unbuildable::Refused(_)) => return Ok(None),
        };
        self.add_headers(&mut sources, source, entry);
        Ok(sources.has_headers().then(|| Bundle {
            text: paste(&sources.files),
            headers: sources.files[1..].iter().map(|(name, _)| name.clone()).collect(),
        }))
    }
}

/// The first file with the others in the place of the lines that include them.
fn paste(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut paste = Paste { files, text: Vec::new(), done: BTreeSet::new(), guarded: BTreeSet::new(), open: vec![0] };
    paste.file(0, false);
    paste.text
}

/// What keeps a header from being read twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IncludeGuard {
    Pragma,
    Guard,
    /// Nothing: it may be meant to be included more than once.
    Not,
}

impl IncludeGuard {
    fn of(source: &str) -> IncludeGuard {
        let lines = code_lines(source).filter(|(_, is_code)| *is_code);
        let all: Vec<&str> = lines.filter_map(|(line, _)| directive(line)).collect();
        if all.iter().any(|directive| is_pragma_once(directive)) {
            return IncludeGuard::Pragma;
        }
        let (Some(first), Some(second)) = (all.first(), all.get(1)) else { return IncludeGuard::Not };
        let name = first.strip_prefix("ifndef").map(str::trim).and_then(|rest| rest.split_whitespace().next());
        let defined = second.strip_prefix("define").and_then(|rest| rest.split_whitespace().next());
        let mut depth = 0_usize;
        let ends = all.iter().position(|directive| {
            depth = depth_behind(depth, directive);
            depth == 0
        });
        match name.is_some() && name == defined && ends == Some(all.len() - 1) {
            true => IncludeGuard::Guard,
            false => IncludeGuard::Not,
        }
    }
}

/// What a line says to the preprocessor.
fn directive(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('#').map(str::trim)
}

fn is_pragma_once(directive: &str) -> bool {
    directive.split_whitespace().take(2).eq(["pragma", "once"])
}

/// How many conditions are open behind a directive.
fn depth_behind(depth: usize, directive: &str) -> usize {
    (depth + usize::from(directive.starts_with("if"))).saturating_sub(usize::from(directive.starts_with("endif")))
}

struct Paste<'f> {
    files: &'f [(String, Vec<u8>)],
    text: Vec<u8>,
    /// The headers that are read once and have been pasted where no condition leaves them out.
    done: BTreeSet<usize>,
    /// The headers that are read once and were pasted within a condition, with a guard.
    guarded: BTreeSet<usize>,
    /// The files that are being pasted.
    open: Vec<usize>,
}

impl Paste<'_> {
    /// `conditional`: a condition may leave this place out.
    fn file(&mut self, of: usize, conditional: bool) {
        // A mark at the beginning of a file is none in the middle of another.
        let bytes = beneath::without_mark(&self.files[of].1);
        let source = String::from_utf8_lossy(bytes);
        // A guard is a condition, too, and holds the first time.
        let around = usize::from(of != 0 && IncludeGuard::of(&source) == IncludeGuard::Guard);
        let mut depth = 0;
        for (line, (words, is_code)) in bytes.split_inclusive(|byte| *byte == b'\n').zip(code_lines(&source)) {
            let Some(directive) = directive(words).filter(|_| is_code) else {
                self.text.extend(line);
                continue;
            };
            depth = depth_behind(depth, directive);
            // Compilers warn of it in a file that no other includes.
            if of != 0 && is_pragma_once(directive) {
                continue;
            }
            match include(words).and_then(|header| Some((header, self.index(of, header)?))) {
                Some((header, index)) => {
                    self.header(index, conditional || depth > around);
                    self.rest(behind(words, header));
                }
                None if has_includes(words).any(|header| self.index(of, header).is_some()) => {
                    // The header is pasted in, so that a judge need not have it.
                    let is_there = |header: Include<'_>| self.index(of, header).is_some();
                    self.text.extend(answer_has_includes(words, is_there).into_bytes());
                }
                None => self.text.extend(line),
            }
        }
    }

    /// The file that a line of the file `of` includes.
    fn index(&self, of: usize, header: Include<'_>) -> Option<usize> {
        let folder = Path::new(&self.files[of].0).parent().unwrap_or(Path::new(""));
        headers::places(folder, header).find_map(|place| self.files.iter().position(|(name, _)| *name == place))
    }

    fn header(&mut self, index: usize, conditional: bool) {
        let once = IncludeGuard::of(&String::from_utf8_lossy(beneath::without_mark(&self.files[index].1)));
        // One that includes itself would never end, and neither would lists of lists.
        if self.open.contains(&index) || self.done.contains(&index) || self.text.len() > LARGEST {
            return;
        }
        if once != IncludeGuard::Not && !conditional {
            self.done.insert(index);
        }
        let guard = once == IncludeGuard::Pragma && (conditional || self.guarded.contains(&index));
        if guard {
            self.guarded.insert(index);
            self.text.extend(format!("#ifndef PASTED_{index}\n#define PASTED_{index}\n").into_bytes());
        }
        self.open.push(index);
        self.file(index, conditional);
        self.open.pop();
        if self.text.last() != Some(&b'\n') {
            self.text.push(b'\n');
        }
        if guard {
            self.text.extend(b"#endif\n");
        }
    }

    /// What stands behind the name of a header: a comment may begin there that goes on.
    fn rest(&mut self, rest: &str) {
        let words = rest.trim();
        let is_over = words.is_empty() || words.starts_with("//") && !words.ends_with('\\');
        if !is_over {
            self.text.extend(rest.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_has_each_header_once_and_where_it_is_included() {
        let a = ("lib/a.h", "#pragma once\n#include \"b.h\"\n#include <vector>\nint a;");
        let b = ("lib/b.h", "#pragma once\n#include <lib/a.h>\nint b;\n");
        let main = "#include <map>\n#include \"lib/a.h\"\n#include <lib/b.h>\n#include \"none.h\"\nint main() {}\n";
        let expected = "#include <map>\nint b;\n#include <vector>\nint a;\n#include \"none.h\"\nint main() {}\n";
        check(&[("main.cpp", main), a, b], expected);
        // A header that only one's own machine sees must not be missing elsewhere, nor there twice.
        let main = "#ifdef LOCAL\n#include \"b.h\"\n#endif\n#include \"b.h\"\n#include \"b.h\"\n";
        let guarded = "#ifndef PASTED_1\n#define PASTED_1\nint b;\n#endif\n";
        let expected = format!("#ifdef LOCAL\n{guarded}#endif\n{guarded}");
        check(&[("main.cpp", main), ("b.h", "#pragma once\nint b;\n")], &expected);
        // The same within a header, whose own guard is not a condition.
        let a = "#ifndef A\n#define A\n#include \"b.h\"\n#endif\n";
        let main = "#include \"a.h\"\n#include \"b.h\"\n#include \"a.h\"\n";
        let files = [("main.cpp", main), ("a.h", a), ("b.h", "#pragma once\nint b;\n")];
        check(&files, "#ifndef A\n#define A\nint b;\n#endif\n");
    }

    #[test]
    fn a_header_without_a_guard_is_pasted_as_often_as_it_is_included() {
        let main = "#define X(a) int a;\n#include \"list.def\"\n#define X(a) +a\nint s = 0\n#include \"list.def\"\n;\n";
        let list = "X(a)\nX(b)\n#undef X\n";
        let expected = format!("#define X(a) int a;\n{list}#define X(a) +a\nint s = 0\n{list};\n");
        check(&[("main.cpp", main), ("list.def", list)], &expected);
        // One that includes itself ends.
        check(&[("main.cpp", "#include \"a.h\"\n"), ("a.h", "int a;\n#include \"a.h\"\n")], "int a;\n");
    }

    #[test]
    fn what_stands_behind_an_include_stays_and_one_in_a_comment_is_none() {
        let a = ("a.h", "#pragma once\nint a;\n");
        check(&[("main.cpp", "#include \"a.h\" /* the\n rest */ int b;\n"), a], "int a;\n /* the\n rest */ int b;\n");
        check(&[("main.cpp", "#include \"a.h\" // a\nint b;\n"), a], "int a;\nint b;\n");
        let comment = "/*\n#include \"a.h\"\n*/\n";
        check(&[("main.cpp", comment), a], comment);
    }

    #[test]
    fn a_header_that_is_pasted_in_is_there_for_whoever_asks() {
        let main = "#if __has_include(\"a.h\")\n#include \"a.h\"\n#else\nint none;\n#endif\n";
        let expected = "#if 1\n#ifndef PASTED_1\n#define PASTED_1\nint a;\n#endif\n#else\nint none;\n#endif\n";
        check(&[("main.cpp", main), ("a.h", "#pragma once\nint a;\n")], expected);
        check(&[("main.cpp", main)], main);
    }

    #[test]
    fn a_mark_at_the_beginning_of_a_file_is_not_pasted_into_another() {
        let main = "\u{feff}#include \"a.h\"\n#include \"b.h\"\n#include \"b.h\"\nint m;\n";
        let guarded = "#ifndef B\n#define B\nint b;\n#endif\n";
        let headers = [("a.h", "\u{feff}#pragma once\nint a;\n"), ("b.h", &*format!("\u{feff}{guarded}"))];
        check(&[("main.cpp", main), headers[0], headers[1]], &format!("int a;\n{guarded}int m;\n"));
    }

    #[test]
    fn names_with_dots_are_pasted_like_others() {
        let files = [("s/cpp/main.cpp", "#include \"../lib/a.h\"\n#include \"./b.h\"\n"), ("s/lib/a.h", "int a;\n")];
        check(&[files[0], files[1], ("s/cpp/b.h", "int b;\n")], "int a;\nint b;\n");
    }

    fn check(files: &[(&str, &str)], expected: &str) {
        let files: Vec<_> = files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        assert_eq!(String::from_utf8(paste(&files)).unwrap(), expected);
    }
}
