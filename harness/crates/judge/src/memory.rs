//! Tests and programs that are in memory. They get files in a folder that goes with the last
//! workspace that needs it.

use crate::begin::language;
use crate::config;
use crate::error::{Error, OrCannot as _};
use crate::workspace::Workspace;
use model::{ByteSize, Catalog, Language, Problem, ProblemId, Solution, SolutionId, Test, TestId};
use std::fs;
use std::sync::Arc;
use tempfile::TempDir;

impl Workspace {
    /// A problem without solutions: its tests are these inputs, each with its answer. They are
    /// called 1, 2, 3 and so on.
    ///
    /// # Errors
    /// When the configuration has mistakes, or the disk is full.
    pub fn of_pairs<'t>(tests: impl IntoIterator<Item = (&'t str, &'t str)>) -> Result<Workspace, Error> {
        let languages = config::languages(&config::load(None)?)?;
        let folder = scratch()?;
        let root = folder.path().to_owned();
        let mut problem = Problem { dir: root.clone(), ..Problem::new(ProblemId::parse("memory").expect("a slug")) };
        for ((input, answer), number) in tests.into_iter().zip(1..) {
            let test = TestId(number.to_string().into());
            let (input_file, answer_file) = (root.join(format!("{test}.in")), root.join(format!("{test}.ans")));
            fs::write(&input_file, input).or_cannot("write an input")?;
            fs::write(&answer_file, answer).or_cannot("write an answer")?;
            problem.tests.push(Arc::new(Test::new(test, input_file, answer_file)));
        }
        let catalog = Catalog { root: root.clone(), problems: vec![Arc::new(problem)], ..Catalog::default() };
        Ok(Workspace { scratch: Some(folder), ..Workspace::of(root, catalog, Vec::new(), languages) })
    }

    /// A problem of this place, whatever it was opened from, with a program in memory as its only
    /// solution. `named`: its language, by id, name or extension. The problem is not read again.
    ///
    /// # Errors
    /// When no language has that name, or the disk is full.
    pub fn with_program(&self, problem: &Problem, named: &str, text: &str) -> Result<Workspace, Error> {
        let entry = language(&self.languages, named)?;
        let extension = entry.extensions.first().expect("a language that is named has files");
        let folder = scratch()?;
        // Java wants its usual class to be in a file of that name.
        let name = format!("Main.{extension}");
        let path = folder.path().join(&name);
        fs::write(&path, text).or_cannot("write the program")?;
        let id = SolutionId { problem: problem.id.clone(), label: None, extension: extension.as_str().into() };
        let plain = Solution::new(id, Language(entry.id.as_str().into()), path, name);
        let solution = Solution { size: ByteSize(text.len() as u64), ..plain };
        Ok(Workspace { scratch: Some(folder), ..self.holding(problem.clone(), vec![Arc::new(solution)]) })
    }
}

fn scratch() -> Result<Arc<TempDir>, Error> {
    Ok(Arc::new(tempfile::tempdir().or_cannot("make a folder")?))
}
