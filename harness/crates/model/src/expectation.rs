//! The verdicts that a solution must get, as its author's directives say.
//!
//! Each directive is a [`Rule`]: a glob over test ids and a set of verdicts. The **last** rule
//! whose glob matches a test says what that test may get: its verdicts, or accepted. A rule that
//! does not name accepted also *requires* one of its verdicts on at least one of the tests its glob
//! matches. A test that no rule matches must be accepted.

use crate::encoding::OptionalPattern;
use crate::id::TestId;
use crate::points::Points;
use crate::verdict::Verdict;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A set of verdicts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "Vec<Verdict>"))]
pub struct VerdictSet(u16);

impl VerdictSet {
    pub const fn with(self, verdict: Verdict) -> VerdictSet {
        VerdictSet(self.0 | 1 << verdict as u16)
    }

    pub const fn contains(self, verdict: Verdict) -> bool {
        self.0 & (1 << verdict as u16) != 0
    }

    /// Whatever a program gets that was run.
    pub fn of_any_run() -> VerdictSet {
        Verdict::ALL.into_iter().filter(|verdict| *verdict != Verdict::CompileError).collect()
    }

    pub fn iter(self) -> impl Iterator<Item = Verdict> {
        Verdict::ALL.into_iter().filter(move |v| self.contains(*v))
    }

    /// `wrong-answer or time-limit`, each in the form that `word` gives.
    pub fn words(self, word: fn(Verdict) -> &'static str) -> String {
        self.iter().map(word).collect::<Vec<_>>().join(" or ")
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Over whole test ids: `*` and `?` stop at `/`, `**` does not. `None` = every test.
    #[serde(with = "OptionalPattern")]
    pub tests: Option<glob::Pattern>,
    /// More tests, for a package whose pattern no glob can express.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<TestId>,
    pub verdicts: VerdictSet,
    /// The checker must say this on one of the tests. Such a rule does not restrict verdicts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Rule {
    pub fn matches(&self, test: &TestId) -> bool {
        self.tests.as_ref().is_none_or(|pattern| glob_matches(pattern, &test.0)) || self.also.contains(test)
    }

    /// `big/*` or `big/1 and 3 others`; `None`: all tests.
    pub fn on(&self) -> Option<String> {
        let others = match self.also.len() {
            0 => String::new(),
            1 => " and another".to_owned(),
            more => format!(" and {more} others"),
        };
        self.tests.as_ref().map(|tests| format!("{tests}{others}"))
    }

    /// The verdicts of which one must occur. Empty when `accepted` is among them, which does as
    /// well.
    fn required(&self) -> VerdictSet {
        if self.message.is_some() || self.verdicts.contains(Verdict::Accepted) {
            VerdictSet::default()
        } else {
            self.verdicts
        }
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreRange {
    pub least: Points,
    pub most: Points,
}

impl ScoreRange {
    /// Every score, for a solution that must be accepted but need not have all points.
    pub fn any() -> ScoreRange {
        ScoreRange { least: Points::LEAST, most: Points::GREATEST }
    }

    pub fn contains(&self, points: Points) -> bool {
        (self.least..=self.most).contains(&points)
    }
}

impl fmt::Display for ScoreRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == ScoreRange::any() {
            f.write_str("any")
        } else if self.least == self.most {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{}..{}", self.least, self.most)
        }
    }
}

/// What a group of tests must get as a whole, in a package whose groups have verdicts.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupRule {
    /// The group's folder; empty for the problem.
    pub group: String,
    /// `None`: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdicts: Option<VerdictSet>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreRange>,
}

/// All of a solution's rules, in the order of its file. No rule: accepted everywhere.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expectation {
    pub rules: Vec<Rule>,
    /// The score directive, in a problem with groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreRange>,
    /// Rules for groups as a whole. If the problem itself is among them, each single test may get
    /// anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupRule>,
}

impl Expectation {
    /// Expects `verdicts` of the problem's tests as a whole.
    pub fn of_whole(verdicts: VerdictSet) -> Expectation {
        let whole = GroupRule { group: String::new(), verdicts: Some(verdicts), score: None };
        Expectation { groups: vec![whole], ..Expectation::default() }
    }

    /// The verdicts that the problem's tests must get as a whole, if such a rule is set.
    pub fn whole(&self) -> Option<VerdictSet> {
        self.groups.iter().find(|rule| rule.group.is_empty()).and_then(|rule| rule.verdicts)
    }

    /// The verdicts that `test` may get.
    pub fn permitted(&self, test: &TestId) -> VerdictSet {
        if self.whole().is_some() {
            return Verdict::ALL.into_iter().collect();
        }
        let rule = self.rules.iter().rev().find(|rule| rule.message.is_none() && rule.matches(test));
        rule.map_or(VerdictSet::default(), |rule| rule.verdicts).with(Verdict::Accepted)
    }

