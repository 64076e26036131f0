//! What a solution's tests add up to: verdict, score, surprises, broken promises.

use super::{Build, GroupLimits, ProblemRecord, SkipReason, SolutionRecord, Status, TestRecord, WrongGroup, again};
use crate::encoding::whole_micros;
use crate::expectation::{Rule, ScoreRange};
use crate::fault::Fault;
use crate::grading::{Grading, GroupGrade};
use crate::id::TestId;
use crate::limits::{ByteSize, Limits};
use crate::points::Points;
use crate::problem;
use crate::score::{Grade, Group, Score};
use crate::verdict::{Judgement, Provenance, TimingMethod, Verdict};
use std::collections::HashMap;
use std::sync::Arc;

impl SolutionRecord {
    /// A solution that is only planned: undecided, and without a result for any test.
    pub fn planned(problem: &problem::Problem, solution: &problem::Solution, tests: Vec<TestId>) -> SolutionRecord {
        let judged_on = problem.judged_on(solution);
        let of_group = |group: &Group| GroupLimits { group: group.name.clone(), limits: group.limits.clone() };
        SolutionRecord {
            problem: problem.id.clone(),
            solution: solution.id.stem(),
            name: solution.id.to_string(),
            language: solution.language.clone(),
            path: solution.display.clone(),
            expected: solution.expectation.clone(),
            notes: solution.notes.clone(),
            student: None,
            attempt: None,
            again: None,
            sha256: None,
            status: Status::Undecided,
            verdict: None,
            missing: Vec::new(),
            score: None,
            required_score: None,
            wrong_groups: Vec::new(),
            whole: tests.len() == judged_on,
            all_tests: judged_on,
            limits: problem.limits.clone(),
            group_limits: problem.groups.iter().map(of_group).collect(),
            build: Build::Skipped,
            debuggable: false,
            tests: tests.into_iter().map(TestRecord::new).collect(),
        }
    }

    /// The name within its problem: `brute.rs`.
    pub fn short(&self) -> &str {
        self.name.split_once('/').map_or(&self.name, |(_, short)| short)
    }

    /// The group that `test` lies in: a declared one, or else its top folder.
    pub fn group_of<'s>(&'s self, test: &'s TestId) -> &'s str {
        let declared = self.innermost(test);
        declared.map_or_else(|| test.0.split_once('/').map_or("", |(folder, _)| folder), |group| &group.group)
    }

    /// What a run on `test` may use.
    pub fn limits_of(&self, test: &TestId) -> &Limits {
        self.innermost(test).map_or(&self.limits, |group| &group.limits)
    }

    fn innermost(&self, test: &TestId) -> Option<&GroupLimits> {
        let holding = self.group_limits.iter().filter(|group| test.lies_in(&group.group));
        holding.max_by_key(|group| group.group.len())
    }

    /// Whether the test at this index may get `verdict`.
    pub fn permits(&self, at: usize, verdict: Verdict) -> bool {
        self.expected.permits(&self.tests[at].test, verdict)
    }

    /// Takes the judgement of the test at this index.
    pub fn judge(&mut self, at: usize, judgement: Judgement) {
        // What is out of bounds or undefined may crash elsewhere.
        let is_clean = judgement.found.is_empty() || self.permits(at, Verdict::RunTimeError);
        let permitted = Some(is_clean && self.permits(at, judgement.verdict));
        let messages = judgement.message.as_deref().map_or_else(Vec::new, |message| self.expected.messages_in(message));
        let failed = judgement.verdict != Verdict::Accepted || !judgement.found.is_empty();
        let again = if failed { self.again_on(at) } else { None };
        let test = &mut self.tests[at];
        *test = TestRecord {
            verdict: Some(judgement.verdict),
            input: test.input.take().filter(|_| failed),
            cpu: Some(whole_micros(judgement.usage.cpu)),
            wall: Some(whole_micros(judgement.usage.wall)),
            memory: Some(ByteSize::kib(judgement.usage.memory.as_kib())),
            note: judgement.cause.as_ref().map(ToString::to_string),
            cause: judgement.cause,
            points: judgement.points,
            messages,
            checker_cpu: judgement.checker_cpu.map(whole_micros),
            permitted,
            retimed: judgement.provenance.timed() == TimingMethod::Alone,
            cached: judgement.provenance.is_remembered(),
            same_as: match judgement.provenance {
                Provenance::EqualTo(test, _) => Some(test),
                Provenance::Run(_) | Provenance::Remembered(_) => None,
            },
            containment: judgement.containment.map(str::to_owned),
            again,
            evidence: judgement.evidence,
            stderr: judgement.stderr,
            found: judgement.found,
            ..TestRecord::new(test.test.clone())
        };
    }

    /// Notes that the test at this index could not be judged.
    pub fn fault(&mut self, at: usize, fault: Fault) {
        let again = self.again_on(at);
        let test = &mut self.tests[at];
        *test = TestRecord { fault: Some(fault), again, ..TestRecord::new(test.test.clone()) };
    }

