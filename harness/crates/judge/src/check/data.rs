//! What is unusual in the bytes of test files. None of it is wrong by itself: a test may mean it.
//! Where nobody means it, judges refuse it or change it, or a right solution fails on it.

use engine::run::TestFile;
use model::{Key, Problem, TestId};
use std::collections::BTreeMap;

/// What is unusual in a file, in words; of several things the first.
fn oddity(bytes: &[u8]) -> Option<&'static str> {
    let ends = |end: &[u8]| bytes.split(|byte| *byte == b'\n').any(|line| line.ends_with(end));
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        Some("in UTF-16")
    } else if bytes.starts_with(b"\xef\xbb\xbf") {
        Some("with a byte order mark")
    } else if bytes.windows(2).any(|pair| pair == b"\r\n") {
        Some("with line ends of Windows")
    } else if !bytes.is_empty() && !bytes.ends_with(b"\n") {
        Some("without a line end at the end")
    } else if ends(b" ") || ends(b"\t") {
        Some("with white space at line ends")
    } else {
        None
    }
}

/// What is unusual in the test files of a problem.
#[derive(Clone, Debug, Default)]
pub struct TestFiles {
    /// Tests whose files of a kind are unusual in the same way.
    pub odd: Vec<OddFiles>,
    /// Tests with the same input. Samples may be tests once more.
    pub same: Vec<Vec<TestId>>,
}

/// Files that are unusual in one way.
#[derive(Clone, Debug)]
pub struct OddFiles {
    /// In words: `in UTF-16`.
    pub oddity: &'static str,
    /// Whether it is about the inputs or the answers.
    pub file: TestFile,
    /// The tests whose files are like this.
    pub tests: Vec<TestId>,
}

pub(super) fn unusual(problem: &Problem) -> TestFiles {
    let mut odd: Vec<OddFiles> = Vec::new();
    let mut same: BTreeMap<Key, Vec<TestId>> = BTreeMap::new();
    for test in &problem.tests {
        for (kind, file) in [(TestFile::Input, &test.input), (TestFile::Answer, &test.answer)] {
            // What cannot be read is an error elsewhere.
            let Ok(bytes) = beneath::read(file) else { continue };
            if let Some(oddity) = oddity(&bytes) {
                match odd.iter_mut().find(|odd| odd.oddity == oddity && odd.file == kind) {
                    Some(odd) => odd.tests.push(test.id.clone()),
                    None => odd.push(OddFiles { oddity, file: kind, tests: vec![test.id.clone()] }),
                }
            }
            if kind == TestFile::Input && !test.id.is_sample() {
                same.entry(Key::of(&[], &bytes)).or_default().push(test.id.clone());
            }
        }
    }
    TestFiles { odd, same: same.into_values().filter(|tests| tests.len() > 1).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unusual_in_a_file_is_told_from_what_is_not() {
        let check = |bytes: &[u8], expected: Option<&str>| assert_eq!(oddity(bytes), expected, "{bytes:?}");
        check(b"1 2\n3\n", None);
        check(b"", None);
        check(b"1 2\r\n", Some("with line ends of Windows"));
        check(b"1 2", Some("without a line end at the end"));
        check(b"1 2 \n3\n", Some("with white space at line ends"));
        check(b"1\t\n", Some("with white space at line ends"));
        check(b"\xef\xbb\xbf1\n", Some("with a byte order mark"));
        check(b"\xff\xfe1\0\n\0", Some("in UTF-16"));
    }
}
