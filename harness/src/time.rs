//! `harness time`: measures how long the solutions take here and now, and suggests a limit.

use crate::args::{CommonArgs, SandboxArgs, number_within};
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::opening;
use crate::screen::{self, StandardOutput};
use crate::session;
use crate::workspace::{NamedProblem, Workspace};
use clap::{Args, value_parser};
use judge::{RunEnd, Separation, SlowestTest, TIME_MARGIN, Times, Timing};
use report::text::phrase;
use report::text::{Role, Text};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  harness time nim                 measure, and propose: 5 x the slowest accepted
  harness time nim --factor 3      less room
  harness time nim --runs 1        faster, and noisier

Every test of every accepted solution is run several times, one program at a time and never from the cache; the least time counts. Of the \
solutions that must be too slow, the slowest test counts. Nothing is written.";

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
    let timing = Timing { factor: args.factor, runs: args.runs };
    let times = session::call(&workspace, &args.sandbox, |caller| workspace.judge.time(&named, timing, caller))?;
    screen::print(page(&workspace, &named, timing, &times))?;
    let is_told_apart = !matches!(times.fastest_too_slow(), Some((_, Separation::None)));
    Ok(if is_told_apart { Exit::AsExpected } else { Exit::NotAsExpected })
}

fn page(workspace: &Workspace, named: &NamedProblem, timing: Timing, times: &Times) -> Vec<u8> {
    let Times { accepted, too_slow, slowest, left_out, limit_now, proposed } = times;
    let (limit_now, proposed, id) = (*limit_now, *proposed, &named.problem.id);
    let mut page = workspace.screen.page(StandardOutput::Free);
    let mut line = |role: Role, name: &str, rest: &str| {
        let mut text = Text::new().with(role, name);
        text.pad(18);
        // Writing to memory cannot fail.
        let _ = page.wrapped(&text.with(Role::Plain, rest), 18);
    };
    let runs = phrase::count(usize::try_from(timing.runs).unwrap_or(usize::MAX), "time");
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
    let what = format!("{}: {} x {slow_one}, rounded up{floor}", phrase::limit(proposed), timing.factor);
    line(Role::Good, "proposed", &what);
    match times.fastest_too_slow() {
        None => line(Role::Plain, "too slow", "no solution is, by its CPU time"),
        Some((fastest, separation)) => {
            let more = if fastest.ended == RunEnd::Stopped { "more than " } else { "" };
            let what = format!("{more}{} x the proposed limit", ratio(fastest.took, proposed));
            let role = if separation == Separation::Wide { Role::Plain } else { Role::Warn };
            line(role, "fastest too slow", &format!("{}, {what}", fastest.solution.id.short()));
            match separation {
                Separation::None => {
                    line(Role::Bad, "", "no limit of that kind tells it from the accepted ones: make the tests larger");
                }
                Separation::Narrow => {
                    line(Role::Warn, "", &format!("less than {TIME_MARGIN} x: another machine may accept it"));
                }
                Separation::Wide => {}
            }
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
