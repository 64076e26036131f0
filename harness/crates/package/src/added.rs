//! New tests in a package: its list of tests, made longer where it has one, and their files.
//!
//! The list remains as its author wrote it, but for the new lines. Where these do not stand at the
//! end of the file, it is read again: a list that does not then hold the new tests stays as it is.

use crate::draft::Draft;
use model::TestId;
use std::ops::Range;
use std::path::Path;

/// A test to add.
#[derive(Clone, Copy, Debug)]
pub struct NewTest<'t> {
    /// The end of its name tells people what it is: `secret/07-random`. Not every format has a
    /// place for it.
    pub id: &'t TestId,
    pub input: &'t [u8],
    pub answer: &'t [u8],
}

impl NewTest<'_> {
    pub(crate) fn name(&self) -> &str {
        self.id.0.rsplit('/').next().unwrap_or_default()
    }

    /// Adds the test's files, which have these names in the package at `root`.
    pub(crate) fn write(&self, draft: &mut Draft, root: &Path, input: impl AsRef<Path>, answer: impl AsRef<Path>) {
        draft.create(root.join(input), self.input);
        draft.create(root.join(answer), self.answer);
    }
}

/// The tests as files of `folder` that are called as they are.
pub fn in_folder(folder: &Path, tests: &[NewTest<'_>]) -> Draft {
    let mut draft = Draft::default();
    for test in tests {
        test.write(&mut draft, folder, format!("{}.in", test.id), format!("{}.ans", test.id));
    }
    draft
}

/// `text` with other words in these places, which do not overlap.
pub fn replaced(text: &str, mut places: Vec<(Range<usize>, String)>) -> String {
    places.sort_by_key(|(place, _)| place.start);
    let (mut new, mut at) = (String::new(), 0);
    for (place, words) in places {
        new.push_str(&text[at..place.start]);
        new.push_str(&words);
        at = place.end;
    }
    new + &text[at..]
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::testing;
    use std::collections::BTreeMap;
    use std::fs;

    /// The files of a package of these files after two tests were added, without those that are as
    /// before. `None` if its list cannot be made longer.
    pub fn changed(
        files: &[(&str, &str)],
        with_tests: fn(&Path, &[NewTest<'_>]) -> Option<Draft>,
    ) -> Option<BTreeMap<String, String>> {
        let folder = testing::folder(files);
        let root = folder.path().join("sum");
        let [edit, random] = ["secret/3-edit", "secret/4-random"].map(|id| TestId(id.into()));
        let tests = [
            NewTest { id: &edit, input: b"3\n", answer: b"33\n" },
            NewTest { id: &random, input: b"4\n", answer: b"44\n" },
        ];
        with_tests(&root, &tests)?.write().unwrap();
        let found = walkdir::WalkDir::new(&root).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        let named = found.map(|entry| {
            let name = entry.path().strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(entry.path()).unwrap())
        });
        Some(named.filter(|(name, text)| !files.contains(&(name.as_str(), text.as_str()))).collect())
    }

    /// The same, as lines `name: text`.
    pub fn lines(files: &[(&str, &str)], with_tests: fn(&Path, &[NewTest<'_>]) -> Option<Draft>) -> Vec<String> {
        let changed = changed(files, with_tests).expect("a list that can be made longer");
        changed.into_iter().map(|(name, text)| format!("{name}: {text}")).collect()
    }
}
