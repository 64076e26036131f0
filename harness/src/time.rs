//! `harness time`: measures how long the solutions take here and now, and suggests a limit.

mod measuring;

use crate::answers;
use crate::args::{CommonArgs, SandboxArgs, number_within};
use crate::completions;
use crate::error::{CliError, ErrorKind, refused};
use crate::exit::Exit;
use crate::opening;
use crate::screen::{self, StandardOutput};
use crate::session;
use crate::workspace::Named;
use clap::{Args, value_parser};
use measuring::{Machine, Timed, cannot_measure};
use model::{Solution, SolutionId, Test, TestId, Verdict};
use report::text::phrase;
use report::text::{Role, Text};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  harness time nim                 measure, and propose: 5 x the slowest accepted
  harness time nim --factor 3      less room
  harness time nim --runs 1        faster, and noisier

Every test of every accepted solution is run several times, one program at a time and never from the cache; the least time counts. Of the \
solutions that must be too slow, the slowest test counts. Nothing is written.";

/// A shorter limit would measure the machine and not the program.
const SHORTEST: Duration = Duration::from_millis(500);

/// How far a solution that is too slow should be above the limit (ICPC problem package format,
/// legacy, `time_safety_margin`).
const MARGIN: f64 = 2.0;

/// An accepted solution is measured up to this many times the current limit.
const PATIENCE: u32 = 10;

/// Measure all solutions of a problem afresh, and propose a time limit
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TimeArgs {
    /// The problem
    #[arg(add = completions::filter())]
    slug: String,
    /// The limit is the slowest accepted time, this many times
    #[arg(long, value_name = "X", default_value = "5", value_parser = |text: &str| number_within(text, 1.0, 100.0))]
    factor: f64,
    /// How often each test of an accepted solution is run
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u32).range(1..=100))]
    runs: u32,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

pub(crate) fn run(args: &TimeArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, named) = opening::of_problem(common, &args.slug)?;
    let TimeArgs { factor, runs, .. } = *args;
    if named.problem.tests.is_empty() {
        let hint = match answers::is_dialogue(&named.problem) {
            true => "write them by hand: they may be empty".to_owned(),
            false => format!("run `harness bless {}`", named.problem.id),
        };
        return Err(refused("no test has an answer yet").with_hint(hint));
    }
    session::with_session(&workspace, &args.sandbox, session::one_at_a_time(), |session| {
        let machine = Machine { session, problem: &named.problem };
        let measurement = Measurement { named: &named, machine };
        let mut left_out = BTreeSet::new();
        let accepted = measurement.accepted(runs, &mut left_out)?;
        let Some(slowest) = accepted.iter().max_by_key(|time| time.took) else {
            return Err(match left_out.is_empty() {
                true => refused("no solution is meant to be accepted").with_hint("write a model solution"),
                false => refused("no solution that is meant to be accepted can be run on this machine")
                    .with_hint("`harness doctor` shows what to install")
                    .of_kind(ErrorKind::Incomplete),
            });
        };
        let proposed = rounded(slowest.took.mul_f64(factor)).max(SHORTEST);
        let longest = proposed.max(named.problem.limits.cpu).mul_f64(MARGIN);
        let slow = measurement.too_slow(longest, &mut left_out)?;
        measurement.print(&Times { accepted: &accepted, slow: &slow, slowest, left_out: &left_out }, args, proposed)
    })
}

/// The slowest test of a solution.
struct Time {
    solution: Arc<Solution>,
    test: TestId,
    /// In seconds of a language without a factor.
    took: Duration,
    ended: Ended,
}

/// How the slowest run of a solution ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    ByItself,
    /// It was stopped at that time, and might have gone on.
    Stopped,
    /// It waited until the wall guard stopped it: it uses no CPU time, so no time limit decides.
    Waiting,
}

/// All that was measured.
struct Times<'t> {
    accepted: &'t [Time],
    slow: &'t [Time],
    /// Of the accepted ones.
    slowest: &'t Time,
    /// Those whose language is not on this machine.
    left_out: &'t BTreeSet<SolutionId>,
}

struct Measurement<'a, 'b> {
    named: &'a Named,
    machine: Machine<'a, 'b>,
}

impl Measurement<'_, '_> {
    /// Adds to `left_out` what cannot be run here.
    fn accepted(&self, runs: u32, left_out: &mut BTreeSet<SolutionId>) -> Result<Vec<Time>, CliError> {
        let cpu = self.named.problem.limits.cpu * PATIENCE;
        let mut times = Vec::new();
        // A solution that is judged only on some tests, such as a brute force, says nothing about
        // the limit.
        let right = |solution: &&Arc<Solution>| solution.expectation.is_accepted() && solution.only.globs.is_empty();
        for solution in self.named.solutions.iter().filter(right) {
            let mut least: Vec<Option<(TestId, Duration)>> = vec![None; self.named.problem.tests.len()];
            for _ in 0..runs {
                let Some(measured) = self.machine.measure(solution, &self.named.problem.tests, cpu)? else {
                    left_out.insert(solution.id.clone());
                    break;
                };
                if measured.is_empty() {
                    return Err(cannot_measure(solution));
                }
                for (least, Timed { test, took, verdict }) in least.iter_mut().zip(measured) {
                    if verdict != Verdict::Accepted {
                        let id = &solution.id;
                        return Err(refused(format!("{id} is meant to be accepted, and is not: {verdict} on {test}"))
                            .with_hint(format!("run `harness {id}`"))
                            .of_kind(ErrorKind::NotAsExpected));
                    }
                    if least.as_ref().is_none_or(|(_, fastest)| took < *fastest) {
                        *least = Some((test, took));
                    }
                }
            }
            let slowest = least.into_iter().flatten().max_by_key(|(_, took)| *took);
            times.extend(slowest.map(|(test, took)| Time {
                solution: Arc::clone(solution),
                test,
                took,
                ended: Ended::ByItself,
            }));
        }
        Ok(times)
    }

