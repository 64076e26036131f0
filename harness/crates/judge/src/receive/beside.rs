//! A received problem in a plain folder: a program, and its samples beside it in the program's
//! name. What the page says of limits, files and its address is kept in a hidden folder there.

use super::posted::PostedProblem;
use super::{Arrival, Beginning};
use crate::error::Error;
use engine::build::Languages;
use model::{Making, ProblemId};
use package::draft::Draft;
use package::draft::template::Place;
use package::folder::roles::ProgramRole;
use package::folder::{self, next, received};
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
        // A checker of the folder would judge all other problems.
        let is_solution = |name: &String| ProgramRole::of_file(Path::new(&self.file(name))) == ProgramRole::Solution;
        let mut names = std::iter::once(own.clone()).chain(numbered).filter(is_solution);
        // The program of a name that is taken may be the problem's own.
        let stem =
            names.find(|name| self.is_here(name, posted) || !self.is_taken(name, posted)).expect("numbers do not end");
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

    /// The samples of this program, by their numbers: what the input holds, and the answer's place.
    fn samples(&self, stem: &str) -> Vec<(Vec<u8>, PathBuf)> {
        let there = (1..).map(|number| self.sample(stem, number));
        there.map_while(|(input, answer)| Some((beneath::read(&input).ok()?, answer))).collect()
    }

    /// Whether the problem was received before: the program of this name is from its page.
    fn is_here(&self, stem: &str, posted: &PostedProblem) -> bool {
        let program = self.folder.join(self.file(stem));
        program.is_file() && facts_in(&received::place(&program)).is_some_and(|facts| facts["url"] == posted.url)
    }

    /// Writes the samples that are new, and the answers that have changed.
    fn refresh(&self, stem: &str, posted: &PostedProblem) -> Result<Arrival, Error> {
        let there = self.samples(stem);
        let mut draft = Draft::default();
        let (mut samples, mut last) = (0, there.len() as u64);
        for (input, output) in &posted.samples {
            match there.iter().find(|(text, _)| text == input.as_bytes()) {
                Some((_, answer)) if beneath::read(answer).is_ok_and(|text| text == output.as_bytes()) => continue,
                Some((_, answer)) => draft.replace(answer.clone(), output.clone()),
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
        Ok(Arrival::Again { place: self.file(stem), samples })
    }

    /// Whether a program of this name is there, or would share its tests with another.
    fn is_taken(&self, stem: &str, posted: &PostedProblem) -> bool {
        let entries = fs::read_dir(self.folder).into_iter().flatten().flatten();
        let mut stems = entries.filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned()));
        let program = self.folder.join(self.file(stem));
        let shares = |languages: Languages| {
            let fits = folder::fitting(&program, &Making::default(), &languages);
            let mut samples = (1..=posted.samples.len() as u64).map(|number| self.sample(stem, number));
            folder::has_own_tests(&program, &languages) || samples.any(|(input, answer)| !fits(&input, &answer))
        };
        let (input, answer) = self.sample(stem, 1);
        let is_there = input.exists() || answer.exists() || stems.any(|other| other.eq_ignore_ascii_case(stem));
        is_there || Languages::built_in().is_ok_and(shares)
    }
}

/// What is kept of an earlier post in `place`.
fn facts_in(place: &Path) -> Option<Value> {
    serde_json::from_slice(&beneath::read(place).ok()?).ok()
}

/// What is to be kept of a post in `place`, with its place in its contest: posts come in the order
/// of the page. A problem that is posted again without the others stays where it was.
pub(super) fn facts(place: &Path, posted: &PostedProblem) -> String {
    let earlier = facts_in(place).filter(|_| posted.batch == 1);
    let batch = posted.facts.pointer("/batch/id");
    let entries = place.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let others = entries.map(|entry| entry.path()).filter(|path| path != place);
    let is_of_batch = |facts: &Value| batch.is_some() && facts.pointer("/batch/id") == batch;
    let before = others.filter_map(|path| facts_in(&path)).filter(is_of_batch).count();
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
