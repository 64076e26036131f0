//! What a solution's author says it must get, and whether it did.
//!
//! Each directive is a [`Rule`]: a glob over test ids and a set of verdicts. The **last** rule whose glob matches a test
//! says what that test may get: its verdicts, or accepted. Every rule that names a verdict other than accepted also *requires* one of its
//! verdicts on at least one of the tests its glob matches. A test that no rule matches must be accepted.

use crate::encoding::optional_pattern;
use crate::event::Status;
use crate::id::TestId;
use crate::score::{Points, Score};
use crate::verdict::Verdict;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A set of verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VerdictSet(u16);

impl VerdictSet {
    pub const fn with(self, verdict: Verdict) -> VerdictSet {
        VerdictSet(self.0 | 1 << verdict as u16)
    }

    pub const fn contains(self, verdict: Verdict) -> bool {
        self.0 & (1 << verdict as u16) != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Verdict> {
        Verdict::ALL.into_iter().filter(move |v| self.contains(*v))
    }
}

impl FromIterator<Verdict> for VerdictSet {
    fn from_iter<I: IntoIterator<Item = Verdict>>(verdicts: I) -> VerdictSet {
        verdicts.into_iter().fold(VerdictSet::default(), VerdictSet::with)
    }
}

/// A list of names.
impl Serialize for VerdictSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for VerdictSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<VerdictSet, D::Error> {
        Ok(Vec::<Verdict>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// One `expect` directive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Over whole test ids: `*` and `?` stop at `/`, `**` does not. `None` = every test.
    #[serde(with = "optional_pattern")]
    pub tests: Option<glob::Pattern>,
    pub verdicts: VerdictSet,
}

impl Rule {
    pub fn matches(&self, test: &TestId) -> bool {
        self.tests.as_ref().is_none_or(|pattern| glob_matches(pattern, &test.0))
    }

    /// The verdicts of which one must occur; empty when the rule only says `accepted`.
    fn required(&self) -> VerdictSet {
        self.verdicts.iter().filter(|v| *v != Verdict::Accepted).collect()
    }
}

/// The one way a glob is matched against a test id, for directives and for `-t` alike.
pub fn glob_matches(pattern: &glob::Pattern, text: &str) -> bool {
    let options = glob::MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: false,
    };
    pattern.matches_with(text, options)
}

/// `score: 30` or `score: 30..60`, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreRange {
    pub least: Points,
    pub most: Points,
}

impl fmt::Display for ScoreRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most { write!(f, "{}", self.least) } else { write!(f, "{}..{}", self.least, self.most) }
    }
}

/// All of a solution's rules, in the order of its file. None means: accepted everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    pub rules: Vec<Rule>,
    /// The score directive, in a problem with groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreRange>,
}

impl Expectation {
    /// What `test` may get.
    pub fn permitted(&self, test: &TestId) -> VerdictSet {
        let rule = self.rules.iter().rev().find(|rule| rule.matches(test));
        rule.map_or(VerdictSet::default(), |rule| rule.verdicts).with(Verdict::Accepted)
    }

    pub fn permits(&self, test: &TestId, verdict: Verdict) -> bool {
        self.permitted(test).contains(verdict)
    }

    /// The file is meant not to compile.
    pub fn expects_compile_error(&self) -> bool {
        self.rules.iter().any(|rule| rule.tests.is_none() && rule.verdicts.contains(Verdict::CompileError))
    }

    /// What it must score in a problem with groups: what its directive says, or all there is when nothing but accepted is expected.
    pub fn required_score(&self, of: Points) -> Option<ScoreRange> {
        self.score.or_else(|| self.is_accepted().then_some(ScoreRange { least: of, most: of }))
    }

    /// Whether `score` is what it must be, as far as it is known.
    pub fn permits_score(&self, score: &Score) -> bool {
        let within = |range: ScoreRange, points: Points| (range.least..=range.most).contains(&points);
        self.required_score(score.of).zip(score.points).is_none_or(|(range, points)| within(range, points))
    }

    /// True when nothing but accepted is expected anywhere.
    pub fn is_accepted(&self) -> bool {
        self.rules.iter().all(|rule| rule.required() == VerdictSet::default())
    }

    /// Weighs what the tests got. `results` holds every test that was selected: its verdict, or `None` for a fault or a skipped test.
    ///
    /// `whole` says that the selection holds all of the problem's tests. Where it does not, a required verdict that did not occur is
    /// no failure: the test that brings it may be outside the selection.
    pub fn status(&self, results: &[(&TestId, Option<Verdict>)], whole: bool) -> Status {
        let mut unknown = false;
        for (test, verdict) in results {
            match verdict {
                Some(verdict) if !self.permits(test, *verdict) => return Status::Unmet,
                Some(_) => {}
                None => unknown = true,
            }
        }
        if unknown {
            return Status::Undecided;
        }
        if !whole || self.seen(results).into_iter().all(|seen| seen) { Status::Met } else { Status::Unmet }
    }

    /// For each rule, whether one of the verdicts that it requires is among `results`; true for a rule that requires none.
    pub fn seen(&self, results: &[(&TestId, Option<Verdict>)]) -> Vec<bool> {
        let seen = |rule: &Rule| {
            let required = rule.required();
            required == VerdictSet::default()
                || results
                    .iter()
                    .any(|(test, verdict)| rule.matches(test) && verdict.is_some_and(|v| required.contains(v)))
        };
        self.rules.iter().map(seen).collect()
    }
}