    /// The call that judges the test at this index again, where there is one.
    fn again_on(&self, at: usize) -> Option<String> {
        Some(again(self.again.as_ref()?, &self.tests[at].test))
    }

    /// Notes that the test at this index was not run.
    pub fn skip(&mut self, at: usize, reason: SkipReason) {
        let test = &mut self.tests[at];
        *test = TestRecord { skipped: Some(reason), ..TestRecord::new(test.test.clone()) };
    }

    /// The grades of the tests that were judged.
    pub fn grades(&self) -> HashMap<TestId, Grade> {
        self.tests.iter().filter_map(|test| Some((test.test.clone(), test.grade()?))).collect()
    }

    /// Decides what the build and the tests amount to: score, missing verdicts, status, verdict.
    /// `graded`: the results of the groups, where the package's own grader has made them.
    pub fn settle(&mut self, problem: &ProblemRecord, graded: Option<Result<Vec<GroupGrade>, Fault>>) {
        let by_rules = |grading: &Arc<Grading>| {
            let (tests, grades) = (problem.all_tests(), self.grades());
            grading.evaluate(&tests, &|test| grades.get(test).copied(), &mut |_, _| Ok(None))
        };
        let graded = graded.or_else(|| problem.grading.as_ref().map(by_rules));
        let (mut of_whole, mut blocked) = (None, Vec::new());
        self.wrong_groups.clear();
        let mut open_groups = match (&problem.grading, graded) {
            (Some(grading), Some(Ok(graded))) => {
                self.score_as(problem, grading, &graded);
                let is_blocked = |group: &&GroupGrade| group.blocked.is_some();
                blocked = graded.iter().filter(is_blocked).map(|group| group.group.clone()).collect();
                of_whole = Some(graded.first().and_then(|whole| whole.verdict)).filter(|_| grading.makes_verdict);
                self.judge_groups(&graded)
            }
            (_, Some(Err(fault))) => {
                self.score = Some(Score { fault: Some(fault), ..Score::default() });
                of_whole = problem.grading.as_ref().is_some_and(|grading| grading.makes_verdict).then_some(None);
                true
            }
            (_, None) | (None, Some(Ok(_))) => {
                self.score_by(problem);
                let groups = self.score.iter().flat_map(|score| &score.groups);
                let graded: Vec<GroupGrade> = groups.map(GroupGrade::of_points).collect();
                self.judge_groups(&graded)
            }
        };
        open_groups |= self.score_fault().is_some();
        self.missing.clear();
        match self.build {
            Build::Ready { .. } => {}
            Build::Rejected { .. } => return self.settle_rejected(),
            Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => {
                (self.status, self.verdict) = (Status::Undecided, None);
                return;
            }
        }
        let unknown = self.tests.iter().any(TestRecord::is_open);
        let left_out = self.all_tests.saturating_sub(self.tests.len());
        let lacks_tests = (1..=problem.absent.len()).contains(&left_out);
        // A verdict that did not occur may belong to a test that was not selected, or not judged.
        if !unknown && (self.whole || lacks_tests) {
            let results = self.tests.iter().filter_map(|test| Some((&test.test, test.verdict?, &*test.messages)));
            let missing = self.expected.missing(&results.collect::<Vec<_>>());
            // Where the other tests were not needed, a surprise has decided.
            let passed_over = |rule: &Rule| self.tests.iter().any(|t| t.skipped.is_some() && rule.matches(&t.test));
            // A test of a group that is not run counts as not accepted, whatever it got here.
            let is_unrun = |test: &TestId| blocked.iter().any(|group| test.lies_in(group));
            let unrun = |rule: &Rule| self.tests.iter().any(|t| is_unrun(&t.test) && rule.matches(&t.test));
            let refused =
                self.tests.iter().filter(|t| is_unrun(&t.test)).filter_map(|t| self.expected.accepts(&t.test));
            let open = missing.into_iter().filter(|rule| !passed_over(rule) && !unrun(rule));
            self.missing = open.chain(refused.take(1)).cloned().collect();
        }
        // Nobody can select a test whose files are not there: its verdict stays open.
        let unseen = lacks_tests && !std::mem::take(&mut self.missing).is_empty();
        let surprised = self.tests.iter().any(TestRecord::is_surprise);
        self.status = match (surprised, unknown || open_groups || unseen, self.breaks_promise()) {
            (true, _, _) | (false, false, true) => Status::Unmet,
            (false, true, _) => Status::Undecided,
            (false, false, false) => Status::Met,
        };
        let accepted = (!self.tests.is_empty()).then_some(Verdict::Accepted);
        let verdicts = self.tests.iter().map(|test| test.verdict);
        let first = verdicts.into_iter().find(|v| *v != Some(Verdict::Accepted)).unwrap_or(accepted);
        self.verdict = of_whole.unwrap_or(first);
    }

