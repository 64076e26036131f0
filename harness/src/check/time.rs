//! `harness check NAME --time`: measures how long the solutions take here and now, and suggests a
//! limit.

use crate::args::{CommonArgs, SandboxArgs};
use crate::error::CliError;
use crate::exit::Exit;
use crate::opening;
use crate::screen::{self, StandardOutput};
use crate::session;
use crate::workspace::{NamedProblem, Workspace};
use judge::{RunEnd, Separation, SlowestTest, TIME_MARGIN, Times, Timing};
use report::text::phrase;
use report::text::{Role, Text};
use std::time::Duration;

/// Five times the slowest accepted; the least of three runs counts.
const TIMING: Timing = Timing { factor: 5.0, runs: 3 };

/// Measures the problem that `word` means.
///
/// # Errors
/// When it means none, or a solution that is meant to be accepted is not.
pub(super) fn run(word: &str, sandbox: &SandboxArgs, common: &CommonArgs) -> Result<Exit, CliError> {
    let (workspace, named) = opening::of_problem(common, word)?;
    let times = session::call(&workspace, sandbox, |caller| workspace.judge.time(&named, TIMING, caller))?;
    screen::print(page(&workspace, &named, &times))?;
    let is_told_apart = !matches!(times.fastest_too_slow(), Some((_, Separation::None)));
    Ok(if is_told_apart { Exit::AsExpected } else { Exit::NotAsExpected })
}

fn page(workspace: &Workspace, named: &NamedProblem, times: &Times) -> Vec<u8> {
    let Times { accepted, too_slow, slowest, left_out, limit_now, proposed } = times;
    let (limit_now, proposed, id) = (*limit_now, *proposed, &named.problem.id);
    let mut page = workspace.screen.page(StandardOutput::Free);
    let mut line = |role: Role, name: &str, rest: &str| {
        let mut text = Text::new().with(role, name);
        text.pad(18);
        // Writing to memory cannot fail.
        let _ = page.wrapped(&text.with(Role::Plain, rest), 18);
    };
    let runs = phrase::count(usize::try_from(TIMING.runs).unwrap_or(usize::MAX), "time");
    line(Role::Strong, id.as_str(), &format!("measured {runs}, one program at a time, without the cache"));
    for (name, time) in
        accepted.iter().map(|time| ("  accepted", time)).chain(too_slow.iter().map(|time| ("  too slow", time)))
    {
        line(Role::Plain, name, &format!("{:>7}  {} on {}", took(time), time.solution.id.short(), time.test));
    }
    for solution in left_out {
        line(Role::Warn, "  left out", &format!("{}: its language is not on this machine", solution.short()));
    }
    let ratio = |time: Duration, of: Duration| format!("{:.1}", time.as_secs_f64() / of.as_secs_f64().max(0.001));
    let slow_one = format!("the slowest accepted ({})", phrase::time(slowest.took));
    let now = phrase::limit(limit_now);
    line(Role::Plain, "limit now", &format!("{now}, {} x {slow_one}", ratio(limit_now, slowest.took)));
    let floor = if times.is_shortest() { "; less would measure the machine" } else { "" };
    let what = format!("{}: {} x {slow_one}, rounded up{floor}", phrase::limit(proposed), TIMING.factor);
    line(Role::Good, "proposed", &what);
    match times.fastest_too_slow() {
        None => line(Role::Plain, "too slow", "no solution is, by its CPU time"),
        Some((fastest, separation)) => {
            let more = if fastest.ended == RunEnd::Stopped { "more than " } else { "" };
            let what = format!("{more}{} x the proposed limit", ratio(fastest.took, proposed));
            let (role, doubt) = match separation {
                Separation::None => {
                    (Role::Bad, ": no limit tells it from the accepted ones; make the tests larger".to_owned())
                }
                Separation::Narrow => {
                    (Role::Warn, format!(": less than {TIME_MARGIN} x, another machine may accept it"))
                }
                Separation::Wide => (Role::Plain, String::new()),
            };
            line(role, "fastest too slow", &format!("{}, {what}{doubt}", fastest.solution.id.short()));
        }
    }
    if proposed != limit_now {
        let seconds = proposed.as_secs_f64();
        let how = match named.is_package {
            true => format!("{seconds:?} s as the time limit that the package states"),
            false => format!("time = {seconds:?} under [limits] in problems/{id}/problem.toml"),
        };
        line(Role::Dim, "to take it", &how);
    }
    page.into_inner()
}

fn took(time: &SlowestTest) -> String {
    match time.ended {
        RunEnd::ByItself => phrase::time(time.took),
        RunEnd::Stopped => format!(">{}", phrase::time(time.took)),
        RunEnd::Waiting => "waits".to_owned(),
    }
}
