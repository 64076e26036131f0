//! A program that does not link, because a function of it lies in another file of its folder.

use crate::notice::Notice;
use crate::places::typed;
use engine::build::Languages;
use model::Languages as _;
use package::folder;
use std::path::{Path, PathBuf};

/// A neighbour is read so far.
const LARGEST: u64 = 4 << 20;
/// So many neighbours are looked at.
const MOST: usize = 200;

/// The file beside `program` that has a function which its linker did not find, by the compiler's
/// messages. `here`: the folder of the call.
pub fn unlinked(messages: &str, program: &Path, here: &Path, languages: &Languages) -> Option<Notice> {
    let folder = program.parent()?;
    let language = languages.of_file(program)?;
    let of_language = |file: &PathBuf| *file != program && languages.of_file(file).as_ref() == Some(&language);
    let missing: Vec<&str> = messages.lines().filter_map(missing).collect();
    if missing.is_empty() {
        return None;
    }
    let beside: Vec<PathBuf> = folder::programs(folder, languages).into_iter().filter(of_language).take(MOST).collect();
    let texts = beside.into_iter().filter_map(|file| Some((read(&file)?, file)));
    let mut having: Vec<(String, PathBuf)> =
        texts.filter(|(text, _)| !defines(text, "main") && missing.iter().any(|name| defines(text, name))).collect();
    having.sort_by(|(_, a), (_, b)| a.cmp(b));
    let (text, file) = having.first()?;
    let function = missing.iter().find(|name| defines(text, name))?;
    let with: Vec<String> = having.iter().map(|(_, file)| typed(file, here)).collect();
    Some(Notice::Unlinked {
        function: (*function).to_owned(),
        file: typed(file, here),
        program: typed(program, here),
        with,
    })
}

/// The name of what a linker did not find: ``undefined reference to `add(int)'`` of GNU's,
/// `undefined symbol: add(int)` of LLVM's and mold.
fn missing(line: &str) -> Option<&str> {
    let rest = ["undefined reference to ", "undefined symbol: "].iter().find_map(|sign| line.split_once(sign))?.1;
    let whole = rest.trim_matches(|c: char| "`'\"".contains(c) || c.is_whitespace());
    let name = whole.split(['(', '[', '<']).next()?;
    let name = name.rsplit("::").next()?.trim();
    (!name.is_empty() && name != "main" && name.chars().all(is_part)).then_some(name)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn read(file: &Path) -> Option<String> {
    let bytes = beneath::Plain::find(file).and_then(|file| file.read(LARGEST)).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a source in C or C++ has a body for a function of this name, as far as one can see
/// without its language: the name, something in parentheses, and a brace before any semicolon.
fn defines(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, name)| {
        let rest = &text[at + name.len()..];
        if text[..at].ends_with(is_part) || !rest.trim_start().starts_with('(') {
            return false;
        }
        let mut depth = 0;
        let end = rest.char_indices().find(|(_, c)| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            *c == ')' && depth == 0
        });
        let Some((end, _)) = end else { return false };
        let behind = &rest[end + 1..];
        behind.find(['{', ';', '(', '}']).is_some_and(|at| behind[at..].starts_with('{'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_file_that_has_the_missing_function_is_named() {
        let languages = Languages::built_in().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let files = [
            ("a.cpp", "int add(int, int);\nint main() { return add(1, 2); }"),
            ("calls.cpp", "int add(int, int);\nint more() { return add(1, 2); }"),
            ("other.cpp", "int add(int a, int b) { return a; }\nint main() {}"),
            ("util.cpp", "namespace math {\nint add(int a, int b)\n{ return a + b; } }"),
            ("add.py", "def add(a, b): return a"),
        ];
        for (name, text) in files {
            fs::write(here.join(name), text).unwrap();
        }
        let check = |messages: &str, expected: Option<&str>| {
            let found = unlinked(messages, &here.join("a.cpp"), here, &languages);
            assert_eq!(found.map(|found| found.to_string()).as_deref(), expected, "{messages}");
        };
        let hint = "add is in util.cpp, which is not part of a.cpp: `harness a.cpp --with util.cpp`";
        check("a.cpp:(.text+0x5): undefined reference to `add(int, int)'\ncollect2: error", Some(hint));
        check("ld.lld: error: undefined symbol: math::add(int, int)", Some(hint));
        check("a.cpp:(.text+0x5): undefined reference to `sub(int, int)'", None);
        check("undefined reference to `main'", None);
        check("a.cpp:1:5: error: expected `;'", None);
    }
}
