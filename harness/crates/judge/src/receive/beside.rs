//! A received problem in a plain folder: a program, and its samples beside it in the program's
//! name. What the page says of limits and files has no place there.

use super::posted::Posted;
use super::{Arrival, Beginning};
use crate::error::Error;
use model::ProblemId;
use package::draft::Draft;
use package::draft::template::Place;
use package::folder::next;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct PlainFolder<'a> {
    pub folder: &'a Path,
    pub begin: &'a Beginning,
}

impl PlainFolder<'_> {
    pub(super) fn write(&self, posted: &Posted) -> Result<Arrival, Error> {
        let own = posted.own_name();
        let numbered = (2..).map(|number| format!("{own}-{number}"));
        let mut names = std::iter::once(own.clone()).chain(numbered);
        // The program of a name that is taken may be the problem's own.
        let stem = names.find(|name| self.is_here(name, posted) || !self.is_taken(name)).expect("numbers do not end");
        if self.is_here(&stem, posted) {
            return self.refresh(&stem, posted);
        }
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

    /// The samples of this program, by their numbers.
    fn samples(&self, stem: &str) -> Vec<Sample> {
        let there = (1..).map_while(|number| {
            let (input, answer) = self.sample(stem, number);
            let text = beneath::read(&input).ok()?;
            Some(Sample { input, answer, text })
        });
        there.collect()
    }

    /// Whether the problem was received before: the program of this name has at least half of the
    /// samples that both can have. A page changes, and another contest has a problem of this name.
    fn is_here(&self, stem: &str, posted: &Posted) -> bool {
        let there = self.samples(stem);
        let is_there = |(input, _): &&(String, String)| there.iter().any(|sample| sample.text == input.as_bytes());
        let common = posted.samples.iter().filter(is_there).count();
        let both = there.len().min(posted.samples.len());
        let are_same = if both == 0 { there.len() == posted.samples.len() } else { 2 * common >= both };
        self.folder.join(self.file(stem)).is_file() && are_same
    }

    /// Writes the samples that are new, and the answers that have changed.
    fn refresh(&self, stem: &str, posted: &Posted) -> Result<Arrival, Error> {
        let there = self.samples(stem);
        let mut draft = Draft::default();
        let (mut samples, mut last) = (0, there.len() as u64);
        for (input, output) in &posted.samples {
            match there.iter().find(|sample| sample.text == input.as_bytes()) {
                Some(Sample { answer, .. }) if beneath::read(answer).is_ok_and(|text| text == output.as_bytes()) => {
                    continue;
                }
                Some(Sample { answer, .. }) => draft.replace(answer.clone(), output.clone()),
                None => {
                    last += 1;
                    let (input_place, answer_place) = self.sample(stem, last);
                    draft.create(input_place, input.clone());
                    draft.create(answer_place, output.clone());
                }
            }
            samples += 1;
        }
        draft.write()?;
        let is_posted = |sample: &Sample| posted.samples.iter().any(|(input, _)| sample.text == input.as_bytes());
        let unposted = there.into_iter().filter(|sample| !is_posted(sample)).map(|sample| sample.input).collect();
        Ok(Arrival::Again { place: self.file(stem), samples, unposted })
    }

    fn is_taken(&self, stem: &str) -> bool {
        let (input, answer) = self.sample(stem, 1);
        let entries = fs::read_dir(self.folder).into_iter().flatten().flatten();
        let mut stems = entries.filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned()));
        input.exists() || answer.exists() || stems.any(|other| other.eq_ignore_ascii_case(stem))
    }
}

/// A sample of a program.
struct Sample {
    input: PathBuf,
    answer: PathBuf,
    /// What the input holds.
    text: Vec<u8>,
}
