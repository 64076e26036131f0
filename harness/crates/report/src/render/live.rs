//! A small live table below the results during a run.
//!
//! Wraps the reporter that writes results. If both write to the same screen, the results go through
//! here, so that a result and the table below it are one write and nothing flickers. Starts no
//! thread: the table is drawn when there is something new or some time has passed, at most a few
//! times a second, and not at all in a run that is over before anyone would read it. Nothing of the
//! table stays on the screen.

mod screen;

pub use screen::{Screen, Size, Spool};

use crate::Reporter;
use crate::text::phrase::{self, Signs};
use crate::text::sanitize;
use crate::text::{Role, Text};
use model::record::Report;
use model::{Event, FinishedRun, Progress, Work};
use std::io;
use std::time::{Duration, Instant};

/// Time between two frames: short enough to be live, long enough to be read.
const PACE: Duration = Duration::from_millis(125);
/// A run shorter than this shows no table.
const PATIENCE: Duration = Duration::from_millis(200);
/// Work that takes longer than this is named, with its time.
const LONG: Duration = Duration::from_millis(200);
const BAR: usize = 24;
/// The most pieces of work named at a time, and the share of the screen's rows that they may take.
const ROWS: usize = 6;
const SHARE: usize = 3;

/// A reporter with a live table below it.
pub struct Live<R> {
    inner: R,
    /// Collects what `inner` writes, if that is meant for the same screen.
    spool: Spool,
    screen: Screen,
    board: Board,
    patience: Duration,
    pace: Duration,
    begun: Instant,
    drawn: Option<Instant>,
    over: bool,
}

impl<R: Reporter> Live<R> {
    /// `inner` writes into `spool`, or somewhere other than the screen.
    pub fn new(inner: R, spool: Spool, screen: Screen) -> Live<R> {
        Live {
            inner,
            spool,
            board: Board { unicode: screen.look.unicode, doing: "Preparing", long: LONG, ..Board::default() },
            screen,
            patience: PATIENCE,
            pace: PACE,
            begun: Instant::now(),
            drawn: None,
            over: false,
        }
    }

    /// Whether to show a table now: not in a run that is over or has only just begun.
    fn is_time(&self) -> bool {
        !self.over && self.begun.elapsed() >= self.patience
    }

    fn draw(&mut self) -> io::Result<()> {
        let size = self.screen.size();
        let lines = if self.is_time() { self.board.lines(size) } else { Vec::new() };
        self.drawn = Some(Instant::now());
        self.screen.draw(&self.spool.take(), &lines, size)
    }
}

impl<R: Reporter> Reporter for Live<R> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(started) => {
                self.board.names = started.solutions.iter().map(|solution| solution.name.clone()).collect();
            }
            Event::Finished(_) | Event::Compiler(_) | Event::Diagnosed(_) | Event::Inferred(_) => {}
            Event::Done(_) => self.over = true,
        }
        self.inner.event(event)?;
        self.draw()
    }

    fn done(&mut self, report: &Report) -> io::Result<()> {
        self.inner.done(report)?;
        self.draw()
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        self.board.note(progress);
        self.inner.progress(progress)?;
        if self.is_time() && self.drawn.is_none_or(|drawn| drawn.elapsed() >= self.pace) { self.draw() } else { Ok(()) }
    }
}

/// Leaves the screen clean however the run ends, even by a panic.
impl<R> Drop for Live<R> {
    fn drop(&mut self) {
        let size = self.screen.size();
        // A screen that is gone needs no cleaning.
        let _ = self.screen.draw(&self.spool.take(), &[], size);
    }
}

#[derive(Default)]
struct Board {
    unicode: bool,
    doing: &'static str,
    /// What is counted, where that is not clear.
    counted: &'static str,
    /// What each worker does, and since when.
    working: Vec<Option<(Work, Instant)>>,
    /// Work that takes longer than this is named.
    long: Duration,
    done: usize,
    total: usize,
    faults: usize,
    surprises: usize,
    /// Of the solutions, in plan order.
    names: Vec<String>,
}

