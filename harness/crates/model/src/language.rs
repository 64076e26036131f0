//! What code that reads folders must know about languages: extensions and comments.

use crate::id::Language;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// How a language writes comments.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comments {
    /// What begins a line comment: `//`.
    pub line: String,
    /// What begins and ends a block comment: `/*` and `*/`. A docstring counts as one. One with an
    /// empty end lasts to the end of its line.
    #[serde(default)]
    pub blocks: Vec<(String, String)>,
}

impl Comments {
    /// What ends a comment that begins like a line comment, in a language whose comments all have
    /// an end: OCaml.
    pub fn line_end(&self) -> Option<&str> {
        self.blocks.iter().find(|(begin, _)| *begin == self.line).map(|(_, end)| end.as_str())
    }
}

/// `//` and `/* */`.
impl Default for Comments {
    fn default() -> Comments {
        Comments { line: "//".to_owned(), blocks: vec![("/*".to_owned(), "*/".to_owned())] }
    }
}

/// The languages that programs may be written in.
pub trait Languages {
    /// The language that a file extension (`rs`, without its dot) belongs to; `None` for what
    /// cannot be built. A folder may precede the extension: `pypy/py`.
    fn of_extension(&self, extension: &str) -> Option<Language>;

    fn comments(&self, language: &Language) -> Comments;

    /// Whether a program may choose the language's standard: `//@ std: c++17`.
    fn has_standards(&self, _: &Language) -> bool {
        false
    }

    /// Whether one file in `language` makes files in `other` a part of its program.
    fn takes(&self, _language: &Language, _other: &Language) -> bool {
        false
    }

    /// The language of a file whose name says nothing: that of programs that are there already.
    /// Only an implementation that may open files knows any.
    fn of_content(&self, _: &Path) -> Option<Language> {
        None
    }

    /// The language of a file, by its name or else by its content.
    fn of_file(&self, path: &Path) -> Option<Language> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        self.of_extension(extension).or_else(|| self.of_content(path))
    }
}

/// Languages that all use `//`.
impl<F: Fn(&str) -> Option<Language>> Languages for F {
    fn of_extension(&self, extension: &str) -> Option<Language> {
        self(extension)
    }

    fn comments(&self, _: &Language) -> Comments {
        Comments::default()
    }
}

/// The language of a program whose `build` or `run` script says how it is made.
pub const SCRIPT: &str = "script";

/// The language that files of these names are written in: the one that most of their extensions
/// belong to. [`SCRIPT`] where a `build` or `run` script says how the program is made. A single C++
/// file turns C files into a C++ program. `None` where no file is in a known language.
pub fn language_of_files<'n>(names: impl Iterator<Item = &'n str>, languages: &dyn Languages) -> Option<Language> {
    let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
    for name in names {
        if matches!(name, "build" | "run") {
            return Some(Language(SCRIPT.into()));
        }
        let own = name.rsplit('/').next().unwrap_or(name);
        let extension = own.rsplit_once('.').map_or("", |(_, extension)| extension);
        if let Some(language) = languages.of_extension(extension) {
            *counts.entry(language).or_default() += 1;
        }
    }
    let all: Vec<&Language> = counts.keys().collect();
    if let [one, other] = all[..]
        && let Some((first, _)) = [(one, other), (other, one)].into_iter().find(|(a, b)| languages.takes(a, b))
    {
        return Some(first.clone());
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_files_decide_and_a_script_above_all() {
        struct Three;
        impl Languages for Three {
            fn of_extension(&self, extension: &str) -> Option<Language> {
                ["c", "cpp", "py"].contains(&extension).then(|| Language(extension.into()))
            }
            fn comments(&self, _: &Language) -> Comments {
                Comments::default()
            }
            fn takes(&self, language: &Language, other: &Language) -> bool {
                (&*language.0, &*other.0) == ("cpp", "c")
            }
        }
        let check = |names: &[&str], expected: Option<&str>| {
            let got = language_of_files(names.iter().copied(), &Three);
            assert_eq!(got.as_ref().map(|language| &*language.0), expected, "{names:?}");
        };
        check(&["a.c", "b.h", "README"], Some("c"));
        check(&["a.c", "b.c", "main.cpp"], Some("cpp"));
        check(&["a.c", "b.c", "main.cpp", "c.py"], Some("c"));
        check(&["x/a.py", "b.py", "c.cpp"], Some("py"));
        check(&["build", "a.c"], Some("script"));
        check(&["README.md", "data.txt"], None);
    }
}
