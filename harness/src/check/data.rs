//! What is unusual in the bytes of test files. None of it is wrong by itself: a test may mean it.
//! Where nobody means it, judges refuse it or change it, or a right solution fails on it.

use model::{Key, Problem};
use report::text::phrase::{count, names};
use std::collections::BTreeMap;
use std::fs;

/// In the order in which a file is named for one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Oddity {
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

    const fn words(self) -> &'static str {
        match self {
            Oddity::Utf16 => "in UTF-16",
            Oddity::Mark => "with a byte order mark",
            Oddity::Windows => "with line ends of Windows",
            Oddity::NoEnd => "without a line end at the end",
            Oddity::Trailing => "with white space at line ends",
        }
    }
}

/// A line for each oddity of the problem's tests, and one for inputs that are the same.
pub(super) fn notes(problem: &Problem) -> String {
    let mut odd: BTreeMap<(Oddity, &str), Vec<String>> = BTreeMap::new();
    let mut same: BTreeMap<Key, Vec<String>> = BTreeMap::new();
    for test in &problem.tests {
        for (kind, file) in [("input", &test.input), ("answer", &test.answer)] {
            // What cannot be read is an error elsewhere.
            let Ok(bytes) = fs::read(file) else { continue };
            if let Some(oddity) = Oddity::of(&bytes) {
                odd.entry((oddity, kind)).or_default().push(test.id.to_string());
            }
            if kind == "input" && !test.id.is_sample() {
                same.entry(Key::of(&[], &bytes)).or_default().push(test.id.to_string());
            }
        }
    }
    let id = &problem.id;
    let line = |(oddity, kind): &(Oddity, &str), tests: &Vec<String>| {
        format!("  {id}: {} {}: {}\n", count(tests.len(), kind), oddity.words(), names(tests, 3))
    };
    let odd = odd.iter().map(|(key, tests)| line(key, tests));
    let twins = same.values().filter(|tests| tests.len() > 1);
    let twins = twins.map(|tests| format!("  {id}: the same input in {}\n", names(tests, 4)));
    odd.chain(twins).collect()
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
