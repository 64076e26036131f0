//! One more test, with its answer: of a problem, or beside a program that belongs to none.

use crate::error::{Error, OrCannot as _, refused};
use crate::loose::LooseFiles;
use crate::own_rules::OwnRules;
use crate::places::typed;
use crate::proposal::{Confidence, Proposal};
use crate::session::Caller;
use crate::target::Files;
use crate::workspace::{NamedProblem, Workspace};
use engine::build::Languages;
use engine::run::Settings;
use model::{Test, TestId};
use package::draft::Draft;
use package::folder::{self, next};
use package::native::check_test_id;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a new test goes. Nothing has these names yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPlace {
    /// The test's name below `testdata/<problem>/`.
    pub id: TestId,
    /// The file of the input; absolute.
    pub input: PathBuf,
    /// The file of the answer; absolute.
    pub answer: PathBuf,
}

/// A test that is not written yet.
pub struct NewTest {
    /// Its name and its files.
    pub place: NewPlace,
    /// The bytes of the input file.
    pub input: Vec<u8>,
    /// `None`: the model solution gives it, once every other solution that should be right has
    /// agreed.
    pub answer: Option<GivenAnswer>,
}

/// An answer that the caller has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenAnswer {
    /// The bytes of the answer file.
    pub bytes: Vec<u8>,
    /// In words.
    pub origin: String,
    /// How sure it is; a [`Listener`](crate::Listener) may ask a person by it.
    pub standing: Confidence,
}

impl Workspace {
    /// Where a test of this name would go; without a name, in `secret/` with the next free number.
    ///
    /// # Errors
    /// When it cannot be a test's name, or is taken.
    pub fn place_for(&self, named: &NamedProblem, name: Option<&str>) -> Result<NewPlace, Error> {
        let id = match name {
            Some(name) => id(name)?,
            None => TestId(format!("secret/{:02}", named.next_number()).into()),
        };
        let folder = self.root.join("testdata").join(named.problem.id.as_str());
        let place = |extension: &str| folder.join(format!("{id}.{extension}"));
        if let Some(taken) = ["in", "ans", "out"].map(place).into_iter().find(|place| place.exists()) {
            return Err(refused(format!("{} is already there", self.relative(&taken)))
                .with_hint("choose another name, or none: it is then the next free number"));
        }
        Ok(NewPlace { input: place("in"), answer: place("ans"), id })
    }

    /// Adds a test to a problem, once the listener agrees.
    ///
    /// # Errors
    /// When there is a test with this input, the validator refuses it, there is no answer that all
    /// agree with, or no program can be run here. Notices say at which tests.
    pub fn add(&self, named: &NamedProblem, test: &NewTest, caller: &mut Caller<'_>) -> Result<(), Error> {
        let NewTest { place, input, answer } = test;
        if let Some(test) = same(named, input) {
            return Err(refused(format!("this is the input of {test} already")));
        }
        let dialogue = || GivenAnswer {
            bytes: Vec::new(),
            origin: "an empty answer, as the judge's program decides".to_owned(),
            standing: Confidence::Settled,
        };
        let given = answer.clone().or_else(|| named.problem.is_dialogue().then(dialogue));
        let answer = self.with_session(&self.builder()?, Settings::of_machine(), caller, |session, listener| {
            let scratch = session.builder.scratch()?;
            let staged = scratch.path().join("input");
            fs::write(&staged, input).or_cannot("write the input")?;
            let tests = [Arc::new(named.problem.test(place.id.clone(), staged, place.answer.clone()))];
            if let Some(given) = given {
                session.validate(named, &tests, listener)?;
                return Ok(given);
            }
            let found = session.answers(named, &tests, listener)?;
            let standing = if found.confirmed.is_empty() { Confidence::Unconfirmed } else { Confidence::Settled };
            let (origin, bytes) = (found.origin(), found.new.into_iter().flat_map(|(_, bytes)| bytes).collect());
            Ok(GivenAnswer { bytes, origin, standing })
        })?;
        let test = Arc::new(named.problem.test(place.id.clone(), place.input.clone(), place.answer.clone()));
        let GivenAnswer { bytes, origin, standing } = answer;
        caller.listener.agrees(&Proposal { origin: &origin, answers: &[(test, bytes.clone())], standing })?;
        let mut draft = Draft::default();
        draft.create(place.input.clone(), input.clone());
        draft.create(place.answer.clone(), bytes);
        self.write(&draft, caller.cancel)
    }
}

