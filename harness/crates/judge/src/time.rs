//! Measures how long the solutions of a problem take here and now, and proposes a time limit.

use crate::answers::how_to_answer;
use crate::error::{Error, ErrorKind, refused};
use crate::session::{Caller, Listener, Session, one_at_a_time};
use crate::workspace::{NamedProblem, Workspace};
use engine::plan::{Plan, PlannedSolution};
use engine::run::ResultCache;
use engine::store::Store;
use model::record::Build;
use model::{Solution, SolutionId, Test, TestId, TimeAllowed, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::slice;
use std::sync::Arc;
use std::time::Duration;

/// A shorter limit would measure the machine and not the program.
const SHORTEST: Duration = Duration::from_millis(500);

/// How far a solution that is too slow should be above the limit (ICPC problem package format,
/// legacy, `time_safety_margin`).
pub const TIME_MARGIN: f64 = 2.0;

/// An accepted solution is measured up to this many times the current limit.
const PATIENCE: u32 = 10;

/// How to measure, and what to make of it.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The proposed limit is the slowest accepted time, this many times.
    pub factor: f64,
    /// How often each test of an accepted solution is run; the least time counts.
    pub runs: u32,
}

/// The slowest test of a solution.
#[derive(Clone, Debug)]
pub struct SlowestTest {
    /// The solution that was timed.
    pub solution: Arc<Solution>,
    /// The test on which it took longest.
    pub test: TestId,
    /// In seconds of a language without a factor.
    pub took: Duration,
    /// Whether it might have gone on.
    pub ended: RunEnd,
}

/// How the slowest run of a solution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// Within its time, or with a verdict of its own.
    ByItself,
    /// It was stopped at that time, and might have gone on.
    Stopped,
    /// It waited until the wall guard stopped it: it uses no CPU time, so no time limit decides.
    Waiting,
}

/// All that was measured, and the limit that follows.
#[derive(Clone, Debug)]
pub struct Times {
    /// The slowest test of each accepted solution.
    pub accepted: Vec<SlowestTest>,
    /// Of the solutions that must be too slow.
    pub too_slow: Vec<SlowestTest>,
    /// The slowest of the accepted ones.
    pub slowest: SlowestTest,
    /// Those whose language is not on this machine.
    pub left_out: BTreeSet<SolutionId>,
    /// The limit under which the problem is judged.
    pub limit_now: Duration,
    /// The slowest accepted time with its factor, rounded up.
    pub proposed: Duration,
}

/// Whether the proposed limit tells solutions that must be too slow from accepted ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separation {
    /// By less than [`TIME_MARGIN`] it is not certain on another machine.
    Narrow,
    /// By [`TIME_MARGIN`] at least.
    Wide,
    /// No limit of that kind does.
    None,
}

impl Times {
    /// The fastest solution that must be too slow and uses CPU time, and how far it is above the
    /// proposed limit.
    pub fn fastest_too_slow(&self) -> Option<(&SlowestTest, Separation)> {
        let timed = self.too_slow.iter().filter(|time| time.ended != RunEnd::Waiting);
        let fastest = timed.min_by_key(|time| time.took)?;
        let separation = match fastest.took {
            took if took <= self.proposed => Separation::None,
            took if took < self.proposed.mul_f64(TIME_MARGIN) => Separation::Narrow,
            _ => Separation::Wide,
        };
        Some((fastest, separation))
    }

    /// Whether a shorter proposal would measure the machine.
    pub fn is_shortest(&self) -> bool {
        self.proposed == SHORTEST
    }
}

impl Workspace {
    /// Runs every test of every accepted solution several times, one program at a time and never
    /// from the cache, and those of the solutions that must be too slow. Writes nothing.
    ///
    /// # Errors
    /// When there are no tests, a solution cannot be measured, or one that is meant to be accepted
    /// is not.
    pub fn time(&self, named: &NamedProblem, timing: Timing, caller: &mut Caller<'_>) -> Result<Times, Error> {
        let problem = &named.problem;
        if problem.tests.is_empty() {
            return Err(refused("no test has an answer yet").with_hint(how_to_answer(problem)));
        }
        self.with_session(&self.builder()?, one_at_a_time(), caller, |session, listener| {
            let problem = session.runner.settled(problem, listener);
            let named = &NamedProblem { problem, ..named.clone() };
            Measurement { named, session, listener, left_out: BTreeSet::new() }.times(timing)
        })
    }
}

/// One run: how much CPU time it took, in seconds of a language without a factor, and how it ended.
struct TimedRun {
    test: TestId,
    took: Duration,
    verdict: Verdict,
}

/// With one job, because beside another program times are not exact.
struct Measurement<'a, 'b> {
    named: &'a NamedProblem,
    session: &'a Session<'b>,
    listener: &'a mut dyn Listener,
    /// What cannot be run here.
    left_out: BTreeSet<SolutionId>,
}

impl Measurement<'_, '_> {
    fn times(mut self, timing: Timing) -> Result<Times, Error> {
        let accepted = self.accepted(timing.runs)?;
        let Some(slowest) = accepted.iter().max_by_key(|time| time.took).cloned() else {
            return Err(match self.left_out.is_empty() {
                true => refused("no solution is meant to be accepted").with_hint("write a model solution"),
                false => refused("no solution that is meant to be accepted can be run on this machine")
                    .with_hint("install what runs one of them")
                    .of_kind(ErrorKind::Incomplete),
            });
        };
        let limit_now = self.named.problem.limits.cpu;
        let proposed = rounded(slowest.took.mul_f64(timing.factor)).max(SHORTEST);
        let too_slow = self.too_slow(proposed.max(limit_now).mul_f64(TIME_MARGIN))?;
        Ok(Times { accepted, too_slow, slowest, left_out: self.left_out, limit_now, proposed })
    }

