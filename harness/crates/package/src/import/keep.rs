//! The files of a package of which nothing here is made: they come along as they are.

use super::{Import, files_of};
use crate::export::Content;
use crate::leftover::is_leftover;
use crate::loss::Weight;
use crate::tree::ORIGINAL;
use model::Problem;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Keeps all files but those that are `used`, which are copied or changed.
pub(super) fn keep(problem: &Problem, used: &[PathBuf], import: &mut Import) {
    let copied = |content: &Content| match content {
        Content::Copied(path) => Some(path.clone()),
        Content::Made(_) => None,
    };
    let used: BTreeSet<PathBuf> = import.files.values().filter_map(copied).chain(used.iter().cloned()).collect();
    // Tests with other line ends, or from an archive, were put under their names elsewhere.
    let elsewhere: Vec<&PathBuf> = used.iter().filter(|path| !path.starts_with(&problem.dir)).collect();
    let is_archive =
        |name: &str| name.ends_with(".zip") && problem.tests.iter().any(|test| elsewhere.contains(&&test.input));
    let mut named: BTreeSet<String> = BTreeSet::new();
    for (name, path) in files_of(problem, &problem.dir) {
        let is_used = used.contains(&path) || elsewhere.iter().any(|other| other.ends_with(Path::new(&name)));
        if is_used || is_archive(&name) || name.split('/').any(is_leftover) {
            continue;
        }
        named.extend(name.split('/').next().map(str::to_owned));
        import.files.insert(format!("problems/{}/{}/{name}", import.id, ORIGINAL), Content::Copied(path));
    }
    let why = format!("kept as it is in problems/{}/{}/", import.id, ORIGINAL);
    for name in named {
        import.lose(Weight::Note, name, why.clone());
    }
}
