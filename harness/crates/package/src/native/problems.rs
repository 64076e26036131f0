//! `problems/<slug>/`: the folders, and the file that describes each.

use crate::diagnostics::Report;
use crate::native::manifest::{self, Folder, Manifest};
use crate::native::origin::origins;
use crate::native::walk::Walk;
use model::{Languages, ProblemId, nearest};
use std::collections::{BTreeMap, BTreeSet};

/// The manifest of every problem's folder, which is `None` if it is broken.
pub fn find(walk: &mut Walk<'_>, languages: &dyn Languages) -> BTreeMap<ProblemId, Option<Manifest>> {
    let entries = walk.tree("problems", 2, |_| true);
    let mut found = BTreeMap::new();
    // A folder comes directly before its contents, with nothing else in between.
    for same in entries.chunk_by(|a, b| a.first() == b.first()) {
        let top = &same[0];
        if !top.is_folder {
            continue;
        }
        let id = match ProblemId::parse(top.first()) {
            Ok(id) => id,
            Err(error) => {
                walk.error(&top.path, error.to_string());
                continue;
            }
        };
        let (mut files, mut folders) = (BTreeSet::new(), BTreeSet::new());
        for entry in &same[1..] {
            if entry.is_folder { &mut folders } else { &mut files }.insert(entry.below_first().to_owned());
        }
        let is_source = |extension: &str| languages.of_extension(extension).is_some();
        let folder = Folder { id: &id, dir: &top.path, files: &files, folders: &folders, is_source: &is_source };
        let manifest = read_file(&folder, walk);
        found.insert(id, manifest);
    }
    found
}

fn read_file(folder: &Folder<'_>, walk: &mut Walk<'_>) -> Option<Manifest> {
    const NAME: &str = "problem.toml";
    if !folder.files.iter().any(|file| file == NAME) {
        let near = nearest(NAME, folder.files.iter().map(String::as_str));
        walk.error(folder.dir, "a problem without `problem.toml`").hint = Some(match near {
            Some(near) => format!("is `{near}` meant to be it?"),
            None => "add one; `title = \"…\"` is all it needs".to_owned(),
        });
        return None;
    }
    let path = folder.dir.join(NAME);
    let bytes = walk.reported(&path, "cannot be read", beneath::read(&path))?;
    let text = String::from_utf8(bytes).inspect_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        walk.error(&path, format!("line {line} is not UTF-8"));
    });
    let text = text.ok()?;
    let stated = origins(&text);
    let (mut manifest, diagnostics) = manifest::read(&text.into(), walk.relative(&path), folder);
    if let Some(manifest) = &mut manifest {
        manifest.problem.stated = stated;
        manifest.problem.source.contest = walk.contest_place(folder.id);
    }
    walk.extend(diagnostics);
    manifest
}
