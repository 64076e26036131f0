//! Names of things: problems, solutions, tests, languages. Parsed once at the border, trusted
//! afterwards.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A problem's slug: `[a-z0-9]+(-[a-z0-9]+)*`, the name of its folders under `problems/` and
/// `testdata/`.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
#[cfg_attr(test, schemars(with = "String"))]
pub struct ProblemId(Arc<str>);

/// Why a text is not an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    #[error("`{0}` is not a problem name: use lower-case letters, digits and single hyphens, like `two-heaps`")]
    Slug(String),
    #[error("`{0}` is not a solution's file stem: use `<problem>` or `<problem>--<label>`, like `two-heaps--brute`")]
    Stem(String),
}
impl ProblemId {
    /// # Errors
    /// [`IdError::Slug`] when `text` does not match `[a-z0-9]+(-[a-z0-9]+)*`.
    pub fn parse(text: &str) -> Result<ProblemId, IdError> {
        let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if text.split('-').all(word) { Ok(ProblemId(text.into())) } else { Err(IdError::Slug(text.to_owned())) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ProblemId {
    type Error = IdError;

    fn try_from(text: String) -> Result<ProblemId, IdError> {
        ProblemId::parse(&text)
    }
}

impl fmt::Display for ProblemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A language of the languages table, by its lower-case name: `rust`, `cpp`, `python` …
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Language(pub Arc<str>);

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A solution: the problem it solves, its label (`None` for the model solution), and its file
/// name's extension.
///
/// Ordered as people list them: by problem, then the model solution before the labelled ones, then
/// by label and extension.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SolutionId {
    pub problem: ProblemId,
    pub label: Option<Arc<str>>,
    pub extension: Arc<str>,
}

impl SolutionId {
    /// Parses a file stem, `<problem>` or `<problem>--<label>`.
    ///
    /// # Errors
    /// [`IdError::Stem`] when the stem has an empty or odd label, [`IdError::Slug`] when its first
    /// part is not a slug.
    pub fn parse(stem: &str, extension: &str) -> Result<SolutionId, IdError> {
        let (slug, label) = match stem.split_once("--") {
            Some((slug, label)) => (slug, Some(label)),
            None => (stem, None),
        };
        // A package's submissions are labelled with their folders.
        let odd =
            |l: &str| l.is_empty() || !l.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'/'));
        if label.is_some_and(odd) {
            return Err(IdError::Stem(stem.to_owned()));
        }
        Ok(SolutionId { problem: ProblemId::parse(slug)?, label: label.map(Arc::from), extension: extension.into() })
    }

    /// The file stem: `nim`, `nim--brute`.
    pub fn stem(&self) -> String {
        match &self.label {
            Some(label) => format!("{}--{label}", self.problem),
            None => self.problem.to_string(),
        }
    }

    /// Whether a word within its problem means this solution: `brute`, `brute.rs`, `nim--brute` or
    /// `nim--brute.rs`; for the model solution `nim` and `nim.rs`.
    pub fn is_called(&self, word: &str) -> bool {
        let (name, stem) = (self.name(), self.stem());
        let file = word.strip_suffix(&*self.extension).and_then(|word| word.strip_suffix('.'));
        word == name || word == stem || file.is_some_and(|word| word == name || word == stem)
    }

    /// The short name within its problem: `nim.rs` for the model solution, `brute.rs` for
    /// `nim--brute.rs`; without an extension for one that is a folder. Two solutions of a problem
    /// never share it.
    pub fn short(&self) -> String {
        let name = self.name();
        if self.extension.is_empty() { name.into_owned() } else { format!("{name}.{}", self.extension) }
    }

