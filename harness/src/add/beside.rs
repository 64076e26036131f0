//! `harness add FILE`: one more test for a program that belongs to no problem, beside it.

use super::{AddArgs, input_and_answer};
use crate::error::{CliError, OrCannot as _, refused};
use crate::exit::Exit;
use crate::screen::say;
use judge::{Files, config};
use package::draft::Draft;
use package::folder::{self, Sharing, TestPlaces, next};
use std::fs;
use std::path::Path;

/// The program among the words of the call, if that is what they name.
pub(super) fn named(word: &str) -> Result<Option<Files>, CliError> {
    let here = std::env::current_dir().or_cannot("stay in a folder that is gone")?;
    let languages = config::languages(&config::load(None)?)?;
    let files = Files::named(&[word.to_owned()], &here, &languages);
    Ok(files.filter(|files| files.programs.len() == 1))
}

/// Writes the test, in the names that the program's other tests have.
pub(super) fn add(args: &AddArgs, files: &Files) -> Result<Exit, CliError> {
    let home = std::env::current_dir().or_cannot("stay in a folder that is gone")?;
    let languages = config::languages(&config::load(None)?)?;
    let request = folder::Request {
        home: &home,
        programs: &files.programs,
        tests: &TestPlaces::Beside,
        rules: &folder::Rules::default(),
        without: &[],
        sharing: Sharing::WithNeighbour,
    };
    let found = folder::assemble(&request, &languages).found.into_iter().next().unwrap_or_default();
    let (input, answer) = input_and_answer(args)?;
    let Some(answer) = answer else {
        return Err(refused("the test has no answer, and no problem has a solution that could give it")
            .with_hint("give it with -a FILE, or input and answer with --paste"));
    };
    let name = |path: &Path| path.strip_prefix(&home).unwrap_or(path).display().to_string();
    let same = |pair: &&folder::pairs::Pair| fs::read(&pair.input).is_ok_and(|bytes| bytes == input);
    if let Some(pair) = found.pairs.iter().find(same) {
        return Err(refused(format!("this is the input of {} already", name(&pair.input))));
    }
    let program = &files.programs[0];
    let (place, answer_place) = match &args.name {
        Some(own) => next::called(program, own),
        None => next::after(program, &found.pairs),
    };
    if let Some(taken) = [&place, &answer_place].into_iter().find(|place| place.exists()) {
        return Err(refused(format!("{} is already there", name(taken))).with_hint("choose another --name"));
    }
    let mut draft = Draft::default();
    draft.create(place.clone(), input);
    draft.create(answer_place.clone(), answer);
    draft.write()?;
    say!("added {} + {}\n", name(&place), name(&answer_place))?;
    Ok(Exit::AsExpected)
}
