//! Tests that a package describes but does not contain: where they are once they are made.
//!
//! Nothing is run here. Tests are made in the caller's folder. Their names depend on the sources
//! and arguments that they are made of, so a test is made anew when one of these changes.

use crate::tree::files_below;
use model::{Call, GeneratorOutput, Key, Recipe, TestId};
use std::path::{Path, PathBuf};

/// The files of a test.
#[derive(Clone, Debug)]
pub enum Files {
    There(PathBuf, PathBuf),
    /// Its id is not set yet.
    Recipe(Recipe),
    Nowhere,
}

/// The folder for what these programs make.
pub struct MadeFolder(PathBuf);

impl MadeFolder {
    /// `sources` are all files of the generators and of the main solution, or their folders.
    pub fn by<'s>(sources: impl Iterator<Item = &'s Path>, stage: &Path) -> MadeFolder {
        let files = sources.flat_map(|path| match path.is_dir() {
            true => files_below(path).into_iter().map(|(_, path)| path).collect(),
            false => vec![path.to_owned()],
        });
        let parts: Vec<Vec<u8>> = files.map(|path| beneath::read(&path).unwrap_or_default()).collect();
        let key = Key::of_parts(parts.iter().map(Vec::as_slice)).to_string();
        MadeFolder(stage.join("made").join(&key[..16]))
    }

    /// Where the test's files are, in the package or made before, or else how they are made.
    /// `command` is the full text of what `made_by` means.
    pub fn files(
        &self,
        name: &str,
        command: &str,
        input: Option<&Path>,
        answer: Option<&Path>,
        made_by: impl FnOnce() -> Option<Call>,
    ) -> Files {
        // An answer that is made for an input of the package holds for this input alone.
        let given = input.filter(|_| answer.is_none()).map(|input| beneath::read(input).unwrap_or_default());
        let key = Key::of(&["command", command], &given.unwrap_or_default()).to_string();
        let made = |kind: &str| self.0.join(format!("{name}-{}.{kind}", &key[..8]));
        let place = |there: Option<&Path>, made: PathBuf| match there {
            Some(path) => (true, path.to_owned()),
            None => (made.is_file(), made),
        };
        let ((has_input, input), (has_answer, answer)) = (place(input, made("in")), place(answer, made("ans")));
        if has_input && has_answer {
            return Files::There(input, answer);
        }
        let made_by = made_by();
        if made_by.is_none() && !has_input {
            return Files::Nowhere;
        }
        let made_by = made_by.filter(|call| !has_input || call.gives == GeneratorOutput::Answer);
        Files::Recipe(Recipe { id: TestId("".into()), made_by, input, answer, judged: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_made_is_there_until_a_source_or_the_command_changes() {
        let dir = tempfile::tempdir().unwrap();
        let source = dir.path().join("gen.cpp");
        fs::write(&source, "one").unwrap();
        let made = || MadeFolder::by([source.as_path()].into_iter(), dir.path());
        let generator = || Some(Call::new(source.clone(), vec!["5".to_owned()]));
        let Files::Recipe(recipe) = made().files("01", "gen 5", None, None, generator) else { panic!("not there yet") };
        assert_eq!(recipe.made_by, generator());
        fs::create_dir_all(recipe.input.parent().unwrap()).unwrap();
        fs::write(&recipe.input, "").unwrap();
        let Files::Recipe(half) = made().files("01", "gen 5", None, None, || None) else { panic!("no answer yet") };
        assert_eq!(half.made_by, None);
        fs::write(&recipe.answer, "").unwrap();
        assert!(matches!(made().files("01", "gen 5", None, None, || None), Files::There(..)));
        assert!(matches!(made().files("01", "gen 6", None, None, || None), Files::Nowhere));
        fs::write(&source, "two").unwrap();
        assert!(matches!(made().files("01", "gen 5", None, None, generator), Files::Recipe(_)));
    }

    #[test]
    fn an_answer_is_made_again_when_the_input_in_the_package_or_a_file_of_the_solution_changes() {
        let dir = tempfile::tempdir().unwrap();
        let (input, solution) = (dir.path().join("01.in"), dir.path().join("solution"));
        fs::create_dir(&solution).unwrap();
        fs::write(&input, "1").unwrap();
        fs::write(solution.join("main.py"), "one").unwrap();
        let files = || {
            let made = MadeFolder::by([solution.as_path()].into_iter(), dir.path());
            made.files("01", "", Some(&input), None, || None)
        };
        let make = || {
            let Files::Recipe(recipe) = files() else { panic!("no answer yet") };
            fs::create_dir_all(recipe.answer.parent().unwrap()).unwrap();
            fs::write(&recipe.answer, "").unwrap();
            assert!(matches!(files(), Files::There(..)));
        };
        make();
        fs::write(&input, "2").unwrap();
        make();
        fs::write(solution.join("main.py"), "two").unwrap();
        make();
    }
}