impl Board {
    fn note(&mut self, progress: &Progress) {
        match progress {
            Progress::Begun { worker, what } => {
                self.working.resize_with(self.working.len().max(worker + 1), || None);
                self.working[*worker] = Some((what.clone(), Instant::now()));
            }
            Progress::Ended { worker } => {
                self.working.get_mut(*worker).and_then(Option::take);
            }
            Progress::Judged { .. } | Progress::Waiting => {}
            Progress::Building { done, total } => self.doing("Building", *done, *total, ""),
            Progress::Generating { done, total } => self.doing("Generating", *done, *total, ""),
            Progress::Validating { done, total } => self.doing("Validating", *done, *total, ""),
            Progress::Retiming { done, total } => {
                let tests = if *total == 1 { " test again, alone" } else { " tests again, alone" };
                self.doing("Measuring", *done, *total, tests);
            }
            Progress::Measuring { done, total, ran, .. } => {
                self.doing("Inferring", *done, *total, " runs for the time limit");
                if let Some(ran) = ran.as_ref().filter(|ran| ran.is_judged) {
                    self.count(&FinishedRun { verdict: Some(ran.verdict), expected: ran.expected });
                }
            }
            Progress::Running { done, total, ran } => {
                self.doing("Running", *done, *total, "");
                ran.iter().for_each(|ran| self.count(ran));
            }
        }
    }

    fn doing(&mut self, doing: &'static str, done: usize, total: usize, counted: &'static str) {
        (self.doing, self.done, self.total, self.counted) = (doing, done, total, counted);
    }

    fn count(&mut self, ran: &FinishedRun) {
        self.surprises += usize::from(ran.verdict.is_some() && !ran.expected);
        self.faults += usize::from(ran.verdict.is_none());
    }

    /// The table, in lines narrower than the screen.
    fn lines(&self, size: Size) -> Vec<Text> {
        let mut lines = vec![self.headline()];
        let most = ROWS.min(size.rows / SHARE);
        lines.extend(self.working.iter().flatten().filter_map(|(what, since)| self.long(what, *since)).take(most));
        // Some terminals wrap a line that fills the last column, and some do not.
        lines.iter().map(|line| line.cut(size.columns.saturating_sub(1))).collect()
    }

    /// Work that has taken long enough to be named, with its time so far: to a tenth of a second,
    /// because the number changes while it is read.
    fn long(&self, what: &Work, since: Instant) -> Option<Text> {
        let time = Some(since.elapsed()).filter(|time| *time >= self.long)?;
        let name = match what {
            Work::File(name) => name.clone(),
            Work::Run { solution, test } => format!("{} on {test}", self.names.get(*solution)?),
        };
        let name = sanitize::name(&name, self.unicode);
        Some(Text::new().with(Role::Plain, format!("{:11}{name}  {:.1} s", "", time.as_secs_f64())))
    }

    fn headline(&self) -> Text {
        let full = (self.done * BAR).checked_div(self.total).unwrap_or(0).min(BAR);
        let (on, off) = if self.unicode { ("━", "─") } else { ("#", "-") };
        let mut line = Text::new().with(Role::Problem, format!("{:>10}", self.doing)).with(Role::Plain, " ");
        line.push(Role::Plain, on.repeat(full));
        line.push(Role::Dim, off.repeat(BAR - full));
        let (done, total) = (phrase::number(self.done as u64), phrase::number(self.total as u64));
        line.push(Role::Plain, format!(" {done}/{total}{}", self.counted));
        let between = Signs::of(self.unicode).between;
        if self.surprises > 0 {
            line.push(Role::Plain, between);
            line.push(Role::Bad, format!("{} unexpected", phrase::number(self.surprises as u64)));
        }
        if self.faults > 0 {
            line.push(Role::Plain, between);
            line.push(Role::Warn, phrase::count(self.faults, "fault"));
        }
        line
    }
}

#[cfg(test)]
mod tests;
