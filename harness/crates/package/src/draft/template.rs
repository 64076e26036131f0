//! What a new problem begins as.
//!
//! A template is a folder: `problem.toml`, `statement.md`, `input.ctd`, programs of the problem's own
//! (`validator.rs`, `generator.rs`, `checker.rs`, `interactor.rs`), `solution.rs` for the model
//! solution, `solution--<label>.rs` for others, and tests in `sample/` and `secret/`. In every file
//! `{slug}` and `{title}` are filled in.

use crate::draft::Draft;
use model::ProblemId;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The files of a template, by name below its folder, with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    files: Vec<(String, Vec<u8>)>,
}

/// A template that is part of the program.
pub struct BuiltIn {
    pub name: &'static str,
    /// One line for `--help`.
    pub about: &'static str,
    files: &'static [(&'static str, &'static str)],
}

macro_rules! files {
    ($folder:literal: $($file:literal),* $(,)?) => {
        &[$(($file, include_str!(concat!("../../templates/", $folder, "/", $file)))),*]
    };
}

pub const BUILT_IN: [BuiltIn; 4] = [
    BuiltIn {
        name: "plain",
        about: "statement, model solution and one sample; answers are compared",
        files: files!("plain": "problem.toml", "statement.md", "solution.rs", "sample/01.in", "sample/01.ans"),
    },
    BuiltIn {
        name: "full",
        about: "also a grammar of the input, a generator, a brute force and a wrong solution: clean under `check`",
        files: files!("full": "problem.toml", "statement.md", "input.ctd", "generator.rs", "solution.rs",
            "solution--brute.rs", "solution--i32.rs", "sample/01.in", "sample/01.ans", "secret/02-least.in",
            "secret/02-least.ans", "secret/03-most.in", "secret/03-most.ans"),
    },
    BuiltIn {
        name: "checker",
        about: "many right answers, judged by a checker of the problem's own",
        files: files!("checker": "problem.toml", "statement.md", "checker.rs", "solution.rs", "solution--same.rs",
            "sample/01.in", "sample/01.ans"),
    },
    BuiltIn {
        name: "interactive",
        about: "a dialogue with an interactor",
        files: files!("interactive": "problem.toml", "statement.md", "interactor.rs", "solution.rs",
            "solution--one-by-one.rs", "sample/01.in", "sample/01.ans"),
    },
];

/// Why there is no such template.
#[derive(Debug, Error)]
pub enum TemplateError {
    #[error("no template is named `{0}`")]
    Unknown(String),
    #[error("cannot read the template {}", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// A file that belongs nowhere in a problem.
    #[error("{} has no place in a problem", path.display())]
    Odd { path: PathBuf },
    #[error("the template {} lacks {lacks}", path.display())]
    Incomplete { path: PathBuf, lacks: &'static str },
}

/// Files of a template are small: anything else was not meant as one.
const LARGEST: u64 = 16 << 20;

impl Template {
    /// The built-in template of that name, or the folder.
    ///
    /// # Errors
    /// When there is no such template, or the folder cannot be read or lacks what every problem
    /// has.
    pub fn named(name: &str, here: &Path) -> Result<Template, TemplateError> {
        if let Some(known) = BUILT_IN.iter().find(|known| known.name == name) {
            let files = known.files.iter().map(|(file, text)| ((*file).to_owned(), text.as_bytes().to_vec()));
            return Ok(Template { files: files.collect() });
        }
        let folder = here.join(name);
        if folder.is_dir() { Template::read(&folder) } else { Err(TemplateError::Unknown(name.to_owned())) }
    }

    fn read(folder: &Path) -> Result<Template, TemplateError> {
        let mut files = Vec::new();
        for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
            let entry = entry.map_err(|error| TemplateError::Read {
                path: error.path().unwrap_or(folder).to_path_buf(),
                source: error.into(),
            })?;
            if !entry.file_type().is_file() {
                continue;
            }
            let path = entry.path();
            let failed = |source| TemplateError::Read { path: path.to_path_buf(), source };
            let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
            if name.split('/').any(|part| part.starts_with('.')) {
                continue;
            }
            if entry.metadata().map_err(io::Error::from).map_err(failed)?.len() > LARGEST || target(&name).is_none() {
                return Err(TemplateError::Odd { path: path.to_path_buf() });
            }
            files.push((name, fs::read(path).map_err(failed)?));
        }
        for lacks in ["problem.toml", "solution.rs"] {
            if !files.iter().any(|(name, _)| name == lacks) {
                return Err(TemplateError::Incomplete { path: folder.to_path_buf(), lacks });
            }
        }
        Ok(Template { files })
    }

