//! What goes on right now: one calm line below the results while a run lasts.
//!
//! Wraps the reporter that writes results, so that the line is gone before a result is written and back behind it; both reach the same
//! screen. Starts no thread: the line is drawn when there is something new, at most a few times a second, and not at all in a run that
//! is over before anyone would read it. It goes to standard error and nothing of it stays.

use crate::model::{Event, Planned, Progress, Verdict};
use crate::report::Reporter;
use crate::report::terminal::phrase::{self, Signs};
use crate::report::visible;
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io;
use std::time::{Duration, Instant};

/// Redraws a second: fast enough to be live, slow enough to be read.
const RATE: u8 = 8;
/// A run shorter than this shows no line.
const PATIENCE: Duration = Duration::from_millis(250);
/// Columns of the bar.
const BAR: usize = 24;

/// How the line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub color: bool,
    pub unicode: bool,
}

/// A reporter with a live line below it.
pub struct Live<R> {
    inner: R,
    bar: ProgressBar,
    look: Look,
    patience: Duration,
    begun: Instant,
    lineup: Vec<Planned>,
    /// Solutions whose line is written.
    finished: usize,
    verdicts: [usize; Verdict::ALL.len()],
    faults: usize,
    surprises: usize,
}

impl<R: Reporter> Live<R> {
    /// Shows the line on standard error. Where that is no terminal, nothing is shown; the caller may know better reasons not to.
    pub fn stderr(inner: R, look: Look) -> Live<R> {
        Live::on(inner, look, ProgressDrawTarget::stderr_with_hz(RATE), PATIENCE)
    }

    fn on(inner: R, look: Look, target: ProgressDrawTarget, patience: Duration) -> Live<R> {
        let bar = ProgressBar::with_draw_target(None, target);
        bar.set_style(ProgressStyle::with_template("{wide_msg}").expect("the template is a constant"));
        Live {
            inner,
            bar,
            look,
            patience,
            begun: Instant::now(),
            lineup: Vec::new(),
            finished: 0,
            verdicts: [0; Verdict::ALL.len()],
            faults: 0,
            surprises: 0,
        }
    }

    fn line(&self, doing: &str, done: usize, total: usize) -> String {
        let paint = |style: Style, text: &str| {
            if self.look.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
        };
        let full = (done * BAR).checked_div(total).unwrap_or(0).min(BAR);
        let (on, off) = if self.look.unicode { ("━", "─") } else { ("#", "-") };
        let mut line = format!(
            "{} {}{} {done}/{total}",
            paint(AnsiColor::Cyan.on_default().bold(), &format!("{doing:>10}")),
            on.repeat(full),
            paint(Style::new().dimmed(), &off.repeat(BAR - full)),
        );
        let between = Signs::of(self.look.unicode).between;
        if self.surprises > 0 {
            let text = format!("{} unexpected", phrase::number(self.surprises as u64));
            line.push_str(between);
            line.push_str(&paint(AnsiColor::Red.on_default().bold(), &text));
        }
        if self.faults > 0 {
            line.push_str(between);
            line.push_str(&paint(AnsiColor::Yellow.on_default(), &phrase::count(self.faults, "fault")));
        }
        if let Some(next) = self.lineup.get(self.finished) {
            line.push_str(between);
            line.push_str(&visible::name(&next.solution.id.to_string(), self.look.unicode));
        }
        let counts = Verdict::ALL.into_iter().zip(self.verdicts).filter(|(_, n)| *n > 0);
        let counts: Vec<String> = counts.map(|(v, n)| format!("{n} {}", v.short())).collect();
        if !counts.is_empty() {
            line.push_str(between);
            line.push_str(&paint(Style::new().dimmed(), &counts.join(" ")));
        }
        line
    }

    fn show(&self, line: String) {
        if self.begun.elapsed() >= self.patience {
            self.bar.set_message(line);
        }
    }
}

impl<R: Reporter> Reporter for Live<R> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Started(header) => {
                self.begun = Instant::now();
                self.lineup.clone_from(&header.lineup);
            }
            Event::Finished(_) => self.finished += 1,
            Event::Diagnosed(_) => {}
            Event::Done(_) => self.bar.finish_and_clear(),
        }
        let inner = &mut self.inner;
        if self.bar.message().is_empty() || self.bar.is_finished() {
            inner.event(event)
        } else {
            self.bar.suspend(|| inner.event(event))
        }
    }

    fn progress(&mut self, progress: &Progress) -> io::Result<()> {
        let line = match progress {
            Progress::Building { done, total } => self.line("Building", *done, *total),
            Progress::Running { done, total, solution: _, verdict, expected } => {
                match verdict {
                    Some(verdict) => {
                        self.verdicts[*verdict as usize] += 1;
                        self.surprises += usize::from(!expected);
                    }
                    None => self.faults += 1,
                }
                self.line("Running", *done, *total)
            }
            Progress::Generating { done, total } => self.line("Generating", *done, *total),
            Progress::Validating { done, total } => self.line("Validating", *done, *total),
            Progress::Retiming { done, total } => self.line("Retiming", *done, *total),
        };
        self.show(line);
        self.inner.progress(progress)
    }
}

