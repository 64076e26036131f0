//! Which of a problem's tests a solution is judged on: the `only` directive.

use crate::expectation::glob_matches;
use crate::id::TestId;

/// One glob of an `only` directive, over whole test ids as in a [`Rule`](crate::Rule).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyGlob {
    pub tests: glob::Pattern,
    /// Written with `!` in front: the tests that match are left out.
    pub excludes: bool,
}

impl OnlyGlob {
    pub fn matches(&self, test: &TestId) -> bool {
        glob_matches(&self.tests, &test.0)
    }
}

/// All of a file's `only` globs. No glob: the solution is judged on every test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnlyGlobs {
    pub globs: Vec<OnlyGlob>,
}

impl OnlyGlobs {
    /// Whether the solution is judged on `test`: one of the globs matches it, or all of them
    /// exclude, and none excludes it.
    ///
    /// The order of the globs does not matter.
    pub fn holds(&self, test: &TestId) -> bool {
        let (excluding, including): (Vec<&OnlyGlob>, Vec<&OnlyGlob>) =
            self.globs.iter().partition(|glob| glob.excludes);
        let included = including.is_empty() || including.iter().any(|glob| glob.matches(test));
        included && !excluding.iter().any(|glob| glob.matches(test))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(globs: &[&str], held: &[&str]) {
        let all = ["sample/01", "secret/02", "secret/03-big", "secret/large/04"];
        let glob = |text: &&str| OnlyGlob {
            tests: glob::Pattern::new(text.trim_start_matches('!')).unwrap(),
            excludes: text.starts_with('!'),
        };
        let only = OnlyGlobs { globs: globs.iter().map(glob).collect() };
        let found: Vec<&str> = all.into_iter().filter(|id| only.holds(&TestId((*id).into()))).collect();
        assert_eq!(found, held, "{globs:?}");
    }

    #[test]
    fn without_globs_every_test_is_held() {
        check(&[], &["sample/01", "secret/02", "secret/03-big", "secret/large/04"]);
    }

    #[test]
    fn one_matching_glob_is_enough() {
        check(&["secret/*"], &["secret/02", "secret/03-big"]);
        check(&["secret/02", "secret/large/*"], &["secret/02", "secret/large/04"]);
        check(&["nothing/*"], &[]);
    }

    #[test]
    fn an_exclamation_mark_leaves_tests_out_wherever_it_stands() {
        check(&["!*/*-big"], &["sample/01", "secret/02", "secret/large/04"]);
        check(&["!secret/*-big", "secret/*"], &["secret/02"]);
        check(&["secret/*", "!secret/*-big"], &["secret/02"]);
    }
}
