//! The programs of a package: single files, or folders of files that are built together.

use crate::tree::{Child, Tree, files_below};
use model::is_header;
use std::path::{Path, PathBuf};

/// A submission, a validator, a grader.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The name within its kind, with the extension of a single file: `accepted/two-pass`,
    /// `validate.py`.
    pub name: String,
    /// The file or the folder.
    pub path: PathBuf,
    /// The files that are put together where it is built: their names there, and where each lies. A
    /// single file has one.
    pub files: Vec<(String, PathBuf)>,
}

impl Program {
    pub fn is_folder(&self) -> bool {
        self.path.is_dir()
    }

    fn file(name: &str, path: &Path) -> Program {
        let own = name.rsplit('/').next().unwrap_or(name);
        Program { name: name.to_owned(), path: path.to_owned(), files: vec![(own.to_owned(), path.to_owned())] }
    }

    /// The file or the folder at `path`; `None` where nothing is there.
    pub fn at(path: &Path, name: String) -> Option<Program> {
        Program::of_files(name, path.to_owned(), files_below(path))
    }

    /// The folder `at` of `tree`; `None` where it is empty.
    pub fn folder(tree: &Tree, at: &str, name: &str) -> Option<Program> {
        Program::of_files(name.to_owned(), tree.root.join(at), tree.all_below(at))
    }

    fn of_files(name: String, path: PathBuf, files: Vec<(String, PathBuf)>) -> Option<Program> {
        (!files.is_empty()).then_some(Program { name, path, files })
    }
}

/// The programs in `folder`, each a file or a folder in it. `is_program` decides by a file name
/// whether it can be one.
pub fn in_folder(tree: &Tree, folder: &str, is_program: &dyn Fn(&str) -> bool) -> Vec<Program> {
    let children = tree.children(folder);
    if is_one(children, is_program) {
        let name = folder.rsplit('/').next().unwrap_or(folder);
        return Program::folder(tree, folder, name).into_iter().collect();
    }
    children.iter().filter_map(|child| program(tree, folder, child, &child.name, is_program)).collect()
}

/// Whether the folder of programs is one program: it directly holds sources with headers or a build
/// script beside them.
fn is_one(children: &[Child], is_program: &dyn Fn(&str) -> bool) -> bool {
    let has = |test: &dyn Fn(&str) -> bool| children.iter().any(|child| !child.is_folder && test(&child.name));
    has(&|name| matches!(name, "build" | "run")) || (has(&|name| is_header(name)) && has(is_program))
}

/// The one program that a folder holds as a whole, in the later versions.
pub fn as_folder(tree: &Tree, folder: &str) -> Option<Program> {
    match tree.children(folder) {
        // A folder within the folder, as in legacy packages.
        [Child { name, is_folder: true }] => Program::folder(tree, &format!("{folder}/{name}"), name),
        _ => Program::folder(tree, folder, folder),
    }
}

const NO_SUBMISSIONS: [&str; 5] = ["submissions.yaml", "submissions.json", "expectations.yaml", "README", "README.md"];

/// All submissions: what lies in the folders of `submissions/`. Also returns the names of files
/// that lie outside any folder.
pub fn submissions(tree: &Tree) -> (Vec<Program>, Vec<String>) {
    let (mut programs, mut outside) = (Vec::new(), Vec::new());
    for folder in tree.children("submissions") {
        if !folder.is_folder {
            outside.extend(Some(folder.name.clone()).filter(|name| !NO_SUBMISSIONS.contains(&name.as_str())));
            continue;
        }
        let at = format!("submissions/{}", folder.name);
        let named = |child: &Child| program(tree, &at, child, &format!("{}/{}", folder.name, child.name), &|_| true);
        programs.extend(tree.children(&at).iter().filter_map(named));
    }
    (programs, outside)
}

fn program(tree: &Tree, folder: &str, child: &Child, name: &str, is_program: &dyn Fn(&str) -> bool) -> Option<Program> {
    let at = format!("{folder}/{}", child.name);
    if child.is_folder {
        return Program::folder(tree, &at, name);
    }
    is_program(&child.name).then(|| tree.file(&at).map(|path| Program::file(name, path))).flatten()
}