/// `accepted`, `wrong-answer`, `wrong-answer (secret/big-*), run-time-error`: one phrase for a report.
impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_accepted() {
            f.write_str("accepted")?;
            return self.score.map_or(Ok(()), |score| write!(f, ", {score} points"));
        }
        for (i, rule) in self.rules.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            for (j, verdict) in rule.verdicts.iter().enumerate() {
                write!(f, "{}{verdict}", if j > 0 { " or " } else { "" })?;
            }
            if let Some(tests) = &rule.tests {
                write!(f, " on {tests}")?;
            }
        }
        self.score.map_or(Ok(()), |score| write!(f, "; {score} points"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Accepted, RunTimeError, TimeLimit, WrongAnswer};

    fn rule(tests: Option<&str>, verdicts: &[Verdict]) -> Rule {
        Rule { tests: tests.map(|t| glob::Pattern::new(t).unwrap()), verdicts: verdicts.iter().copied().collect() }
    }

    fn check(rules: &[Rule], results: &[(&str, Option<Verdict>)], expected: Status) {
        let results: Vec<(TestId, Option<Verdict>)> = results.iter().map(|(t, v)| (TestId((*t).into()), *v)).collect();
        let status = Expectation { rules: rules.to_vec(), score: None }
            .status(&results.iter().map(|(t, v)| (t, *v)).collect::<Vec<_>>(), true);
        assert_eq!(status, expected, "{rules:?} {results:?}");
    }

    #[test]
    fn no_directive_means_accepted_everywhere() {
        check(&[], &[("sample/1", Some(Accepted))], Status::Met);
        check(&[], &[("sample/1", Some(Accepted)), ("secret/1", Some(WrongAnswer))], Status::Unmet);
    }

    #[test]
    fn an_unexpected_accepted_is_as_loud_as_a_wrong_answer() {
        let wrong = [rule(None, &[WrongAnswer])];
        check(&wrong, &[("a", Some(Accepted)), ("b", Some(WrongAnswer))], Status::Met);
        check(&wrong, &[("a", Some(Accepted)), ("b", Some(Accepted))], Status::Unmet);
        check(&wrong, &[("a", Some(WrongAnswer)), ("b", Some(TimeLimit))], Status::Unmet);
    }

    #[test]
    fn one_of_several_required_verdicts_is_enough() {
        let either = [rule(None, &[WrongAnswer, TimeLimit])];
        check(&either, &[("a", Some(TimeLimit)), ("b", Some(Accepted))], Status::Met);
        check(&either, &[("a", Some(Accepted))], Status::Unmet);
    }

    #[test]
    fn the_last_matching_rule_decides_what_a_test_may_get() {
        let rules = [rule(None, &[WrongAnswer]), rule(Some("sample/*"), &[Accepted])];
        check(&rules, &[("sample/1", Some(Accepted)), ("secret/1", Some(WrongAnswer))], Status::Met);
        check(&rules, &[("sample/1", Some(WrongAnswer)), ("secret/1", Some(WrongAnswer))], Status::Unmet);
    }

    #[test]
    fn a_rule_with_a_glob_requires_its_verdict_within_its_glob() {
        let rules = [rule(Some("secret/*-big*"), &[RunTimeError])];
        check(&rules, &[("secret/1", Some(Accepted)), ("secret/2-big", Some(RunTimeError))], Status::Met);
        check(&rules, &[("secret/1", Some(RunTimeError)), ("secret/2-big", Some(RunTimeError))], Status::Unmet);
        check(&rules, &[("secret/1", Some(Accepted)), ("secret/2-big", Some(Accepted))], Status::Unmet);
    }

    #[test]
    fn a_fault_or_a_skipped_test_leaves_it_undecided_never_met() {
        check(&[], &[("a", Some(Accepted)), ("b", None)], Status::Undecided);
        check(&[rule(None, &[WrongAnswer])], &[("a", Some(WrongAnswer)), ("b", None)], Status::Undecided);
        check(&[], &[("a", Some(WrongAnswer)), ("b", None)], Status::Unmet);
    }

    #[test]
    fn a_part_of_the_tests_cannot_disprove_a_required_verdict() {
        let a = TestId("a".into());
        let wrong = Expectation { rules: vec![rule(None, &[WrongAnswer])], score: None };
        assert_eq!(wrong.status(&[(&a, Some(Accepted))], false), Status::Met);
    }

    #[test]
    fn a_score_must_be_what_is_said_or_all_of_it_when_only_accepted_is_expected() {
        let points = |n: u64| Points(n * 1_000_000);
        let permits = |rules: &[Rule], range: Option<(u64, u64)>, got: Option<u64>| {
            let score = range.map(|(least, most)| ScoreRange { least: points(least), most: points(most) });
            let score_got = Score { points: got.map(points), of: points(100), groups: Vec::new() };
            Expectation { rules: rules.to_vec(), score }.permits_score(&score_got)
        };
        assert!(permits(&[], None, Some(100)) && !permits(&[], None, Some(99)) && permits(&[], None, None));
        let wrong = [rule(None, &[WrongAnswer])];
        assert!(permits(&wrong, None, Some(0)) && permits(&wrong, None, Some(100)));
        assert!(permits(&wrong, Some((30, 30)), Some(30)) && !permits(&wrong, Some((30, 30)), Some(31)));
        assert!(permits(&[], Some((30, 60)), Some(60)) && !permits(&[], Some((30, 60)), Some(100)));
    }

    #[test]
    fn a_star_stops_at_a_slash_and_two_do_not() {
        let hit = |pattern: &str, text: &str| glob_matches(&glob::Pattern::new(pattern).unwrap(), text);
        assert!(hit("secret/*", "secret/01") && !hit("secret/*", "secret/large/01"));
        assert!(hit("secret/**", "secret/large/01") && hit("**/01", "secret/large/01"));
    }
}