    /// The solutions that must be too slow somewhere, each stopped at `cpu`: more need not be
    /// known. Adds to `left_out` what cannot be run here.
    fn too_slow(&self, cpu: Duration, left_out: &mut BTreeSet<SolutionId>) -> Result<Vec<Time>, CliError> {
        let mut times = Vec::new();
        for solution in &self.named.solutions {
            let slow = |test: &&Arc<Test>| {
                solution.only.holds(&test.id) && solution.expectation.permits(&test.id, Verdict::TimeLimit)
            };
            let mut slowest: Option<Time> = None;
            // The last tests are the largest.
            for test in self.named.problem.tests.iter().rev().filter(slow) {
                let Some(measured) = self.machine.measure(solution, std::slice::from_ref(test), cpu)? else {
                    left_out.insert(solution.id.clone());
                    break;
                };
                let Some(Timed { test, took, verdict }) = measured.into_iter().next() else { break };
                let ended = match verdict == Verdict::TimeLimit {
                    false => Ended::ByItself,
                    true if took.mul_f64(1.5) < cpu => Ended::Waiting,
                    true => Ended::Stopped,
                };
                let took = if ended == Ended::Stopped { cpu } else { took };
                if slowest.as_ref().is_none_or(|slowest| took > slowest.took) || ended != Ended::ByItself {
                    slowest = Some(Time { solution: Arc::clone(solution), test, took, ended });
                }
                if ended != Ended::ByItself {
                    break;
                }
            }
            times.extend(slowest);
        }
        Ok(times)
    }

    fn print(&self, times: &Times<'_>, args: &TimeArgs, proposed: Duration) -> Result<Exit, CliError> {
        let Times { accepted, slow, slowest, left_out } = *times;
        let TimeArgs { factor, runs, .. } = *args;
        let screen = &self.machine.session.workspace.screen;
        let id = &self.named.problem.id;
        let now = self.named.problem.limits.cpu;
        let mut page = screen.page(StandardOutput::Free);
        let mut line = |role: Role, name: &str, rest: &str| {
            let mut text = Text::new().with(role, name);
            text.pad(18);
            // Writing to memory cannot fail.
            let _ = page.wrapped(&text.with(Role::Plain, rest), 18);
        };
        let times = phrase::count(usize::try_from(runs).unwrap_or(usize::MAX), "time");
        line(Role::Strong, id.as_str(), &format!("measured {times}, one program at a time, without the cache"));
        for time in accepted {
            let took = phrase::time(time.took);
            line(Role::Plain, "  accepted", &format!("{took:>7}  {} on {}", time.solution.id.short(), time.test));
        }
        for time in slow {
            let took = match time.ended {
                Ended::ByItself => phrase::time(time.took),
                Ended::Stopped => format!(">{}", phrase::time(time.took)),
                Ended::Waiting => "waits".to_owned(),
            };
            line(Role::Plain, "  too slow", &format!("{took:>7}  {} on {}", time.solution.id.short(), time.test));
        }
        for solution in left_out {
            line(Role::Warn, "  left out", &format!("{}: its language is not on this machine", solution.short()));
        }
        let times = |time: Duration, of: Duration| format!("{:.1}", time.as_secs_f64() / of.as_secs_f64().max(0.001));
        let slow_one = format!("the slowest accepted ({})", phrase::time(slowest.took));
        line(Role::Plain, "limit now", &format!("{}, {} x {slow_one}", phrase::limit(now), times(now, slowest.took)));
        let floor = if proposed == SHORTEST { "; less would measure the machine" } else { "" };
        line(Role::Good, "proposed", &format!("{}: {factor} x {slow_one}, rounded up{floor}", phrase::limit(proposed)));
        let mut exit = Exit::AsExpected;
        match slow.iter().filter(|time| time.ended != Ended::Waiting).min_by_key(|time| time.took) {
            None => line(Role::Plain, "too slow", "no solution is, by its CPU time"),
            Some(fastest) => {
                let more = if fastest.ended == Ended::Stopped { "more than " } else { "" };
                let what = format!("{more}{} x the proposed limit", times(fastest.took, proposed));
                let near = fastest.took < proposed.mul_f64(MARGIN);
                let role = if near { Role::Warn } else { Role::Plain };
                line(role, "fastest too slow", &format!("{}, {what}", fastest.solution.id.short()));
                if fastest.took <= proposed {
                    line(Role::Bad, "", "no limit of that kind tells it from the accepted ones: make the tests larger");
                    exit = Exit::NotAsExpected;
                } else if near {
                    line(Role::Warn, "", &format!("less than {MARGIN} x: another machine may accept it"));
                }
            }
        }
        if proposed != now {
            let seconds = proposed.as_secs_f64();
            let how = match self.named.is_package {
                true => format!("{seconds:?} s as the time limit that the package states"),
                false => format!("time = {seconds:?} under [limits] in problems/{id}/problem.toml"),
            };
            line(Role::Dim, "to take it", &how);
        }
        screen::print(page.into_inner())?;
        Ok(exit)
    }
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