    /// The short name without its extension.
    fn name(&self) -> Cow<'_, str> {
        let problem = self.problem.as_str();
        match self.label.as_deref() {
            None => problem.into(),
            // The bare label would be the name of the model solution, or of another label's stem.
            Some(label)
                if label.strip_prefix(problem).is_some_and(|rest| rest.is_empty() || rest.starts_with("--")) =>
            {
                self.stem().into()
            }
            Some(label) => label.into(),
        }
    }

    /// The label of a solution in a file or folder of this name, which may hold any character.
    /// Different names have different labels.
    ///
    /// What could not be seen, or would end a line, is written as `%0A`. So a `%` that begins such
    /// a code in the name itself is written as `%25`.
    pub fn label_of(name: &str) -> String {
        let mut label = String::with_capacity(name.len());
        for (at, c) in name.char_indices() {
            if (c == '%' && begins_code(&name[at..])) || c.is_control() || is_invisible(c) {
                let mut bytes = [0; 4];
                c.encode_utf8(&mut bytes).bytes().for_each(|byte| label.push_str(&format!("%{byte:02X}")));
            } else {
                label.push(c);
            }
        }
        label
    }
}

/// Whether a text begins with `%` and two digits of a code.
fn begins_code(text: &str) -> bool {
    let digits = text.as_bytes().get(1..3);
    digits.is_some_and(|digits| digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F')))
}

/// White space other than a blank, and characters that change the direction of a text or have no
/// width: names that differ in them look the same.
fn is_invisible(c: char) -> bool {
    (c.is_whitespace() && c != ' ')
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// `problem/short`: what the command line accepts as a filter, such as `nim/brute.rs`.
impl fmt::Display for SolutionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.problem, self.short()))
    }
}

/// A test: its path below `testdata/<slug>/` without extension, with `/` between parts:
/// `sample/01`, `secret/large/07`.
///
/// Ordered as tests are judged: `sample` first, then by natural order (`2` before `10`).
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TestId(pub Arc<str>);

impl TestId {
    /// The folder part: `sample`, `secret/large`; empty when the test lies directly in
    /// `testdata/<slug>/`.
    pub fn group(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(group, _)| group)
    }

    /// Whether the test lies in this folder or below.
    pub fn lies_in(&self, folder: &str) -> bool {
        lies_in(&self.0, folder)
    }

    pub fn is_sample(&self) -> bool {
        self.0.as_bytes().starts_with(b"sample/")
    }
}

