//! What the tests so far leave undecided, so that no more than that is judged.
//!
//! A solution's verdict is its first one in judging order that is not accepted, so the tests after
//! it add nothing, unless the solution still owes a failure that only they can bring. Where a
//! package makes verdicts and scores by rules of its own, they say which tests count
//! ([`Grading::decided`]). Where tests are worth points, the same holds within each group: a group
//! that has failed, or that requires one that has, is worth nothing, whatever its other tests get.
//! In a group that is a sum, every test counts.
//!
//! All this depends on verdicts in judging order alone, never on which worker was faster.

use crate::expectation::{Expectation, Rule};
use crate::grading::Grading;
use crate::id::TestId;
use crate::problem::Problem;
use crate::score::{Grade, Group, Scoring};
use crate::verdict::Verdict;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A solution in the middle of its tests.
#[derive(Clone, Debug)]
pub struct Lazy {
    expected: Expectation,
    groups: Vec<Group>,
    /// The promises that no test has kept yet.
    owed: Vec<Rule>,
    failed: bool,
    /// A test got what it may not get: promises no longer matter.
    surprised: bool,
    /// Names of failed groups, and `sample`.
    failed_groups: Vec<String>,
    /// Set in a package with rules of its own.
    graded: Option<OpenGrading>,
}

/// What a package's own rules leave open.
#[derive(Clone, Debug)]
struct OpenGrading {
    grading: Arc<Grading>,
    /// All tests of the problem, in judging order.
    tests: Vec<TestId>,
    taken: HashMap<TestId, Grade>,
    decided: HashSet<TestId>,
}

impl OpenGrading {
    /// Takes a verdict. True when more tests are decided now.
    fn take(&mut self, test: &TestId, verdict: Verdict) -> bool {
        self.taken.insert(test.clone(), Grade { verdict, points: None });
        if verdict == Verdict::Accepted {
            return false;
        }
        let tests: Vec<&TestId> = self.tests.iter().collect();
        let decided = self.grading.decided(&tests, &|test| self.taken.get(test).copied());
        let before = self.decided.len();
        self.decided.extend(tests.iter().zip(decided).filter(|(_, decided)| *decided).map(|(test, _)| (*test).clone()));
        self.decided.len() > before
    }
}

impl Lazy {
    /// The state before the first test.
    pub fn of(expected: &Expectation, problem: &Problem) -> Lazy {
        let graded = |grading: &Arc<Grading>| OpenGrading {
            grading: Arc::clone(grading),
            tests: problem.tests.iter().map(|test| test.id.clone()).collect(),
            taken: HashMap::new(),
            decided: HashSet::new(),
        };
        Lazy {
            owed: expected.missing(&[]).into_iter().cloned().collect(),
            expected: expected.clone(),
            groups: problem.groups.clone(),
            failed: false,
            surprised: false,
            failed_groups: Vec::new(),
            graded: problem.rules.grading.as_ref().map(graded),
        }
    }

    /// Whether the verdict of `test` may change what is known of the solution.
    pub fn needs(&self, test: &TestId) -> bool {
        let promised = !self.surprised && self.owed.iter().any(|rule| rule.matches(test));
        promised || !self.is_decided(test)
    }

    /// Whether anything that counts could change if `test` did not get `verdict`: the solution's
    /// verdict, its points, or whether it is as expected.
    pub fn hangs_on(&self, test: &TestId, verdict: Verdict) -> bool {
        self.needs(test) || (!self.surprised && !self.expected.permits(test, verdict))
    }

    /// Takes the verdict of the next test in judging order; a test without a verdict decides
    /// nothing. True when fewer tests may be needed now. A test that is not needed never is again.
    pub fn take(&mut self, test: &TestId, verdict: Verdict) -> bool {
        let passed_over = self.graded.as_mut().is_some_and(|graded| graded.take(test, verdict));
        if verdict == Verdict::Accepted {
            return false;
        }
        let before = (self.failed, self.surprised, self.owed.len(), self.failed_groups.len());
        self.failed = true;
        self.surprised |= !self.expected.permits(test, verdict);
        self.owed.retain(|rule| !(rule.verdicts.contains(verdict) && rule.matches(test)));
        let names = self.groups.iter().map(|group| &*group.name).chain(["sample"]);
        let new = names.filter(|name| test.lies_in(name) && !self.has_failed(name)).map(str::to_owned);
        let new: Vec<String> = new.collect();
        self.failed_groups.extend(new);
        passed_over || before != (self.failed, self.surprised, self.owed.len(), self.failed_groups.len())
    }

    fn is_decided(&self, test: &TestId) -> bool {
        if let Some(graded) = &self.graded {
            return graded.decided.contains(test);
        }
        if self.groups.is_empty() {
            return self.failed;
        }
        // Tests in no group are few, and their results are worth knowing apart from the points.
        let Some(group) = self.groups.iter().find(|group| group.holds(test)) else { return false };
        self.is_blocked(group)
            || match group.scoring {
                Scoring::PassFail | Scoring::Min => self.has_failed(&group.name),
                Scoring::Sum => false,
            }
    }

