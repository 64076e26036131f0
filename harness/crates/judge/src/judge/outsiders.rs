//! Programs that are not solutions of what was opened, and are to be judged all the same.

use super::{Judge, Words};
use crate::notice::Notice;
use crate::target::Files;
use engine::build::looks_like_one;
use engine::plan::Plan;
use model::{Making, SolutionId, Test};
use package::detect::Kind;
use package::folder;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

impl Judge {
    /// Makes files that are named, are not solutions and are called like a problem of the workspace
    /// (`scratch/nim.cpp`, `nim--try.py`) solutions of that problem. Says so for each.
    pub(crate) fn adopt(&mut self, words: &Words) -> Vec<Notice> {
        let named: Vec<PathBuf> = self.paths(words).filter(|path| path.is_file()).collect();
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
                adopted.push(solution);
            }
            notices.push(Notice::Adopted { file: name, problem: id.as_str().to_owned() });
        }
        self.catalog.solutions.extend(adopted);
        self.catalog.solutions.sort_by(|a, b| a.id.cmp(&b.id));
        notices
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

    /// The solutions of a plan as programs on inputs of one's own, by the rules of their problem.
    pub fn as_files(&self, plan: &Plan) -> Files {
        let programs = plan.solutions.iter().map(|planned| planned.solution.path.clone()).collect();
        let mut problems = plan.solutions.iter().map(|planned| &planned.problem);
        let first = problems.next().filter(|first| problems.all(|other| other.id == first.id));
        // In a folder of no format, the rules are those that lie beside the programs now.
        let problem = first.filter(|_| Kind::of(&self.root).is_some()).cloned();
        Files { problem, ..Files::of_programs(programs) }
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
        let notice = (of > 1).then(|| Notice::Newest { file: self.relative(&newest), of });
        Some((Files::of_programs(vec![newest]), notice))
    }
}