    /// Everything that the new problem `slug` of the workspace at `root` begins with.
    pub fn draft(&self, slug: &ProblemId, title: &str, root: &Path) -> Draft {
        let mut draft = Draft::default();
        for (name, bytes) in &self.files {
            let Some(target) = target(name) else { continue };
            let bytes = fill(bytes, name, slug, title);
            draft.create(root.join(target.replace("{slug}", slug.as_str())), bytes);
        }
        draft
    }
}

/// Where a file of a template goes, below the workspace; `None` for what belongs nowhere.
fn target(name: &str) -> Option<String> {
    let (stem, extension) = name.rsplit_once('.')?;
    if let Some(label) = stem.strip_prefix("solution") {
        let label_is_fine = label.is_empty() || label.strip_prefix("--").is_some_and(|label| !label.is_empty());
        return (label_is_fine && extension == "rs").then(|| format!("solutions/src/bin/{{slug}}{label}.rs"));
    }
    let test = (stem.starts_with("sample/") || stem.starts_with("secret/") || stem.starts_with("invalid/"))
        && ["in", "ans"].contains(&extension);
    if test {
        return Some(format!("testdata/{{slug}}/{name}"));
    }
    let program = ["validator", "generator", "checker", "interactor"].contains(&stem);
    (program || ["problem.toml", "statement.md", "input.ctd"].contains(&name))
        .then(|| format!("problems/{{slug}}/{name}"))
}

fn fill(bytes: &[u8], name: &str, slug: &ProblemId, title: &str) -> Vec<u8> {
    // Tests are data: what stands in them is meant.
    let Some(text) = std::str::from_utf8(bytes).ok().filter(|_| !name.contains('/')) else { return bytes.to_vec() };
    let title = if name.ends_with(".toml") { toml_text(title) } else { title.to_owned() };
    text.replace("{slug}", slug.as_str()).replace("{title}", &title).into_bytes()
}

/// What stands between the quotes of a TOML string.
pub fn toml_text(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted
}

impl TemplateError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            TemplateError::Unknown(_) => {
                let names: Vec<&str> = BUILT_IN.iter().map(|known| known.name).collect();
                format!("there are {}; or name a folder of your own", names.join(", "))
            }
            TemplateError::Read { .. } | TemplateError::Odd { .. } | TemplateError::Incomplete { .. } => {
                "a template holds problem.toml, statement.md, input.ctd, solution.rs, programs of the problem's, sample/ and secret/"
                    .to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_template_has_its_place() {
        let check = |name: &str, place: Option<&str>| assert_eq!(target(name).as_deref(), place, "{name}");
        check("problem.toml", Some("problems/{slug}/problem.toml"));
        check("validator.rs", Some("problems/{slug}/validator.rs"));
        check("input.ctd", Some("problems/{slug}/input.ctd"));
        check("solution.rs", Some("solutions/src/bin/{slug}.rs"));
        check("solution--brute.rs", Some("solutions/src/bin/{slug}--brute.rs"));
        check("sample/01.in", Some("testdata/{slug}/sample/01.in"));
        for odd in ["solution--.rs", "solutions.rs", "notes.txt", "other/01.in", "sample/01.txt", "README"] {
            check(odd, None);
        }
        for known in BUILT_IN {
            assert!(known.files.iter().all(|(name, _)| target(name).is_some()), "{}", known.name);
        }
    }

    #[test]
    fn names_are_filled_in_where_they_belong() {
        let slug = ProblemId::parse("two-heaps").unwrap();
        let filled = |name: &str, text: &str| String::from_utf8(fill(text.as_bytes(), name, &slug, "A \"b\"")).unwrap();
        assert_eq!(filled("problem.toml", "title = \"{title}\""), r#"title = "A \"b\"""#);
        assert_eq!(filled("statement.md", "# {title} ({slug})"), "# A \"b\" (two-heaps)");
        assert_eq!(filled("sample/01.in", "{slug}"), "{slug}");
    }

    #[test]
    fn a_folder_is_a_template_when_it_holds_what_a_problem_needs() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), name).unwrap();
        write("problem.toml");
        let named = || Template::named(folder.path().to_str().unwrap(), Path::new("/"));
        assert!(matches!(named(), Err(TemplateError::Incomplete { lacks: "solution.rs", .. })));
        write("solution.rs");
        write(".hidden");
        assert_eq!(named().unwrap().files.len(), 2);
        write("notes.txt");
        assert!(matches!(named(), Err(TemplateError::Odd { .. })));
        assert!(matches!(Template::named("plian", Path::new("/")), Err(TemplateError::Unknown(_))));
    }
}