    /// The rule by which `test` may get nothing but accepted, where one says so.
    pub fn accepts(&self, test: &TestId) -> Option<&Rule> {
        let rule = self.rules.iter().rev().find(|rule| rule.message.is_none() && rule.matches(test));
        rule.filter(|rule| rule.verdicts == VerdictSet::default().with(Verdict::Accepted))
    }

    pub fn permits(&self, test: &TestId, verdict: Verdict) -> bool {
        self.permitted(test).contains(verdict)
    }

    /// Whether the file is meant not to compile.
    pub fn expects_compile_error(&self) -> bool {
        let of_all = self.rules.iter().filter(|rule| rule.tests.is_none()).map(|rule| rule.verdicts);
        of_all.chain(self.whole()).any(|verdicts| verdicts.contains(Verdict::CompileError))
    }

    /// The score that the solution must get in a problem with groups: its directive's, or all
    /// points when nothing but accepted is expected. `of`: all points, `None` where they have no
    /// maximum.
    pub fn required_score(&self, of: Option<Points>) -> Option<ScoreRange> {
        let all = of.filter(|_| self.is_accepted()).map(|of| ScoreRange { least: of, most: of });
        self.score.or(all)
    }

    /// True when nothing but accepted is expected anywhere.
    pub fn is_accepted(&self) -> bool {
        let sets = self.rules.iter().map(|rule| rule.verdicts).chain(self.whole());
        sets.into_iter().all(|verdicts| verdicts.iter().all(|verdict| verdict == Verdict::Accepted))
    }

    /// Whether the solution must be too slow on `test`, or on another test of the same rule. Some
    /// judges call a solution that writes without end too slow.
    pub fn awaits_time_limit(&self, test: &TestId) -> bool {
        let slow = [Verdict::TimeLimit, Verdict::OutputLimit];
        let awaits = |set: VerdictSet| set.contains(Verdict::TimeLimit) && set.iter().all(|v| slow.contains(&v));
        self.rules.iter().any(|rule| awaits(rule.required()) && rule.matches(test)) || self.whole().is_some_and(awaits)
    }

    /// The rules that require a verdict or a message that none of `results` has.
    pub fn missing(&self, results: &[(&TestId, Verdict, &[String])]) -> Vec<&Rule> {
        let occurred = |rule: &Rule| {
            let required = rule.required();
            let mut of_rule = results.iter().filter(|(test, ..)| rule.matches(test));
            match &rule.message {
                Some(message) => of_rule.any(|(_, _, messages)| messages.contains(message)),
                None => required == VerdictSet::default() || of_rule.any(|(_, verdict, _)| required.contains(*verdict)),
            }
        };
        self.rules.iter().filter(|rule| !occurred(rule)).collect()
    }

    /// All of it in one phrase, in which `verdict`, `message` and `tests` word what it names.
    pub fn phrase(
        &self,
        verdict: fn(Verdict) -> &'static str,
        message: impl Fn(&str) -> String,
        tests: impl Fn(&str) -> String,
    ) -> String {
        let score = self.score.map(|score| format!("{score} points"));
        if self.is_accepted() && self.rules.iter().all(|rule| rule.message.is_none()) {
            let accepted = verdict(Verdict::Accepted).to_owned();
            return [accepted].into_iter().chain(score).collect::<Vec<_>>().join(", ");
        }
        let words = |verdicts: VerdictSet| match Verdict::ALL.into_iter().all(|verdict| verdicts.contains(verdict)) {
            true => "anything".to_owned(),
            false => verdicts.words(verdict),
        };
        // Where only the score counts, there is nothing to say of verdicts.
        let counts = |rule: &Rule| self.score.is_none() || rule.verdicts != VerdictSet::of_any_run();
        // What else the tests may get says nothing of what they must get.
        let requires = |rule: &Rule| rule.required() != VerdictSet::default();
        let of_same = |rule: &Rule, other: &Rule| (&rule.tests, &rule.also) == (&other.tests, &other.also);
        let is_other = |rule: &Rule| {
            rule.message.is_none()
                && !requires(rule)
                && self.rules.iter().any(|other| requires(other) && of_same(rule, other))
        };
        let says = |rule: &&Rule| counts(rule) && !is_other(rule);
        let rules = self.rules.iter().filter(says).map(|rule| {
            let what = rule.message.as_deref().map_or_else(|| words(rule.verdicts), &message);
            rule.on().map_or_else(|| what.clone(), |on| format!("{what} on {}", tests(&on)))
        });
        let whole = self.whole().map(|verdicts| format!("{} as a whole", words(verdicts)));
        whole.into_iter().chain(rules).chain(score).collect::<Vec<_>>().join("; ")
    }

    /// The required messages that occur in `text`, a checker's message on one test.
    pub fn messages_in(&self, text: &str) -> Vec<String> {
        let wanted = self.rules.iter().filter_map(|rule| rule.message.as_ref());
        wanted.filter(|message| text.contains(*message)).cloned().collect()
    }
}

