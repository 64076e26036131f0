//! Tests found by the names of their files, as DMOJ does where `init.yml` lists none.

use std::collections::BTreeMap;

/// The files of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedFiles {
    pub input: Option<String>,
    pub answer: Option<String>,
}

/// Tests by their numbers: single ones and batches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedTest {
    Case(NamedFiles),
    Batch(Vec<NamedFiles>),
}

/// The tests among files of these names, in the order of their numbers: `1.in`, `2-3.in` (the third
/// test of batch 2).
pub fn tests<'n>(names: impl Iterator<Item = &'n str>) -> Vec<NamedTest> {
    let mut found: BTreeMap<u64, BTreeMap<Option<u64>, NamedFiles>> = BTreeMap::new();
    for name in names {
        let lower = name.to_ascii_lowercase();
        let is = |word: &str| lower.contains(&format!(".{word}")) || lower.starts_with(word);
        let (input, answer) = (is("in"), is("out"));
        let Some((batch, case)) = numbers(name).filter(|_| input || answer) else { continue };
        let (first, second) = batch.map_or((case, None), |batch| (batch, Some(case)));
        let files = found.entry(first).or_default().entry(second).or_default();
        if input {
            files.input = Some(name.to_owned());
        }
        if answer {
            files.answer = Some(name.to_owned());
        }
    }
    let named = |mut cases: BTreeMap<Option<u64>, NamedFiles>| match (cases.len(), cases.remove(&None)) {
        (1, Some(files)) => NamedTest::Case(files),
        (_, single) => NamedTest::Batch(single.into_iter().chain(cases.into_values()).collect()),
    };
    found.into_values().map(named).collect()
}

/// The last number in a name, and the one before it where that begins a word: the batch.
fn numbers(name: &str) -> Option<(Option<u64>, u64)> {
    let bytes = name.as_bytes();
    let is_digit = |at: usize| bytes[at].is_ascii_digit();
    let end = (0..bytes.len()).rev().find(|at| is_digit(*at))? + 1;
    let begin = (0..end).rev().take_while(|at| is_digit(*at)).last()?;
    // White space must not follow the number.
    if bytes[end..].iter().any(u8::is_ascii_whitespace) {
        return None;
    }
    let case = name[begin..end].parse().ok()?;
    let before = (0..begin).rev().take_while(|at| !is_digit(*at)).last().filter(|start| *start > 0);
    let batch = before.filter(|start| !bytes[*start..begin].iter().any(u8::is_ascii_whitespace)).and_then(|stop| {
        let start = (0..stop).rev().take_while(|at| is_digit(*at)).last()?;
        let begins = start == 0 || !(bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'_');
        begins.then(|| name[start..stop].parse().ok()).flatten()
    });
    Some((batch, case))
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
        let files = |input: &str, answer: &str| NamedFiles {
            input: Some(input.to_owned()).filter(|name| !name.is_empty()),
            answer: Some(answer.to_owned()).filter(|name| !name.is_empty()),
        };
        assert_eq!(
            tests(names.into_iter()),
            [
                NamedTest::Case(files("1.in", "")),
                NamedTest::Batch(vec![files("2.1.in", "2.1.out"), files("2.2.in", "")]),
                NamedTest::Case(files("10.in", "10.out")),
            ]
        );
    }
}
