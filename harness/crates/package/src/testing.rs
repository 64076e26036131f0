//! Packages made of files, for the tests of their readers.

use crate::judged::{JudgedPackage, PackageFolder};
use beneath::Home;
use model::{Diagnostic, Language, ProblemId, Severity};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with a folder `sum` of these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join("sum").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Reads a package of these files in a folder `sum`, with the languages of these `extensions`; its
/// diagnostics come in one line each.
pub fn package(
    files: &[(&str, &str)],
    extensions: &[&str],
    is_package: fn(&Path) -> bool,
    read: fn(&PackageFolder<'_>) -> JudgedPackage,
) -> (TempDir, JudgedPackage, Vec<String>) {
    let languages = |extension: &str| extensions.contains(&extension).then(|| Language(extension.into()));
    let folder = self::folder(files);
    let root = folder.path().join("sum");
    assert!(is_package(&root));
    let id = ProblemId::parse("sum").unwrap();
    let found = PackageFolder {
        root: &root,
        id: &id,
        display: &root,
        home: &Home::of(&root),
        languages: &languages,
        stage: &folder.path().join("stage"),
    };
    let judged = read(&found);
    let line = |printed: &Diagnostic| {
        let place = printed.snippet.as_ref().map_or(0, |snippet| snippet.place().0);
        format!("{}:{place} {}", printed.severity.name(), printed.title)
    };
    let lines = judged.diagnostics.iter().map(line).collect();
    (folder, judged, lines)
}

/// `path:line:first-last severity: title [hint]`, with 1-based columns in bytes, and without the
/// parts that are missing.
pub fn printed(diagnostics: &[Diagnostic]) -> Vec<String> {
    let line = |d: &Diagnostic| {
        let mut text = d.path.display().to_string();
        if let Some(snippet) = &d.snippet {
            let before = &snippet.text[..snippet.span.start];
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let last = column + snippet.span.len().max(1) - 1;
            text.push_str(&format!(":{}:{column}-{last}", snippet.first_line + before.matches('\n').count()));
        }
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let hint = d.hint.as_ref().map_or_else(String::new, |hint| format!(" [{hint}]"));
        if text == "problem.toml" {
            format!("{severity}: {}{hint}", d.title)
        } else {
            format!("{text} {severity}: {}{hint}", d.title)
        }
    };
    diagnostics.iter().map(line).collect()
}
