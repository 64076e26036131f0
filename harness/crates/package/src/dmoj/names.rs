//! Tests found by the names of their files, as DMOJ does where `init.yml` lists none.

use super::init::{CaseEntry, TestEntry};
use regex_lite::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The tests among files of these names, in the order of their numbers: `1.in`, `2-3.in` (the third
/// test of batch 2). The rest of each is as `usual`.
pub fn tests<'n>(names: impl Iterator<Item = &'n str>, usual: &CaseEntry) -> Vec<TestEntry> {
    let mut found: BTreeMap<u64, BTreeMap<Option<u64>, CaseEntry>> = BTreeMap::new();
    for name in names {
        let lower = name.to_ascii_lowercase();
        let is = |word: &str| lower.contains(&format!(".{word}")) || lower.starts_with(word);
        let (input, answer) = (is("in"), is("out"));
        let Some((batch, case)) = numbers(name).filter(|_| input || answer) else { continue };
        let (first, second) = batch.map_or((case, None), |batch| (batch, Some(case)));
        let unnamed = || CaseEntry { input: None, answer: None, ..usual.clone() };
        let case = found.entry(first).or_default().entry(second).or_insert_with(unnamed);
        if input {
            case.input = Some(name.to_owned());
        }
        if answer {
            case.answer = Some(name.to_owned());
        }
    }
    let entry = |mut cases: BTreeMap<Option<u64>, CaseEntry>| match (cases.len(), cases.remove(&None)) {
        (1, Some(case)) => TestEntry::Case(case),
        (_, single) => {
            let cases = single.into_iter().chain(cases.into_values()).collect();
            TestEntry::Batch { points: usual.points, dependencies: Vec::new(), cases }
        }
    };
    found.into_values().map(entry).collect()
}

/// The last number in a name, and the one before it where that begins a word: the batch. Source:
/// the judge's own expression for such names.
static NUMBERS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^.*?(?:(?:^|\W)(\d+)[^\d\s]+)?(\d+)[^\d\s]*$").expect("a test reads names by it"));

fn numbers(name: &str) -> Option<(Option<u64>, u64)> {
    let found = NUMBERS.captures(name)?;
    let number = |at: usize| found.get(at)?.as_str().parse().ok();
    Some((number(1), number(2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_batches_and_tests_are_those_that_dmoj_sees() {
        for (name, expected) in [
            ("test.1.in", Some((None, 1))),
            ("test-case-12.in", Some((None, 12))),
            ("test-1-2.in", Some((Some(1), 2))),
            ("test-batch-1-case-2.in", Some((Some(1), 2))),
            ("1.2.in", Some((Some(1), 2))),
            ("tle16p4.10.in", Some((None, 10))),
            ("7.in", Some((None, 7))),
            ("a.in", None),
        ] {
            assert_eq!(numbers(name), expected, "{name}");
        }
    }

    #[test]
    fn inputs_and_answers_of_one_number_belong_together() {
        let names = ["10.out", "2.1.in", "2.1.out", "10.in", "2.2.in", "README", "1.in", "notes 3.in x"];
        let usual = CaseEntry { points: 3.0, ..CaseEntry::default() };
        let files = |input: &str, answer: &str| CaseEntry {
            input: Some(input.to_owned()).filter(|name| !name.is_empty()),
            answer: Some(answer.to_owned()).filter(|name| !name.is_empty()),
            ..usual.clone()
        };
        let cases = vec![files("2.1.in", "2.1.out"), files("2.2.in", "")];
        assert_eq!(
            tests(names.into_iter(), &usual),
            [
                TestEntry::Case(files("1.in", "")),
                TestEntry::Batch { points: 3.0, dependencies: Vec::new(), cases },
                TestEntry::Case(files("10.in", "10.out")),
            ]
        );
    }
}