/// However the run ends, the screen is left clean.
impl<R> Drop for Live<R> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::testing::{Fake, problem, run};
    use indicatif::TermLike;
    use std::sync::{Arc, Mutex};

    /// A screen that remembers what is on it: the lines above the cursor, and the line the cursor is on.
    #[derive(Clone, Debug, Default)]
    struct Screen(Arc<Mutex<(Vec<String>, String)>>);

    impl Screen {
        fn text(&self) -> String {
            let screen = self.0.lock().unwrap();
            format!(
                "{}{}",
                screen.0.iter().map(|line| format!("{}\n", line.trim_end())).collect::<String>(),
                screen.1.trim_end()
            )
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            100
        }
        fn move_cursor_up(&self, n: usize) -> io::Result<()> {
            assert_eq!(n, 0, "the line is one line");
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            let mut screen = self.0.lock().unwrap();
            let line = std::mem::take(&mut screen.1) + text;
            screen.0.push(line);
            Ok(())
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().1.push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().unwrap().1.clear();
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Writes one line a result onto the same screen, and insists that the screen's line is free.
    struct Results(Screen);

    impl Reporter for Results {
        fn event(&mut self, event: &Event) -> io::Result<()> {
            assert_eq!(self.0.0.lock().unwrap().1.trim_end(), "", "the live line is gone before a result is written");
            if let Event::Finished(result) = event {
                self.0.write_line(&format!("result {}", result.solution.id))?;
            }
            Ok(())
        }
    }

    fn live(screen: &Screen, patience: Duration) -> Live<Results> {
        // More redraws a second than any test makes: what is drawn must not depend on the clock.
        let target = ProgressDrawTarget::term_like_with_hz(Box::new(screen.clone()), 255);
        Live::on(Results(screen.clone()), Look { color: false, unicode: true }, target, patience)
    }

    fn running(done: usize, verdict: Option<Verdict>, expected: bool) -> Progress {
        Progress::Running { done, total: 8, solution: 0, verdict, expected }
    }

    #[test]
    fn the_line_gives_way_to_results_and_is_gone_at_the_end() {
        let screen = Screen::default();
        let mut live = live(&screen, Duration::ZERO);
        let nim = problem("nim", 1, 3);
        let events = run(vec![Fake::new(&nim, ""), Fake::new(&nim, "brute")]);
        live.event(&events[0]).unwrap();
        live.progress(&Progress::Building { done: 1, total: 2 }).unwrap();
        assert_eq!(screen.text(), "  Building ━━━━━━━━━━━━──────────── 1/2 · nim/nim.rs");
        live.progress(&running(1, Some(Verdict::Accepted), true)).unwrap();
        live.progress(&running(2, Some(Verdict::WrongAnswer), false)).unwrap();
        live.progress(&running(3, None, false)).unwrap();
        live.event(&events[1]).unwrap();
        live.progress(&running(4, Some(Verdict::Accepted), true)).unwrap();
        // What the clock lets through is drawn at the latest with the next result.
        live.bar.force_draw();
        let line = "   Running ━━━━━━━━━━━━──────────── 4/8 · 1 unexpected · 1 fault · nim/brute.rs · 2 AC 1 WA";
        assert_eq!(screen.text(), format!("result nim/nim.rs\n{line}"));
        live.event(&events[2]).unwrap();
        live.event(&events[3]).unwrap();
        assert_eq!(screen.text(), "result nim/nim.rs\nresult nim/brute.rs\n");
    }

    #[test]
    fn a_short_run_shows_no_line() {
        let screen = Screen::default();
        let mut live = live(&screen, Duration::MAX);
        live.event(&run(Vec::new())[0]).unwrap();
        live.progress(&running(1, Some(Verdict::Accepted), true)).unwrap();
        assert_eq!(screen.text(), "");
    }

    #[test]
    fn a_run_that_breaks_off_leaves_the_screen_clean() {
        let screen = Screen::default();
        let mut live = live(&screen, Duration::ZERO);
        live.progress(&running(1, None, false)).unwrap();
        drop(live);
        assert_eq!(screen.text(), "");
    }
}
