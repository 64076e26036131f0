//! What is unusual in the bytes of test files. None of it is wrong by itself: a test may mean it.
//! Where nobody means it, judges refuse it or change it, or a right solution fails on it.

use engine::run::TestFile;
use model::{Key, Problem, TestId};
use std::collections::BTreeMap;

/// In the order in which a file is named for one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Oddity {
    Utf16,
    Mark,
    Windows,
    NoEnd,
    Trailing,
}

impl Oddity {
    fn of(bytes: &[u8]) -> Option<Oddity> {
        let ends = |end: &[u8]| bytes.split(|byte| *byte == b'\n').any(|line| line.ends_with(end));
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
            Some(Oddity::Utf16)
        } else if bytes.starts_with(b"\xef\xbb\xbf") {
            Some(Oddity::Mark)
        } else if bytes.windows(2).any(|pair| pair == b"\r\n") {
            Some(Oddity::Windows)
        } else if !bytes.is_empty() && !bytes.ends_with(b"\n") {
            Some(Oddity::NoEnd)
        } else if ends(b" ") || ends(b"\t") {
            Some(Oddity::Trailing)
        } else {
            None
        }
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
    pub oddity: Oddity,
    pub file: TestFile,
    pub tests: Vec<TestId>,
}

pub(super) fn unusual(problem: &Problem) -> TestFiles {
    let mut odd: Vec<OddFiles> = Vec::new();
    let mut same: BTreeMap<Key, Vec<TestId>> = BTreeMap::new();
    for test in &problem.tests {
        for (kind, file) in [(TestFile::Input, &test.input), (TestFile::Answer, &test.answer)] {
            // What cannot be read is an error elsewhere.
            let Ok(bytes) = beneath::read(file) else { continue };
            if let Some(oddity) = Oddity::of(&bytes) {
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
    odd.sort_by_key(|odd| (odd.oddity, odd.file == TestFile::Input));
    TestFiles { odd, same: same.into_values().filter(|tests| tests.len() > 1).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unusual_in_a_file_is_told_from_what_is_not() {
        let check = |bytes: &[u8], expected: Option<Oddity>| assert_eq!(Oddity::of(bytes), expected, "{bytes:?}");
        check(b"1 2\n3\n", None);
        check(b"", None);
        check(b"1 2\r\n", Some(Oddity::Windows));
        check(b"1 2", Some(Oddity::NoEnd));
        check(b"1 2 \n3\n", Some(Oddity::Trailing));
        check(b"1\t\n", Some(Oddity::Trailing));
        check(b"\xef\xbb\xbf1\n", Some(Oddity::Mark));
        check(b"\xff\xfe1\0\n\0", Some(Oddity::Utf16));
    }
}
