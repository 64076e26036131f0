//! The files of a test, existing or made by a generator.

use super::init::{CaseEntry, Generator};
use super::{DmojReader, MissingTests};
use crate::judged::{AbsentTest, Case};
use crate::making::{Files, MadeFolder};
use model::{Call, GeneratorOutput, Recipe, TestId, is_header};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl DmojReader<'_> {
    /// A test with its files.
    ///
    /// # Errors
    /// The test, if a file is missing or not made yet.
    pub(super) fn case(
        &mut self,
        case: &CaseEntry,
        number: usize,
        missing: &mut MissingTests,
    ) -> Result<Case, AbsentTest> {
        let name = format!("{number:02}");
        let absent = || AbsentTest { name: name.clone(), points: case.points };
        self.files_of(case, name.clone(), missing).ok_or_else(absent)
    }

    fn files_of(&mut self, case: &CaseEntry, name: String, missing: &mut MissingTests) -> Option<Case> {
        if case.own_checker {
            missing.checked.push(case.place.clone());
        }
        // `None`: the file is not there. `Some(None)`: there need not be one.
        let mut named = |name: &Option<String>| {
            let Some(name) = name else { return Some(None) };
            let file = self.file(name);
            if file.is_none() {
                missing.absent.push((case.place.clone(), name.clone()));
            }
            file.map(Some)
        };
        let (input, answer) = (named(&case.input)?, named(&case.answer)?);
        let (input, answer) = match (&case.generator, input, answer) {
            (_, Some(input), Some(answer)) => (input, answer),
            (Some(generator), input, answer) => match self.made(generator, case, &name, (input, answer)) {
                Files::There(input, answer) => (input, answer),
                Files::Recipe(recipe) => {
                    self.unmade.push(Recipe { id: TestId(name.into()), ..recipe });
                    missing.made.push(case.place.clone());
                    return None;
                }
                Files::Nowhere => return None,
            },
            // A test without an input or an answer has an empty one.
            (None, input, answer) => (input.or_else(|| self.found.empty())?, answer.or_else(|| self.found.empty())?),
        };
        Some(Case { name, input, answer, points: case.points })
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        self.tree.file(name).or_else(|| self.archive.as_ref()?.file(name)).map(Path::to_owned)
    }
    fn made(
        &mut self,
        generator: &Arc<Generator>,
        case: &CaseEntry,
        name: &str,
        (input, answer): (Option<PathBuf>, Option<PathBuf>),
    ) -> Files {
        let Some(program) = self.generator(generator) else { return Files::Nowhere };
        let stdin = match &case.generator_input {
            Some(name) => match self.file(name) {
                Some(file) => Some(file),
                None => {
                    let title = format!("`{name}` is not in the package");
                    self.mistakes.error(case.place.clone(), title, "a generator reads it");
                    return Files::Nowhere;
                }
            },
            None => None,
        };
        let listed = generator.program.files.iter().filter_map(|name| self.tree.file(name));
        let headers = self.tree.below("").filter(|(name, _)| is_header(name));
        let sources = listed.chain(headers.map(|(_, path)| path)).chain(stdin.as_deref());
        let made = MadeFolder::by(sources, &self.found.stage.join(self.found.id.as_str()));
        let args = case.generator_args.clone();
        let command = format!("{:?} {args:?}", generator.program.flags);
        made.files(name, &command, input.as_deref(), answer.as_deref(), || {
            Some(Call { generator: program, args, stdin: stdin.clone(), gives: GeneratorOutput::Answer })
        })
    }

    /// The program in the form in which it is compiled.
    fn generator(&mut self, generator: &Arc<Generator>) -> Option<PathBuf> {
        if let Some((_, program)) = self.generators.iter().find(|(name, _)| name == generator) {
            return program.clone();
        }
        let name = generator.program.files.first().map_or("", String::as_str);
        let program = match self.tree.file(name).map(Path::to_owned) {
            Some(file) => Some(self.judging_program(&generator.program, file, &generator.place, "generator")),
            None => {
                let title = format!("the generator `{name}` is not in the package");
                self.mistakes.error(generator.place.clone(), title, "its tests are not made");
                None
            }
        };
        self.generators.push((Arc::clone(generator), program.clone()));
        program
    }
}
