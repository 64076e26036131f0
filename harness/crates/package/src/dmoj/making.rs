//! The files of a test, existing or made by a generator.

use super::Dmoj;
use super::init::{Bridge, CaseEntry};
use crate::making::{Files, MadeFolder};
use crate::reading::{Case, PackageReader};
use model::{Call, GeneratorOutput, is_header};
use std::path::{Path, PathBuf};

impl PackageReader<'_, Dmoj> {
    /// A test with its files.
    pub(super) fn case(&mut self, case: &CaseEntry, number: usize) -> Case {
        let name = format!("{number:02}");
        // A file that is named is not made, even by a generator.
        let missing = [&case.input, &case.answer].into_iter().flatten().find(|name| self.file(name).is_none());
        let source = missing.or(case.input.as_ref()).unwrap_or(&name).clone();
        let files = if missing.is_some() { Files::Nowhere } else { self.files_of(case, &name) };
        Case { name, source, files, points: case.points }
    }

    fn files_of(&mut self, case: &CaseEntry, name: &str) -> Files {
        let [input, answer] = [&case.input, &case.answer].map(|name| self.file(name.as_ref()?));
        match &case.generator {
            Some(generator) if input.is_none() || answer.is_none() => self.made(generator, case, name, (input, answer)),
            // A test without an input or an answer has an empty one.
            Some(_) | None => match (input.or_else(|| self.found.empty()), answer.or_else(|| self.found.empty())) {
                (Some(input), Some(answer)) => Files::There(input, answer),
                _ => Files::Nowhere,
            },
        }
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        let archive = self.description.archive.as_ref();
        self.tree.file(name).or_else(|| archive?.file(name)).map(Path::to_owned)
    }

    fn made(
        &mut self,
        generator: &Bridge,
        case: &CaseEntry,
        name: &str,
        (input, answer): (Option<PathBuf>, Option<PathBuf>),
    ) -> Files {
        let source = generator.files.first().map_or("", String::as_str);
        let Some(file) = self.named_file(source, &generator.place) else { return Files::Nowhere };
        let Some(program) = self.judging_program(generator, file, "generator") else { return Files::Nowhere };
        let stdin = case.generator_input.as_ref().map(|name| self.file(name).ok_or(name));
        if let Some(Err(name)) = stdin {
            self.named_file(name, &case.place);
            return Files::Nowhere;
        }
        let stdin = stdin.and_then(Result::ok);
        let listed = generator.files.iter().filter_map(|name| self.tree.file(name));
        let headers = self.tree.below("").filter(|(name, _)| is_header(name));
        let sources = listed.chain(headers.map(|(_, path)| path)).chain(stdin.as_deref());
        let made = MadeFolder::by(sources, &self.found.staged(""));
        let args = case.generator_args.clone();
        let command = format!("{:?} {args:?}", generator.flags);
        made.files(name, &command, input.as_deref(), answer.as_deref(), || {
            Some(Call { generator: program, args, stdin: stdin.clone(), gives: GeneratorOutput::Answer })
        })
    }
}