    /// Whether a group that it requires has failed, or is itself blocked.
    fn is_blocked(&self, group: &Group) -> bool {
        group.requires.iter().any(|name| {
            // A group requires only earlier ones, so this ends.
            self.has_failed(name) || self.groups.iter().any(|g| g.name == *name && self.is_blocked(g))
        })
    }

    fn has_failed(&self, name: &str) -> bool {
        self.failed_groups.iter().any(|failed| failed == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Points, ProblemId};

    fn rule(tests: Option<&str>, verdicts: &[Verdict]) -> Rule {
        let tests = tests.map(|text| glob::Pattern::new(text).unwrap());
        Rule { tests, verdicts: verdicts.iter().copied().collect(), ..Rule::default() }
    }

    fn group(name: &str, scoring: Scoring, requires: &[&str]) -> Group {
        let requires = requires.iter().map(|name| (*name).to_owned()).collect();
        Group { name: name.to_owned(), limits: Limits::default(), points: Points(1), scoring, requires, tests: 0 }
    }

    fn lazy(expected: &Expectation, groups: &[Group]) -> Lazy {
        let mut problem = Problem::new(ProblemId::parse("p").unwrap());
        problem.groups = groups.to_vec();
        Lazy::of(expected, &problem)
    }

    /// `results`: tests with what they would get, in judging order. `needed`: the tests that must
    /// be needed.
    fn check(rules: &[Rule], groups: &[Group], results: &str, needed: &str) {
        let expected = Expectation { rules: rules.to_vec(), ..Expectation::default() };
        let mut lazy = lazy(&expected, groups);
        let mut needed_ids = Vec::new();
        for word in results.split_whitespace() {
            let (test, letter) = word.split_once('=').unwrap();
            let id = TestId(test.into());
            if lazy.needs(&id) {
                needed_ids.push(test);
                // A fault has no letter, and decides nothing.
                if let Some(verdict) = Verdict::ALL.into_iter().find(|v| letter.starts_with(v.letter())) {
                    lazy.take(&id, verdict);
                }
            }
        }
        assert_eq!(needed_ids.join(" "), needed, "{results}");
    }

    #[test]
    fn a_solution_that_must_be_right_is_decided_by_its_first_failure() {
        check(&[], &[], "a=. b=. c=W d=. e=T", "a b c");
        check(&[], &[], "a=. b=.", "a b");
        check(&[], &[], "a=! b=W c=.", "a b");
    }

    #[test]
    fn a_promised_failure_decides_when_it_has_come() {
        let wrong = [rule(None, &[Verdict::WrongAnswer])];
        check(&wrong, &[], "a=. b=W c=W", "a b");
        check(&wrong, &[], "a=T b=W", "a");
        let either = [rule(None, &[Verdict::WrongAnswer, Verdict::Accepted])];
        check(&either, &[], "a=. b=W c=W", "a b");
    }

    #[test]
    fn while_a_promise_is_open_the_tests_that_can_keep_it_are_judged() {
        let both = [rule(None, &[Verdict::WrongAnswer]), rule(Some("big/*"), &[Verdict::TimeLimit])];
        check(&both, &[], "a=W b=W big/1=. big/2=T big/3=T c=.", "a big/1 big/2");
        // A verdict that is not as expected decides, whatever else was promised.
        check(&both, &[], "a=R big/1=T", "a");
    }

    #[test]
    fn nothing_hangs_on_a_failure_that_is_one_more_of_the_same() {
        let expected =
            Expectation { rules: vec![rule(Some("big/*"), &[Verdict::TimeLimit])], ..Expectation::default() };
        let mut lazy = lazy(&expected, &[]);
        let hangs = |lazy: &Lazy, test: &str| lazy.hangs_on(&TestId(test.into()), Verdict::TimeLimit);
        assert!(hangs(&lazy, "big/1"), "the promise is not kept yet");
        lazy.take(&TestId("big/1".into()), Verdict::TimeLimit);
        assert!(!hangs(&lazy, "big/2"));
        assert!(hangs(&lazy, "small/1"), "it would be a surprise");
        lazy.take(&TestId("small/1".into()), Verdict::WrongAnswer);
        assert!(!hangs(&lazy, "small/2"), "one surprise is as good as two");
    }

    #[test]
    fn a_group_ends_at_its_first_failure_unless_every_test_counts() {
        let groups = [
            group("p", Scoring::PassFail, &["sample"]),
            group("s", Scoring::Sum, &[]),
            group("m", Scoring::Min, &[]),
            group("q", Scoring::PassFail, &["p"]),
            group("r", Scoring::Sum, &["q"]),
        ];
        let all = "sample/1=. p/1=. p/2=W p/3=. s/1=W s/2=. m/1=W m/2=. q/1=. r/1=. x/1=W x/2=.";
        check(&[], &groups, all, "sample/1 p/1 p/2 s/1 s/2 m/1 x/1 x/2");
        check(&[], &groups, "sample/1=W sample/2=. p/1=. s/1=. q/1=.", "sample/1 sample/2 s/1");
        let owed = [rule(None, &[Verdict::WrongAnswer]), rule(Some("q/*"), &[Verdict::TimeLimit])];
        check(&owed, &groups, "sample/1=. p/1=W p/2=W q/1=. q/2=T q/3=T", "sample/1 p/1 q/1 q/2");
    }
}
