//! What a problem's folder keeps of the package that it was imported from goes back to its place.

use super::{Content, Writer, programs::is_executable};
use crate::kattis::version::STATEMENT;
use crate::node::Node;
use crate::tree::file_name;
use std::path::Path;

impl Writer<'_> {
    /// Whether the problem was a package that the tools of this format have read as it is: its
    /// tests go back whatever their layout, and nothing of ours looks at them.
    pub(super) fn is_as_it_was(&self) -> bool {
        self.original.is_some()
    }

    /// What the package's `problem.yaml` said.
    pub(super) fn original_key(&self, key: &str) -> Option<&Node> {
        self.original.as_ref()?.key(key)
    }

    /// Where statements lie in a package.
    pub(super) fn statement_folder(&self) -> &'static str {
        self.version().name_of(STATEMENT)
    }

    /// Puts every file back whose place is free.
    pub(super) fn put_back(&mut self) {
        let Some(original) = self.original.take() else { return };
        let same = original.version.is_legacy() == self.is_legacy();
        for (name, path) in &original.files {
            let Some(place) = self.former_place(name, same).filter(|place| !self.export.files.contains_key(place))
            else {
                continue;
            };
            self.put(place, Content::Copied(path.clone()), is_executable(path));
        }
    }

    /// The place of a kept file. `None`: what it says is written anew, or has no meaning there.
    fn former_place(&self, name: &str, same: bool) -> Option<String> {
        let (first, rest) = name.split_once('/').unwrap_or(("", name));
        // What a group is worth is written anew; what a single test is judged by goes back.
        let of_test = |end: &str| {
            let input = name.strip_suffix(end).map(|stem| format!("{stem}.in"));
            input.is_some_and(|input| self.export.files.contains_key(&input))
        };
        let is_settings = |end: &&str| rest.ends_with(*end) && !(same && of_test(end));
        let belongs = match first {
            "" => !["problem.yaml", "domjudge-problem.ini"].contains(&rest),
            "statement" | "problem_statement" => return Some(format!("{}/{rest}", self.statement_folder())),
            "data" => ![".yaml", ".yml"].iter().any(is_settings),
            "submissions" => same && file_name(Path::new(rest)) != "submissions.yaml",
            "output_validator" | "output_validators" => same && self.problem.judging.program().is_none(),
            _ => true,
        };
        belongs.then(|| name.to_owned())
    }
}
