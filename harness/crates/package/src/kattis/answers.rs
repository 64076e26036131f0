//! Problems to which answers are submitted, rather than programs that find them.
//!
//! A submission is a file, a folder or a zip file of outputs, each named like its test. It becomes
//! a program that prints the output of the test whose name it gets as an argument. A missing output
//! is empty.

use crate::judged::PackageFolder;
use crate::kattis::programs::Program;
use crate::tree::files_below;
use crate::zip;
use model::{Test, TestId};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The program, in which `CASES` stands for the outputs.
const PROGRAM: &str = include_str!("answers.txt");

/// The extensions of outputs.
const ENDS: [&str; 3] = ["out", "ans", "txt"];

/// Makes the program, and returns its folder.
///
/// # Errors
/// When a file cannot be read or written, or a zip file is refused.
pub fn program(submission: &Program, tests: &[Arc<Test>], found: &PackageFolder<'_>) -> io::Result<PathBuf> {
    let outputs = outputs(submission, &found.staged("unpacked"))?;
    let (mut files, mut cases) = (Vec::new(), String::new());
    for test in tests {
        let only = (tests.len() == 1 && outputs.len() == 1).then(|| &outputs[0].1);
        let bytes = match only.or_else(|| output(&outputs, &test.id)) {
            Some(path) => beneath::read(path)?,
            None => Vec::new(),
        };
        let place = format!("answers/{}", test.id.0);
        cases.push_str(&format!("        {:?} => include_bytes!({place:?}),\n", &*test.id.0));
        files.push((PathBuf::from(place), bytes));
    }
    let source = PROGRAM.replace("CASES\n", &cases);
    files.push((PathBuf::from("main.rs"), source.into_bytes()));
    found.put_program(&submission.path, &files)
}

/// The names of the outputs, and where each lies.
fn outputs(submission: &Program, unpacked: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    match &submission.files[..] {
        [(name, path)] if name.ends_with(".zip") => Ok(files_below(&zip::unpack(path, unpacked)?)),
        files => Ok(files.to_vec()),
    }
}

/// The output with the longest name that is the test's name or a suffix of it.
fn output<'o>(outputs: &'o [(String, PathBuf)], test: &TestId) -> Option<&'o PathBuf> {
    let stem = |name: &'o str| match name.rsplit_once('.') {
        Some((stem, end)) if ENDS.contains(&end) => stem,
        Some(_) | None => name,
    };
    let is_its = |name: &str| test.0.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    let its = outputs.iter().filter(|(name, _)| is_its(stem(name)));
    its.max_by_key(|(name, _)| name.len()).map(|(_, path)| path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_named_like_its_test() {
        let names = ["01.out", "secret/02.ans", "g/01.out", "1.out", "03"];
        let outputs: Vec<(String, PathBuf)> = names.map(|name| (name.to_owned(), PathBuf::from(name))).to_vec();
        let check = |test: &str, expected: Option<&str>| {
            assert_eq!(output(&outputs, &TestId(test.into())), expected.map(PathBuf::from).as_ref(), "{test}");
        };
        check("secret/01", Some("01.out"));
        check("secret/g/01", Some("g/01.out"));
        check("secret/02", Some("secret/02.ans"));
        check("sample/02", None);
        check("secret/03", Some("03"));
    }
}
