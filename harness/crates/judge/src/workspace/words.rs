//! What the words of a call stand for in a workspace: paths, addresses, files of tests.

use super::Workspace;
use engine::plan::{Filter, PathContent};
use model::Problem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The words of a call.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The folder that relative paths among them start from; absolute.
    pub here: PathBuf,
    /// Problems, solutions, tests, files and folders; none means everything.
    pub words: Vec<String>,
    /// Keeps the tests whose id or name matches one of these patterns; none means all.
    pub tests: Vec<String>,
}

impl Words {
    /// Words of a call in the folder `here`.
    pub fn new<W: Into<String>>(here: impl AsRef<Path>, words: impl IntoIterator<Item = W>) -> Words {
        let here = std::path::absolute(here.as_ref()).unwrap_or_else(|_| here.as_ref().to_owned());
        Words { here, words: words.into_iter().map(Into::into).collect(), tests: Vec::new() }
    }
}

impl Workspace {
    /// The paths of the words, absolute.
    pub fn paths(&self, words: &Words) -> impl Iterator<Item = PathBuf> {
        self.filters(words).into_iter().map(|filter| filter.path().to_owned())
    }

    /// Whether this is one of its solutions.
    pub fn knows(&self, program: &Path) -> bool {
        self.catalog.solutions.iter().any(|it| program == it.path || program == it.own_file(&self.root))
    }

    /// Whether a word is the name of a solution in a place that the call names.
    pub(super) fn is_name(&self, word: &str) -> bool {
        self.is_named && self.catalog.solutions.iter().any(|solution| solution.id.to_string() == word)
    }

    pub(super) fn filters(&self, words: &Words) -> Vec<Filter> {
        let filter = |text: &String| {
            let filter = Filter::parse(self.by_source(words, text).unwrap_or(text), &words.here);
            // By a link on the way to the workspace: its own paths lead there without.
            let name = filter.path().file_name().unwrap_or_default().to_owned();
            let filter = match filter.path().parent().and_then(|folder| folder.canonicalize().ok()) {
                Some(folder) if !filter.path().starts_with(&self.root) && folder.starts_with(&self.root) => {
                    filter.with_path(folder.join(name))
                }
                Some(_) | None => filter,
            };
            let there = match filter.path() {
                path if path.is_dir() => PathContent::Folder,
                path if path.exists() && !self.is_name(text) => PathContent::File,
                _ => PathContent::Nothing,
            };
            filter.at(there)
        };
        words.words.iter().map(filter).collect()
    }

    /// The test that a file is part of.
    pub(super) fn test_of(&self, words: &Words, file: &str) -> Option<&str> {
        let path: PathBuf = words.here.join(file).components().collect();
        let tests = self.catalog.problems.iter().flat_map(|problem| &problem.tests);
        let mut named = tests.filter(|test| test.input == path || test.answer == path);
        named.next().map(|test| &*test.id.0)
    }

    /// The name of the problem that comes from this address, or has this id at its judge.
    pub(super) fn by_source(&self, words: &Words, word: &str) -> Option<&str> {
        let plain = |url: &str| {
            url.trim_start_matches("https://").trim_start_matches("http://").trim_end_matches('/').to_owned()
        };
        let is_from = |problem: &&Arc<Problem>| {
            let source = &problem.source;
            source.id.as_deref() == Some(word) || source.url.as_deref().is_some_and(|url| plain(url) == plain(word))
        };
        let waiting = self.catalog.unanswered.values().map(|unanswered| &unanswered.problem);
        let healthy = &self.catalog.problems;
        let waiting = waiting.filter(|problem| !healthy.iter().any(|other| other.id == problem.id));
        let problems = healthy.iter().chain(waiting);
        let is_named = problems.clone().any(|problem| problem.id.as_str() == word);
        let mut from = problems.filter(is_from);
        match (from.next(), from.next()) {
            (Some(problem), None) if !is_named && !words.here.join(word).exists() => Some(problem.id.as_str()),
            (Some(_) | None, _) => None,
        }
    }
}