pub(crate) fn lies_in(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

impl fmt::Display for TestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Ord for TestId {
    fn cmp(&self, other: &TestId) -> Ordering {
        other
            .is_sample()
            .cmp(&self.is_sample())
            .then_with(|| natural(&self.0, &other.0))
            .then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for TestId {
    fn partial_cmp(&self, other: &TestId) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares two names the way people number files: runs of digits by value, everything else by
/// byte.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let (mut at, mut bt) = (0, 0);
    // Indices, not iterators: this sorts 20,000 tests in a program that is not optimised.
    while at < a.len() && bt < b.len() {
        match (a[at], b[bt]) {
            (b'0'..=b'9', b'0'..=b'9') => {
                // By value without parsing: without leading zeros, the longer number is the larger
                // one.
                let (x, y) = (number(a, at), number(b, bt));
                let by_value = x.len().cmp(&y.len()).then_with(|| a[x.clone()].cmp(&b[y.clone()]));
                if by_value != Ordering::Equal {
                    return by_value;
                }
                (at, bt) = (x.end, y.end);
            }
            (x, y) if x != y => return x.cmp(&y),
            _ => (at, bt) = (at + 1, bt + 1),
        }
    }
    (a.len() - at).cmp(&(b.len() - bt))
}

/// The run of digits that begins at `at`, without its leading zeros.
fn number(text: &[u8], mut at: usize) -> Range<usize> {
    while at < text.len() && text[at] == b'0' {
        at += 1;
    }
    let mut end = at;
    while end < text.len() && text[end].is_ascii_digit() {
        end += 1;
    }
    at..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_called_by_its_label_or_file_with_or_without_its_extension() {
        let check = |stem: &str, words: &[&str], others: &[&str]| {
            let id = SolutionId::parse(stem, "rs").unwrap();
            words.iter().for_each(|word| assert!(id.is_called(word), "{stem} {word}"));
            others.iter().for_each(|word| assert!(!id.is_called(word), "{stem} {word}"));
        };
        check("nim", &["nim", "nim.rs"], &["", "rs", "nim.cpp", "nimrs", "nim.", "nim--nim"]);
        let words = ["brute", "brute.rs", "nim--brute", "nim--brute.rs"];
        check("nim--brute", &words, &["nim", "nim.rs", "brut", "brute.cpp", "nim-brute", "nim/brute"]);
    }

    #[test]
    fn different_solutions_of_a_problem_have_different_names_and_each_is_called_by_its_own() {
        let odd = ["nim--nim", "nim--nim--nim", "nim--nim-2", "nim--x", "nim"];
        let ids: Vec<SolutionId> = odd.iter().map(|stem| SolutionId::parse(stem, "rs").unwrap()).collect();
        for one in &ids {
            let called: Vec<&SolutionId> = ids.iter().filter(|id| id.is_called(&one.short())).collect();
            assert_eq!(called, [one], "{one}");
        }
    }

    #[test]
    fn different_file_names_have_different_labels() {
        let names = [
            "x y",
            "x-y",
            "x\ty",
            "x%09y",
            "x%y",
            "x%25y",
            "x%\ty",
            "x%0\t",
            "x\u{200b}y",
            "xy",
            "暴力",
            "正解",
            "X y",
            "x  y",
            "",
        ];
        let labels: std::collections::BTreeSet<String> = names.map(SolutionId::label_of).into();
        assert_eq!(labels.len(), names.len(), "{labels:?}");
        assert_eq!(SolutionId::label_of("a\nb% 100%2 %41"), "a%0Ab% 100%2 %2541");
        assert_eq!(SolutionId::label_of("accepted/x y#$"), "accepted/x y#$");
    }

    #[test]
    fn slugs_are_lower_case_words_joined_by_single_hyphens() {
        for good in ["nim", "a1", "nim-cases", "georgia-and-bob", "2-sat"] {
            assert!(ProblemId::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "-", "a-", "-a", "a--b", "Nim", "a_b", "a b", "é", "a/b", ".."] {
            assert!(ProblemId::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_stem_names_problem_and_label() {
        let id = SolutionId::parse("nim-cases--x-not-reset", "rs").unwrap();
        assert_eq!((id.problem.as_str(), id.label.as_deref()), ("nim-cases", Some("x-not-reset")));
        assert_eq!((id.stem().as_str(), id.short().as_str()), ("nim-cases--x-not-reset", "x-not-reset.rs"));
        assert_eq!(SolutionId::parse("nim", "cpp").unwrap().to_string(), "nim/nim.cpp");
        for bad in ["nim--", "--x", "nim--a.b", "nim--a b"] {
            assert!(SolutionId::parse(bad, "rs").is_err(), "{bad}");
        }
    }

    #[test]
    fn tests_are_judged_sample_first_then_in_natural_order() {
        let mut ids: Vec<TestId> =
            ["secret/10", "secret/2", "sample/2", "secret/large/1", "sample/10", "secret/02", "aaa/1"]
                .map(|s| TestId(s.into()))
                .into();
        ids.sort();
        let names: Vec<&str> = ids.iter().map(|id| &*id.0).collect();
        assert_eq!(names, ["sample/2", "sample/10", "aaa/1", "secret/02", "secret/2", "secret/10", "secret/large/1"]);
    }

    #[test]
    fn natural_order_compares_numbers_by_value_whatever_their_length() {
        assert_eq!(natural("a99999999999999999999", "a100000000000000000000"), Ordering::Less);
        assert_eq!(natural("a1b", "a1"), Ordering::Greater);
        assert_eq!(natural("", ""), Ordering::Equal);
        assert_eq!(natural("x007", "x7"), Ordering::Equal);
    }
}
