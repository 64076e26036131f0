//! Programs that are not solutions of what was opened, and are to be judged all the same.

use super::{Words, Workspace};
use crate::notice::Notice;
use crate::places::typed;
use crate::target::Files;
use engine::build::looks_like_one;
use model::{Making, Solution, SolutionId, Test};
use package::detect::Kind;
use package::folder;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Workspace {
    /// Makes files that are named, are not solutions and are called like a problem of the workspace
    /// (`scratch/nim.cpp`, `nim--try.py`) solutions of that problem. Says so for each.
    pub(crate) fn adopt(&mut self, words: &Words) -> Vec<Notice> {
        let paths = self.paths(words).zip(&words.words).filter(|(path, word)| path.is_file() && !self.is_name(word));
        let named: Vec<PathBuf> = paths.map(|(path, _)| path).collect();
        let (mut adopted, mut notices) = (Vec::new(), Vec::new());
        for path in named {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_source = folder::is_source(&self.languages)(&name) || looks_like_one(&path);
            if !is_source || !path.starts_with(&self.root) || self.knows(&path) {
                continue;
            }
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let slug = stem.split_once("--").map_or(&*stem, |(slug, _)| slug);
            let problem = self.catalog.problems.iter().find(|problem| problem.id.as_str() == slug);
            let Some(id) = problem.map(|problem| problem.id.clone()) else { continue };
            if Kind::of(&self.root) != Some(Kind::Workspace) {
                continue;
            }
            let (root, label) = (&self.root, self.relative(&path.with_extension("")));
            let name = self.relative(&path);
            for mut solution in folder::solutions(root, root, &id, &[path], &Making::default(), &self.languages) {
                let own = Arc::make_mut(&mut solution);
                own.id.label = Some(SolutionId::label_of(&label).into());
                self.adopted.push(own.path.clone());
                adopted.push(solution);
            }
            notices.push(Notice::note(format!("{name} is called like the problem {id}, and judged by it")));
        }
        self.catalog.solutions.extend(adopted);
        self.catalog.solutions.sort_by(|a, b| a.id.cmp(&b.id));
        notices
    }

    /// The word by which a call in the folder `here` means this solution.
    pub fn word_for(&self, solution: &Solution, here: &Path) -> String {
        match self.adopted.contains(&solution.path) {
            true => typed(&solution.path, here),
            false => solution.id.to_string(),
        }
    }

    /// The named files, if none of their programs is a solution here; and the folders that hold the
    /// tests of the problems here, which are not tests of theirs.
    pub fn foreign(&self, words: &Words) -> Option<(Files, Vec<PathBuf>)> {
        let files = Files::of(&words.words, &words.here, &self.languages)?;
        if files.programs.iter().any(|program| self.knows(program)) {
            return None;
        }
        let tests = self.catalog.problems.iter().flat_map(|problem| &problem.tests);
        let top = |test: &Arc<Test>| {
            let below = test.input.strip_prefix(&self.root).ok()?;
            Some(self.root.join(below.components().next()?))
        };
        let without: BTreeSet<PathBuf> = tests.filter_map(top).collect();
        Some((files, without.into_iter().collect()))
    }

    /// Of a folder of no format, the program that is there, or the one that was saved last.
    pub fn newest(&self) -> Option<(Files, Option<Notice>)> {
        if Kind::of(&self.root).is_some() {
            return None;
        }
        let programs = self.catalog.solutions.iter().map(|solution| &solution.path);
        let saved = |path: &&PathBuf| path.metadata().and_then(|meta| meta.modified()).ok();
        let newest = programs.clone().max_by_key(saved)?.clone();
        let of = programs.count();
        let notice = (of > 1).then(|| {
            let file = self.relative(&newest);
            Notice::note(format!("judging {file}, the newest of {of} programs here; judge `.` for all of them"))
        });
        Some((Files::of_programs(vec![newest]), notice))
    }
}
