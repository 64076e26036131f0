//! A received problem in a plain folder: a program, and its samples beside it in the program's
//! name. What the page says of limits and files has no place there.

use super::posted::Posted;
use super::{Arrival, Beginning};
use crate::error::Error;
use model::ProblemId;
use package::draft::template::Place;
use package::draft::{Draft, slug};
use package::folder::next;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct PlainFolder<'a> {
    pub folder: &'a Path,
    pub begin: &'a Beginning,
}

impl PlainFolder<'_> {
    pub(super) fn write(&self, posted: &Posted) -> Result<Arrival, Error> {
        let by_address = || slug::suggest(posted.url.split_once("://").map_or("", |(_, rest)| rest));
        let own = slug::suggest(&posted.name).or_else(by_address).map_or("problem".to_owned(), |slug| slug.to_string());
        if self.is_here(&own, posted) {
            return Ok(Arrival::Again { place: self.file(&own), samples: 0 });
        }
        let numbered = (2..).map(|number| format!("{own}-{number}"));
        let mut names = std::iter::once(own.clone()).chain(numbered);
        let stem = names.find(|name| !self.is_taken(name)).expect("numbers do not end");
        let id = ProblemId::parse(&stem).unwrap_or_else(|_| ProblemId::parse("problem").expect("a name of letters"));
        let Beginning { language, extension, text } = self.begin;
        let place = Place { root: self.folder, slug: &id, title: &posted.name, language, extension };
        let mut draft = Draft::default();
        let program = self.folder.join(self.file(&stem));
        draft.create(program.clone(), place.begun(text.as_deref()));
        for (number, (input, output)) in (1..).zip(&posted.samples) {
            let (input_place, answer_place) = self.sample(&stem, number);
            draft.create(input_place, input.clone());
            draft.create(answer_place, output.clone());
        }
        draft.write()?;
        Ok(Arrival::Program { file: self.file(&stem) })
    }

    fn file(&self, stem: &str) -> String {
        format!("{stem}.{}", self.begin.extension)
    }

    fn sample(&self, stem: &str, number: u64) -> (PathBuf, PathBuf) {
        next::numbered(&self.folder.join(self.file(stem)), number)
    }

    /// Whether the problem was received before: the program of its name has its first sample.
    fn is_here(&self, stem: &str, posted: &Posted) -> bool {
        let (place, _) = self.sample(stem, 1);
        let first = posted.samples.first().map(|(input, _)| input.as_bytes());
        self.folder.join(self.file(stem)).is_file() && beneath::read(&place).ok().as_deref() == first
    }

    fn is_taken(&self, stem: &str) -> bool {
        let (input, answer) = self.sample(stem, 1);
        let entries = fs::read_dir(self.folder).into_iter().flatten().flatten();
        let mut stems = entries.filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned()));
        input.exists() || answer.exists() || stems.any(|other| other.eq_ignore_ascii_case(stem))
    }
}
