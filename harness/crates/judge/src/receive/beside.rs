//! A received problem in a plain folder: a program, and its samples beside it in the program's
//! name. What the page says of limits, files and its address is kept in a hidden folder there.

use super::posted::PostedProblem;
use super::{Arrival, Beginning};
use crate::error::Error;
use model::ProblemId;
use package::draft::Draft;
use package::draft::template::Place;
use package::folder::{next, received};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) struct PlainFolder<'a> {
    pub folder: &'a Path,
    pub begin: &'a Beginning,
}

impl PlainFolder<'_> {
    pub(super) fn write(&self, posted: &PostedProblem) -> Result<Arrival, Error> {
        let own = posted.own_name();
        let numbered = (2..).map(|number| format!("{own}-{number}"));
        let mut names = std::iter::once(own.clone()).chain(numbered);
        // The program of a name that is taken may be the problem's own.
        let stem = names.find(|name| self.is_here(name, posted) || !self.is_taken(name)).expect("numbers do not end");
        if self.is_here(&stem, posted) {
            return self.refresh(&stem, posted);
        }
        let id = ProblemId::parse(&stem).unwrap_or_else(|_| ProblemId::parse("problem").expect("a name of letters"));
        let Beginning { language, folder, extension, text } = self.begin;
        let place = Place { root: self.folder, slug: &id, title: &posted.name, language, folder, extension };
        let mut draft = Draft::default();
        let program = self.folder.join(self.file(&stem));
        draft.create(program.clone(), place.begun(text.as_deref()));
        for (number, (input, output)) in (1..).zip(&posted.samples) {
            let (input_place, answer_place) = self.sample(&stem, number);
            draft.create(input_place, input.clone());
            draft.create(answer_place, output.clone());
        }
        // An earlier problem may have had this name.
        self.keep(&mut draft, &stem, posted);
        draft.write_below(self.folder)?;
        Ok(Arrival::Program { file: self.file(&stem) })
    }

    fn keep(&self, draft: &mut Draft, stem: &str, posted: &PostedProblem) {
        let place = received::place(&self.folder.join(self.file(stem)));
        let facts = facts(&place, posted);
        draft.replace(place, facts);
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
    /// Where an address is kept, it alone decides.
    fn is_here(&self, stem: &str, posted: &PostedProblem) -> bool {
        let program = self.folder.join(self.file(stem));
        let facts = beneath::read(&received::place(&program)).ok();
        let facts = facts.and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
        if let Some(url) = facts.as_ref().and_then(|facts| facts.get("url")).and_then(Value::as_str) {
            return program.is_file() && url == posted.url;
        }
        let there = self.samples(stem);
        let is_there = |(input, _): &&(String, String)| there.iter().any(|sample| sample.text == input.as_bytes());
        let common = posted.samples.iter().filter(is_there).count();
        let both = there.len().min(posted.samples.len());
        let are_same = if both == 0 { there.len() == posted.samples.len() } else { 2 * common >= both };
        program.is_file() && are_same
    }

    /// Writes the samples that are new, and the answers that have changed.
    fn refresh(&self, stem: &str, posted: &PostedProblem) -> Result<Arrival, Error> {
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
        // Limits change, too, and an older harness kept none.
        self.keep(&mut draft, stem, posted);
        draft.write_below(self.folder)?;
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

/// What is kept of a post in `place`, with its place in its contest: posts come in the order of the
/// page. A problem that is posted again without the others stays where it was.
pub(super) fn facts(place: &Path, posted: &PostedProblem) -> String {
    let earlier = beneath::read(place).ok().and_then(|bytes| serde_json::from_slice::<Value>(&bytes).ok());
    let earlier = earlier.filter(|_| posted.batch == 1);
    let batch = posted.facts.pointer("/batch/id");
    let entries = place.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let others = entries.map(|entry| entry.path()).filter(|path| path != place);
    let is_of_batch = |path: &PathBuf| {
        let bytes = beneath::read(path).ok()?;
        let facts: Value = serde_json::from_slice(&bytes).ok()?;
        Some(batch.is_some() && facts.pointer("/batch/id") == batch)
    };
    let before = others.filter(|path| is_of_batch(path) == Some(true)).count();
    let mut facts = posted.facts.clone();
    if let Some(all) = facts.as_object_mut() {
        let own = [("batch", posted.facts.get("batch").cloned()), ("order", Some((before + 1).into()))];
        for (key, new) in own {
            let before = earlier.as_ref().and_then(|earlier| earlier.get(key).cloned());
            all.extend(before.or(new).map(|value| (key.to_owned(), value)));
        }
    }
    format!("{facts:#}\n")
}

/// A sample of a program.
struct Sample {
    input: PathBuf,
    answer: PathBuf,
    /// What the input holds.
    text: Vec<u8>,
}