impl NamedProblem {
    /// One more than the largest number that starts the name of a secret test, in whatever folder.
    /// With two digits at least, names sort.
    pub(crate) fn next_number(&self) -> u64 {
        let tests = self.problem.tests.iter().chain(&self.unanswered).filter(|test| !test.id.is_sample());
        let numbers = tests.filter_map(|test| {
            let name = test.id.0.rsplit('/').next()?;
            let end = name.find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len());
            name[..end].parse::<u64>().ok()
        });
        numbers.max().map_or(1, |largest| largest.saturating_add(1))
    }
}

/// The id that a name means: in `secret/` unless it names a folder.
fn id(name: &str) -> Result<TestId, Error> {
    let name = if name.contains('/') { name.to_owned() } else { format!("secret/{name}") };
    check_test_id(&name).map_err(|why| refused(format!("`{name}` cannot be a test's name: {why}")))?;
    if name.starts_with("invalid/") {
        return Err(refused("tests in invalid/ have no answer: put the file there yourself"));
    }
    Ok(TestId(name.into()))
}

/// The test that has this input.
fn same(named: &NamedProblem, input: &[u8]) -> Option<TestId> {
    let size = |test: &Arc<Test>| fs::metadata(&test.input).ok().map(|meta| meta.len());
    let mut tests = named.problem.tests.iter().chain(&named.unanswered);
    let equal = tests.find(|test| {
        size(test) == Some(input.len() as u64) && beneath::read(&test.input).is_ok_and(|bytes| bytes == input)
    })?;
    Some(equal.id.clone())
}

/// Writes a test beside the only program of `files`, in the names that its other tests have.
/// Returns where the input and the answer are.
///
/// # Errors
/// When there is no answer, a test has this input, or something has this name.
pub fn add_beside(
    here: &Path,
    files: &Files,
    languages: &Languages,
    name: Option<&str>,
    (input, answer): (Vec<u8>, Option<Vec<u8>>),
) -> Result<(PathBuf, PathBuf), Error> {
    let rules = OwnRules::default();
    let assembled = LooseFiles::of(here, files, &rules, languages).assembled();
    let found = assembled.found.into_iter().next().unwrap_or_default();
    let Some(answer) = answer else {
        return Err(refused("the test has no answer, and no problem has a solution that could give it")
            .with_hint("give the answer, too"));
    };
    let displayed = |path: &Path| typed(path, here);
    let same = |pair: &&folder::pairs::Pair| beneath::read(&pair.input).is_ok_and(|bytes| bytes == input);
    if let Some(pair) = found.pairs.iter().find(same) {
        return Err(refused(format!("this is the input of {} already", displayed(&pair.input))));
    }
    let program = &files.programs[0];
    let fits = folder::fitting(program, &files.making, languages);
    let place = match name {
        Some(own) if own.contains('/') => {
            return Err(refused(format!("`{own}` cannot be a test's name: it would lie in another folder")));
        }
        Some(own) => Some(next::called(program, own)),
        None => {
            let stored = |pair: &&folder::pairs::Pair| found.stored.iter().any(|(input, _)| *input == pair.input);
            let files: Vec<_> = found.pairs.iter().filter(|pair| !stored(pair)).cloned().collect();
            next::after(program, &files, &fits)
        }
    };
    let (place, answer_place) = place.ok_or_else(|| {
        refused(format!("no name is left for a test of {}", displayed(program))).with_hint("choose one")
    })?;
    if let Some(taken) = [&place, &answer_place].into_iter().find(|place| place.exists()) {
        return Err(refused(format!("{} is already there", displayed(taken))).with_hint("choose another name"));
    }
    if !fits(&place, &answer_place) {
        let (test, program) = (displayed(&place), displayed(program));
        return Err(refused(format!("by its name {test} would not be a test of {program}"))
            .with_hint("begin the name with the program's, or leave it out for the next free number"));
    }
    let mut draft = Draft::default();
    draft.create(place.clone(), input);
    draft.create(answer_place.clone(), answer);
    draft.write_below(program.parent().unwrap_or(here))?;
    Ok((place, answer_place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_beside_a_program_has_a_plain_name() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join("here");
        fs::create_dir(&here).unwrap();
        fs::write(here.join("a.py"), "").unwrap();
        let languages = Languages::built_in().unwrap();
        let files = Files::of_programs(vec![here.join("a.py")]);
        let add = |name| add_beside(&here, &files, &languages, Some(name), (b"1".to_vec(), Some(b"2".to_vec())));
        let refused = add("../esc").unwrap_err();
        assert_eq!(refused.to_string(), "`../esc` cannot be a test's name: it would lie in another folder");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(add("a1").unwrap(), (here.join("a1.in"), here.join("a1.out")));
    }
}