/// `accepted`, `wrong-answer`, `wrong-answer on secret/big-*; run-time-error`: one phrase for a
/// report.
impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.phrase(Verdict::name, |message| format!("the message `{message}`"), str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Accepted, RunTimeError, TimeLimit, WrongAnswer};

    fn rule(tests: Option<&str>, verdicts: &[Verdict]) -> Rule {
        Rule {
            tests: tests.map(|t| glob::Pattern::new(t).unwrap()),
            verdicts: verdicts.iter().copied().collect(),
            ..Rule::default()
        }
    }

    fn id(test: &str) -> TestId {
        TestId(test.into())
    }

    #[test]
    fn the_last_matching_rule_decides_what_a_test_may_get() {
        let rules = vec![rule(None, &[WrongAnswer]), rule(Some("sample/*"), &[Accepted])];
        let expectation = Expectation { rules, ..Expectation::default() };
        let permits = |test: &str, verdict| expectation.permits(&id(test), verdict);
        assert!(permits("secret/1", WrongAnswer) && permits("secret/1", Accepted) && permits("sample/1", Accepted));
        assert!(!permits("sample/1", WrongAnswer) && !permits("secret/1", TimeLimit));
        assert!(!Expectation::default().permits(&id("secret/1"), WrongAnswer), "no directive means accepted");
    }

    #[test]
    fn every_verdict_together_is_anything() {
        let rules = vec![rule(None, &[WrongAnswer]), rule(Some("secret/3"), &Verdict::ALL)];
        let expectation = Expectation { rules, ..Expectation::default() };
        assert_eq!(expectation.to_string(), "wrong-answer; anything on secret/3");
        assert_eq!(Expectation::of_whole(Verdict::ALL.into_iter().collect()).to_string(), "anything as a whole");
    }

    #[test]
    fn what_tests_may_get_besides_is_not_said_beside_what_they_must_get() {
        let slow = rule(None, &[TimeLimit]);
        let rules = vec![slow.clone(), rule(None, &[Accepted, WrongAnswer, TimeLimit])];
        assert_eq!(Expectation { rules, ..Expectation::default() }.to_string(), "time-limit");
        let rules = vec![slow, rule(Some("sample/*"), &[Accepted, WrongAnswer])];
        let elsewhere = Expectation { rules, ..Expectation::default() };
        assert_eq!(elsewhere.to_string(), "time-limit; accepted or wrong-answer on sample/*");
    }

    #[test]
    fn a_message_must_be_said_on_a_test_and_permits_no_verdict() {
        let saying = Rule { message: Some("low".to_owned()), ..rule(Some("secret/1"), &[]) };
        let several = Rule { also: vec![id("secret/3")], ..saying };
        let expectation = Expectation { rules: vec![several], ..Expectation::default() };
        assert!(expectation.is_accepted() && !expectation.permits(&id("secret/1"), WrongAnswer));
        assert_eq!(expectation.to_string(), "the message `low` on secret/1 and another");
        let check = |test: &str, text: &str, missing: usize| {
            let text = expectation.messages_in(text);
            let found = expectation.missing(&[(&id(test), Accepted, &text)]).len();
            assert_eq!(found, missing, "{test} {text:?}");
        };
        check("secret/3", "too low!", 0);
        check("secret/3", "too Low!", 1);
        check("secret/2", "too low!", 1);
    }

    #[test]
    fn each_rule_requires_one_of_its_verdicts_within_its_glob() {
        let check = |rules: &[Rule], results: &[(&str, Verdict)], missing: &[usize]| {
            let ids: Vec<(TestId, Verdict)> = results.iter().map(|(test, verdict)| (id(test), *verdict)).collect();
            let results: Vec<_> = ids.iter().map(|(test, verdict)| (test, *verdict, &[][..])).collect();
            let expectation = Expectation { rules: rules.to_vec(), ..Expectation::default() };
            let expected: Vec<&Rule> = missing.iter().map(|at| &rules[*at]).collect();
            assert_eq!(expectation.missing(&results), expected, "{rules:?} {results:?}");
        };
        check(&[], &[("a", Accepted)], &[]);
        let either = [rule(None, &[WrongAnswer, TimeLimit])];
        check(&either, &[("a", TimeLimit), ("b", Accepted)], &[]);
        check(&either, &[("a", Accepted)], &[0]);
        let rules = [rule(None, &[WrongAnswer]), rule(Some("secret/*-big*"), &[RunTimeError]), rule(None, &[Accepted])];
        check(&rules, &[("secret/1", WrongAnswer), ("secret/2-big", RunTimeError)], &[]);
        check(&rules, &[("secret/1", RunTimeError), ("secret/2-big", Accepted)], &[0, 1]);
    }

    #[test]
    fn a_star_stops_at_a_slash_and_two_do_not() {
        let hit = |pattern: &str, text: &str| glob_matches(&glob::Pattern::new(pattern).unwrap(), text);
        assert!(hit("secret/*", "secret/01") && !hit("secret/*", "secret/large/01"));
        assert!(hit("secret/**", "secret/large/01") && hit("**/01", "secret/large/01"));
    }
}