    /// Runs `solution` on `tests`, each for at most `cpu`; stores nothing. No times: it does not
    /// compile. `None`: its language is not on this machine.
    ///
    /// # Errors
    /// When a run ends in a fault, or it is interrupted.
    fn measure(
        &mut self,
        solution: &Arc<Solution>,
        tests: &[Arc<Test>],
        cpu: Duration,
    ) -> Result<Option<Vec<TimedRun>>, Error> {
        let (session, problem) = (self.session, &self.named.problem);
        let planned = PlannedSolution::of(problem, solution, tests.to_vec(), TimeAllowed::Measuring(cpu));
        let mut cache = ResultCache::new(Store::none(), session.sandbox.level());
        let (results, _) = session.judge(&Plan { solutions: vec![planned] }, &mut cache, self.listener)?;
        let Some(result) = results.first() else { return Ok(None) };
        let is_fault = matches!(result.build, Build::Fault { .. });
        if is_fault || result.tests.iter().any(|test| test.fault.is_some()) {
            return Err(cannot_measure(solution));
        }
        if matches!(result.build, Build::NoTool { .. }) {
            self.left_out.insert(solution.id.clone());
            return Ok(None);
        }
        let factor = session.runner.time_factor(problem, &solution.language);
        let timed = result.tests.iter().filter_map(|test| {
            Some(TimedRun { test: test.test.clone(), took: test.cpu?.div_f64(factor), verdict: test.verdict? })
        });
        Ok(Some(timed.collect()))
    }

    fn accepted(&mut self, runs: u32) -> Result<Vec<SlowestTest>, Error> {
        let (named, cpu) = (self.named, self.named.problem.limits.cpu * PATIENCE);
        let mut times = Vec::new();
        // A solution that is judged only on some tests, such as a brute force, says nothing about
        // the limit.
        let right = |solution: &&Arc<Solution>| solution.expectation.is_accepted() && solution.only.globs.is_empty();
        for solution in named.solutions.iter().filter(right) {
            let mut least: BTreeMap<TestId, Duration> = BTreeMap::new();
            for _ in 0..runs {
                let Some(measured) = self.measure(solution, &named.problem.tests, cpu)? else { break };
                if measured.is_empty() {
                    return Err(cannot_measure(solution));
                }
                for TimedRun { test, took, verdict } in measured {
                    if verdict != Verdict::Accepted {
                        let id = &solution.id;
                        return Err(refused(format!("{id} is meant to be accepted, and is not: {verdict} on {test}"))
                            .with_hint(format!("judge `{id}`"))
                            .of_kind(ErrorKind::NotAsExpected));
                    }
                    let fastest = least.entry(test).or_insert(took);
                    *fastest = took.min(*fastest);
                }
            }
            let (slowest, ended) = (least.into_iter().max_by_key(|(_, took)| *took), RunEnd::ByItself);
            let of = |(test, took)| SlowestTest { solution: Arc::clone(solution), test, took, ended };
            times.extend(slowest.map(of));
        }
        Ok(times)
    }

    /// The solutions that must be too slow somewhere, each stopped at `cpu`: more need not be
    /// known.
    fn too_slow(&mut self, cpu: Duration) -> Result<Vec<SlowestTest>, Error> {
        let (named, mut times) = (self.named, Vec::new());
        for solution in &named.solutions {
            let slow = |test: &&Arc<Test>| {
                solution.only.holds(&test.id) && solution.expectation.permits(&test.id, Verdict::TimeLimit)
            };
            let mut slowest: Option<SlowestTest> = None;
            // The last tests are the largest.
            for test in named.problem.tests.iter().rev().filter(slow) {
                let Some(measured) = self.measure(solution, slice::from_ref(test), cpu)? else { break };
                let Some(TimedRun { test, took, verdict }) = measured.into_iter().next() else { break };
                let ended = match verdict == Verdict::TimeLimit {
                    false => RunEnd::ByItself,
                    true if took.mul_f64(1.5) < cpu => RunEnd::Waiting,
                    true => RunEnd::Stopped,
                };
                let took = if ended == RunEnd::Stopped { cpu } else { took };
                if slowest.as_ref().is_none_or(|slowest| took > slowest.took) || ended != RunEnd::ByItself {
                    slowest = Some(SlowestTest { solution: Arc::clone(solution), test, took, ended });
                }
                if ended != RunEnd::ByItself {
                    break;
                }
            }
            times.extend(slowest);
        }
        Ok(times)
    }
}

fn cannot_measure(solution: &Solution) -> Error {
    refused(format!("{} cannot be measured", solution.id))
        .with_hint(format!("judge `{}`", solution.id))
        .of_kind(ErrorKind::Incomplete)
}

/// Rounds up: to a tenth of a second below one second, to half a second below five, to a second
/// from there on.
fn rounded(time: Duration) -> Duration {
    let step = match time.as_secs_f64() {
        seconds if seconds <= 1.0 => 100,
        seconds if seconds <= 5.0 => 500,
        _ => 1000,
    };
    let steps = time.as_nanos().div_ceil(step * 1_000_000);
    Duration::from_millis(u64::try_from(steps * step).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_rounded_up_to_what_people_write() {
        let cases = [(0, 0), (1, 100), (100, 100), (999, 1000), (1001, 1500), (1500, 1500), (4501, 5000), (5001, 6000)];
        for (time, limit) in cases {
            assert_eq!(rounded(Duration::from_millis(time)), Duration::from_millis(limit), "{time}");
        }
    }
}
