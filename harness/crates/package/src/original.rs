//! The files that an import keeps of a package although nothing of ours is made of them: below
//! `problems/<id>/package/`, under their own names. An export to the same format puts them back.

use crate::kattis::version::Version;
use crate::mistakes::Mistakes;
use crate::node::Node;
use crate::tree::{ORIGINAL, files_below};
use crate::yaml;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a package of the problem package format was, as its files say.
pub struct Original {
    /// By name, with `/`.
    pub files: Vec<(String, PathBuf)>,
    pub version: Version,
    /// What its `problem.yaml` says.
    root: Option<Node>,
}

impl Original {
    /// What is kept of such a package in the folder of a problem. `None`: the problem was none.
    pub fn of(problem: &Path) -> Option<Original> {
        let folder = problem.join(ORIGINAL);
        let file = folder.join("problem.yaml");
        let text: Arc<str> = String::from_utf8_lossy(&beneath::read(&file).ok()?).into();
        let root = yaml::parse(&text, &mut Mistakes::new(file, Arc::clone(&text)));
        let version = root.as_ref().and_then(|root| root.entry("problem_format_version")).and_then(Node::text);
        let version = version.and_then(Version::parse).map_or(Version::default(), |(version, _)| version);
        Some(Original { files: files_below(&folder), version, root })
    }

    /// What its `problem.yaml` says of this.
    pub fn key(&self, key: &str) -> Option<&Node> {
        self.root.as_ref()?.entry(key).filter(|node| !node.is_null())
    }

    pub fn has(&self, folder: &str) -> bool {
        self.files.iter().any(|(name, _)| name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
    }
}
