//! What the words of a call stand for in a workspace: paths, addresses, files of tests.

use super::Workspace;
use crate::args::SelectArgs;
use engine::plan::{Filter, There};
use model::Problem;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Workspace {
    /// The paths of the words, absolute.
    pub(crate) fn paths(&self, args: &SelectArgs) -> impl Iterator<Item = PathBuf> {
        self.filters(args).into_iter().map(|filter| filter.path().to_owned())
    }

    /// Whether this is one of its solutions.
    pub(crate) fn knows(&self, program: &Path) -> bool {
        self.catalog.solutions.iter().any(|solution| program == solution.path)
    }

    pub(super) fn filters(&self, args: &SelectArgs) -> Vec<Filter> {
        let here = env::current_dir().unwrap_or_else(|_| self.root.clone());
        let filter = |text: &String| {
            let filter = Filter::parse(self.by_source(text).unwrap_or(text), &here);
            // By a link on the way to the workspace: its own paths lead there without.
            let name = filter.path().file_name().unwrap_or_default().to_owned();
            let filter = match filter.path().parent().and_then(|folder| folder.canonicalize().ok()) {
                Some(folder) if !filter.path().starts_with(&self.root) && folder.starts_with(&self.root) => {
                    filter.with_path(folder.join(name))
                }
                Some(_) | None => filter,
            };
            let there = match filter.path() {
                path if path.is_dir() => There::Folder,
                path if path.exists() => There::File,
                _ => There::Nothing,
            };
            filter.at(there)
        };
        args.filters.iter().map(filter).collect()
    }

    /// The test that a file is part of.
    pub(super) fn test_of(&self, file: &str) -> Option<&str> {
        let path: PathBuf = env::current_dir().ok()?.join(file).components().collect();
        let tests = self.catalog.problems.iter().flat_map(|problem| &problem.tests);
        let mut named = tests.filter(|test| test.input == path || test.answer == path);
        named.next().map(|test| &*test.id.0)
    }

    /// The name of the problem that comes from this address, or has this id at its judge.
    fn by_source(&self, word: &str) -> Option<&str> {
        let plain = |url: &str| {
            url.trim_start_matches("https://").trim_start_matches("http://").trim_end_matches('/').to_owned()
        };
        let is_from = |problem: &&Arc<Problem>| {
            let source = &problem.source;
            source.id.as_deref() == Some(word) || source.url.as_deref().is_some_and(|url| plain(url) == plain(word))
        };
        let problems = &self.catalog.problems;
        let is_named = problems.iter().any(|problem| problem.id.as_str() == word);
        let mut from = problems.iter().filter(is_from);
        match (from.next(), from.next()) {
            (Some(problem), None) if !is_named && !Path::new(word).exists() => Some(problem.id.as_str()),
            (Some(_) | None, _) => None,
        }
    }
}
