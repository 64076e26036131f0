//! `-t GLOB`: tests by their ids.

use crate::plan::error::PlanError;
use model::TestId;
use model::expectation::glob_matches;
use model::nearest_few;
use std::collections::HashSet;
use std::str::FromStr;
use thiserror::Error;

/// Matches a test's whole id (`secret/*-max`), or its name alone when the pattern has no `/`
/// (`03-*`), or a group and everything below it when it is spelt out (`sample`, `secret/large`).
/// `*` stops at `/`, `**` does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPattern {
    text: String,
    glob: glob::Pattern,
}

#[derive(Debug, Error)]
#[error("`{pattern}` is not a glob")]
pub struct PatternError {
    pattern: String,
    source: glob::PatternError,
}

impl FromStr for TestPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<TestPattern, PatternError> {
        let text = text.trim_end_matches('/');
        let glob = glob::Pattern::new(text).map_err(|source| PatternError { pattern: text.to_owned(), source })?;
        Ok(TestPattern { text: text.to_owned(), glob })
    }
}

/// How many tests are named where a pattern matches none and is near to none.
const NAMED: usize = 4;

impl TestPattern {
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether it is the whole id of this test. Then it means this test, and not those of the same
    /// name in folders: `1` is not `a/1` where there is a `1`.
    pub fn is(&self, test: &TestId) -> bool {
        self.text == *test.0
    }

    pub fn matches(&self, test: &TestId) -> bool {
        // A name may hold what means something else in a pattern: `a[1]`.
        if self.text == *test.0 || self.text == name(test) {
            return true;
        }
        let group = || test.0.strip_prefix(&*self.text).is_some_and(|rest| rest.starts_with('/'));
        let by_name = || !self.text.contains('/') && glob_matches(&self.glob, name(test));
        glob_matches(&self.glob, &test.0) || by_name() || group()
    }

    /// # Errors
    /// When none of `tests` matches.
    pub(super) fn check<'a>(&self, tests: impl Iterator<Item = &'a TestId> + Clone) -> Result<(), PlanError> {
        if tests.clone().any(|test| self.matches(test)) {
            return Ok(());
        }
        let folders = |test: &'a TestId| test.0.match_indices('/').map(|(at, _)| &test.0[..at]);
        let folders = tests.clone().flat_map(folders);
        let near = match self.text.contains('/') {
            true => nearest_few(&self.text, tests.clone().map(|test| &*test.0).chain(folders), 3),
            false => nearest_few(&self.text, tests.clone().map(name).chain(folders), 3),
        };
        let near = near.into_iter().map(str::to_owned).collect();
        let mut seen = HashSet::new();
        let mut ids: Vec<String> = tests.filter(|test| seen.insert(*test)).map(ToString::to_string).collect();
        let more = ids.len().saturating_sub(NAMED);
        ids.truncate(NAMED);
        Err(PlanError::NoSuchTest { pattern: self.text.clone(), near, there: (ids, more) })
    }
}

/// The same patterns, with each list `1,2` spelt out. A list that matches a test as it stands is
/// none: names may hold commas.
pub fn spelt_out<'a, T>(patterns: &[TestPattern], tests: &T) -> Vec<TestPattern>
where
    T: Iterator<Item = &'a TestId> + Clone,
{
    let parts = |pattern: &TestPattern| {
        let words = pattern.text.split(',').map(str::trim).filter(|word| !word.is_empty());
        let parts: Result<Vec<TestPattern>, PatternError> = words.map(str::parse).collect();
        let is_list = pattern.text.contains(',') && !tests.clone().any(|test| pattern.matches(test));
        parts.ok().filter(|parts| is_list && !parts.is_empty()).unwrap_or_else(|| vec![pattern.clone()])
    };
    patterns.iter().flat_map(parts).collect()
}

/// The last part of an id.
fn name(test: &TestId) -> &str {
    test.0.rsplit('/').next().unwrap_or(&test.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, matched: &[&str]) {
        let all = ["sample/01", "secret/01", "secret/03-allneg", "secret/large/03-max", "secret/[x]", "top"];
        let pattern: TestPattern = pattern.parse().unwrap();
        let found: Vec<&str> = all.into_iter().filter(|id| pattern.matches(&TestId((*id).into()))).collect();
        assert_eq!(found, matched, "{pattern:?}");
    }

    #[test]
    fn a_pattern_with_a_slash_matches_the_whole_id() {
        check("sample/01", &["sample/01"]);
        check("secret/*", &["secret/01", "secret/03-allneg", "secret/[x]"]);
        check("secret/**", &["secret/01", "secret/03-allneg", "secret/large/03-max", "secret/[x]"]);
        check("*/01", &["sample/01", "secret/01"]);
    }

    #[test]
    fn a_pattern_without_a_slash_matches_names() {
        check("01", &["sample/01", "secret/01"]);
        check("03-allneg", &["secret/03-allneg"]);
        check("03-*", &["secret/03-allneg", "secret/large/03-max"]);
        check("top", &["top"]);
        check("03", &[]);
        check("s*", &[]);
    }

    #[test]
    fn a_group_that_is_spelt_out_stands_for_its_tests() {
        check("sample", &["sample/01"]);
        check("secret/large", &["secret/large/03-max"]);
        check("secret/", &["secret/01", "secret/03-allneg", "secret/large/03-max", "secret/[x]"]);
        check("sec", &[]);
    }

    #[test]
    fn a_list_is_spelt_out_unless_a_test_is_called_like_it() {
        let tests = ["1", "2", "a,b", "[1,2]"].map(|id| TestId(id.into()));
        let check = |list: &str, expected: &[&str]| {
            let parts = spelt_out(&[list.parse().unwrap()], &tests.iter());
            assert_eq!(parts.iter().map(TestPattern::as_str).collect::<Vec<_>>(), expected);
        };
        check("1,2", &["1", "2"]);
        check("1, 9,", &["1", "9"]);
        check("a,b", &["a,b"]);
        check("*,*", &["*,*"]);
        check("[5,6]", &["[5,6]"]);
        check(",", &[","]);
        check("1", &["1"]);
    }

    #[test]
    fn what_is_no_glob_is_an_error() {
        assert!("[".parse::<TestPattern>().is_err());
        assert!("a**b".parse::<TestPattern>().is_err());
    }
}