    /// A file that does not compile gets that verdict on every test.
    fn settle_rejected(&mut self) {
        let permitted = self.expected.expects_compile_error();
        self.status = if permitted { Status::Met } else { Status::Unmet };
        self.verdict = Some(Verdict::CompileError);
        if let Some(score) = &mut self.score {
            // Nothing was run, and nothing is open either.
            score.points = Some(Points(0));
            score.groups.iter_mut().for_each(|group| group.points = Some(Points(0)));
        }
        for test in self.tests.iter_mut().filter(|test| test.skipped == Some(SkipReason::NotBuilt)) {
            (test.verdict, test.permitted) = (self.verdict, Some(permitted));
        }
    }

    fn score_by(&mut self, problem: &ProblemRecord) {
        if problem.groups.is_empty() {
            return;
        }
        let all = problem.all_tests();
        let grades: Vec<_> = self.tests.iter().map(|test| (&test.test, test.grade())).collect();
        let score = Score::of(&problem.groups, &all, &grades);
        self.required_score = self.expected.required_score(score.of);
        self.score = Some(score);
    }

    fn score_as(&mut self, problem: &ProblemRecord, grading: &Grading, graded: &[GroupGrade]) {
        if !grading.scored {
            return;
        }
        let score = grading.score(&problem.all_tests(), graded);
        self.required_score = self.expected.required_score(score.of.filter(|_| grading.fixed));
        self.score = Some(score);
    }

    /// Finds the groups that got what they may not get. True where that is unknown for one.
    fn judge_groups(&mut self, graded: &[GroupGrade]) -> bool {
        // A test that was not run may be the one that decides.
        if !self.whole {
            return false;
        }
        let mut open = false;
        for rule in &self.expected.groups {
            let Some(found) = graded.iter().find(|graded| graded.group == rule.group) else { continue };
            let points = found.points.and_then(Points::from_score);
            open |= (rule.verdicts.is_some() && found.verdict.is_none()) || (rule.score.is_some() && points.is_none());
            let wrong_verdict = rule.verdicts.zip(found.verdict).is_some_and(|(set, got)| !set.contains(got));
            let wrong_score = rule.score.zip(points).is_some_and(|(range, got)| !range.contains(got));
            if wrong_verdict || wrong_score {
                let (expected, verdict) = (rule.clone(), found.verdict);
                self.wrong_groups.push(WrongGroup { expected, verdict, points });
            }
        }
        open
    }

    /// The score that it should have, if its score is another one.
    pub fn wrong_score(&self) -> Option<ScoreRange> {
        let points = self.score.as_ref().filter(|_| self.whole)?.points?;
        self.required_score.filter(|range| !range.contains(points))
    }

    /// Whether its tests as a whole broke its promise, whatever each single one got.
    pub fn breaks_promise(&self) -> bool {
        !self.missing.is_empty() || self.wrong_score().is_some() || !self.wrong_groups.is_empty()
    }

    /// Why it has no score, if that is our failure.
    pub fn score_fault(&self) -> Option<&Fault> {
        self.score.as_ref()?.fault.as_ref()
    }

    /// How many of its tests were not run because earlier ones had decided everything.
    pub fn not_needed(&self) -> usize {
        self.tests.iter().filter(|test| test.skipped == Some(SkipReason::Decided)).count()
    }

    /// The tests that got what they may not get.
    pub fn surprises(&self) -> impl Iterator<Item = &TestRecord> {
        self.tests.iter().filter(|test| test.is_surprise())
    }

    /// Drops the evidence of repeated failures: a wrong solution fails hundreds of tests, and one
    /// or two explain it. Verdict, usage, note and command stay.
    #[must_use]
    pub fn bounded(self: &Arc<SolutionRecord>) -> Arc<SolutionRecord> {
        let mut solution = Arc::clone(self);
        let (mut surprises, mut promised, mut wrote) = (0, [0; Verdict::ALL.len()], 0);
        for (at, test) in self.tests.iter().enumerate() {
            let (seen, most) = match (test.verdict, test.permitted) {
                (Some(verdict), Some(true)) => (&mut promised[verdict as usize], PROMISED),
                (Some(_), Some(false) | None) | (None, _) => (&mut surprises, SURPRISES),
            };
            *seen += usize::from(test.verdict.is_some());
            if *seen > most && test.evidence.is_some() {
                Arc::make_mut(&mut solution).tests[at].evidence = None;
            }
            wrote += usize::from(test.stderr.is_some());
            if wrote > WROTE && test.stderr.is_some() {
                Arc::make_mut(&mut solution).tests[at].stderr = None;
            }
        }
        solution
    }
}

/// How many surprises of one solution keep their evidence in a report …
const SURPRISES: usize = 40;
/// … how many of its other runs what they wrote to standard error …
const WROTE: usize = 10;
/// … and how many promised failures of each verdict.
const PROMISED: usize = 2;
