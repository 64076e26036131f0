//! What the fuzzer calls; compiled for it alone.

use super::manifest::{self, Folder};
use crate::directives;
use model::{Comments, Diagnostic, ProblemId};
use std::path::{Path, PathBuf};

/// # Panics
/// When a mistake has no place in the text.
pub fn manifest(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into();
    let files = ["checker.rs", "generator.py", "problem.toml", "validator.ctd"].map(str::to_owned).into();
    let folders = ["interactor"].map(str::to_owned).into();
    let (id, dir) = (ProblemId::parse("p").expect("one letter is a name"), Path::new("/w/problems/p"));
    let folder = Folder { id: &id, dir, files: &files, folders: &folders, is_source: &|name| name != "toml" };
    let (manifest, diagnostics) = manifest::read(&text, PathBuf::from("problem.toml"), &folder);
    placed(&diagnostics);
    assert!(manifest.is_some() || !diagnostics.is_empty());
    super::origins(&text);
}

/// # Panics
/// When a mistake has no place in the text.
pub fn directives(bytes: &[u8]) {
    let block = |mark: &str| (mark.to_owned(), mark.to_owned());
    let python = Comments { line: "#".to_owned(), blocks: vec![block("\"\"\"")] };
    for comments in [&Comments::default(), &python] {
        placed(&directives::read(bytes, true, comments, Path::new("f")).1);
    }
}

fn placed(diagnostics: &[Diagnostic]) {
    for snippet in diagnostics.iter().filter_map(|diagnostic| diagnostic.snippet.as_ref()) {
        assert!(snippet.text.get(snippet.span.clone()).is_some(), "a place outside of the text");
        snippet.place();
    }
}
