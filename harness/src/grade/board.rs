//! The results of a class as they come: a line a submission, and the sum above the table.

use crate::error::CliError;
use crate::live_table::Line;
use crate::screen::{Screen, StandardOutput, print_beside};
use engine::run::Sink;
use judge::class::{Class, GradeTask, Graded};
use judge::{Listener, Notice};
use model::record::{ClassTable, SolutionRecord};
use model::standings::{Attempt, Keep, Outcome, words};
use model::{Event, Progress};
use report::text::phrase::{count, number, took};
use report::text::{Role, Text, sanitize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most columns for a student's name; a longer one shifts what follows.
const NAME: usize = 30;
/// Beyond this many results, no line is printed for each.
const RESULT_LINES: usize = 500;

/// Shows the results so far.
pub(super) struct Board<'a> {
    class: &'a Class,
    rules: ClassTable,
    screen: &'a Screen,
    output: StandardOutput,
    /// The solutions that are judged now.
    batch: Vec<Arc<SolutionRecord>>,
    /// By the name of a solution.
    students: BTreeMap<String, &'a str>,
    total: usize,
    done: usize,
    /// The widths of problems' and students' names.
    columns: (usize, usize),
    tells: bool,
    line: Line,
    /// What could not be written.
    pub trouble: Option<CliError>,
}

impl<'a> Board<'a> {
    pub(super) fn new(
        class: &'a Class,
        task: &GradeTask<'_>,
        is_quiet: bool,
        screen: &'a Screen,
        output: StandardOutput,
    ) -> Board<'a> {
        let roster = &class.roster;
        let students = roster.submissions.iter().map(|one| (one.id.to_string(), roster.students[one.student].as_str()));
        let planned = &task.plan.solutions;
        let problem = planned.iter().map(|planned| planned.problem.id.as_str().len()).max().unwrap_or(0);
        let name = roster.students.iter().map(|name| sanitize::width(&sanitize::name(name, screen.unicode))).max();
        Board {
            class,
            rules: task.rules,
            screen,
            output,
            batch: Vec::new(),
            students: students.collect(),
            total: planned.len(),
            done: 0,
            columns: (problem, name.unwrap_or(0).min(NAME)),
            tells: !is_quiet && planned.len() <= RESULT_LINES,
            line: Line::new(screen),
            trouble: None,
        }
    }

    fn student(&self, solution: &str) -> &'a str {
        self.students.get(solution).copied().unwrap_or_default()
    }

    /// Shows what is being done.
    fn draw(&mut self, doing: &str) {
        let (done, total) = (self.done, self.total);
        self.line.put(|| format!("{done}/{total} submissions  {doing}"));
    }

    fn announce(&mut self, solution: &SolutionRecord, attempt: &Attempt) {
        if !self.tells {
            return;
        }
        self.line.clear();
        let role = match &attempt.outcome {
            Outcome::Judged(_) if attempt.is_accepted() => Role::Good,
            Outcome::Judged(_) => Role::Bad,
            Outcome::Fault(_) | Outcome::NoTool | Outcome::NotJudged | Outcome::Unread(_) => Role::Warn,
        };
        let what = match (&attempt.outcome, &attempt.failure) {
            (Outcome::Judged(_), Some(failure)) => {
                format!("{}, test {} of {}", words(failure.verdict), failure.number, failure.of)
            }
            (Outcome::Judged(verdict), None) => words(*verdict).to_owned(),
            (Outcome::Fault(message), _) => format!("not judged: {message}"),
            (Outcome::NoTool, _) => format!("not judged: no {} on this machine", attempt.language),
            (Outcome::NotJudged, _) => "not judged".to_owned(),
            (Outcome::Unread(why), _) => format!("not read: {why}"),
        };
        let name = |text: &str| sanitize::name(text, self.screen.unicode).into_owned();
        let width = self.total.to_string().len();
        let mut line = Text::new().with(Role::Dim, format!("{:>width$}/{}  ", self.done, self.total));
        let (problem, student) = self.columns;
        let begin = line.width();
        line.push(Role::Problem, name(solution.problem.as_str()));
        line.pad(begin + problem + 2);
        line.push(Role::Strong, name(self.student(&solution.name)));
        line.pad(begin + problem + 2 + student);
        line.push(Role::Plain, "  ");
        line.push(role, name(&what));
        let (color, width) = self.screen.look(self.output);
        let line = width.map_or(line.clone(), |width| line.cut(width));
        if let Err(error) = print_beside(self.output, &format!("{}\n", line.drawn(color))) {
            self.trouble.get_or_insert(error);
        }
    }

    /// The sum, above the table.
    ///
    /// # Errors
    /// What could not be written, now or before.
    pub(super) fn end(mut self, graded: &Graded) -> Result<(), CliError> {
        self.line.clear();
        let of = |attempt: &&Attempt| matches!(attempt.outcome, Outcome::Judged(_));
        let judged = graded.attempts.values().filter(of).count();
        let accepted = graded.attempts.values().filter(|attempt| attempt.is_accepted()).count();
        let cached =
            if graded.cached > 0 { format!(" ({} remembered)", number(graded.cached as u64)) } else { String::new() };
        let (all, runs) = (count(judged, "submission"), count(graded.judged, "run"));
        let text = format!("{all} judged, {accepted} accepted; {runs}{cached} in {}\n\n", took(graded.took));
        let ended = print_beside(self.output, &text);
        self.trouble.map_or(ended, Err)
    }
}

impl Sink for Board<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => self.batch.clone_from(&started.solutions),
            Event::Finished(solution) => {
                self.done += 1;
                let attempt = self.class.attempt(solution, self.rules, Keep::Results);
                self.announce(solution, &attempt);
            }
            Event::Inferred(_) | Event::Diagnosed(_) | Event::Done(_) => {}
        }
    }

    fn progress(&mut self, progress: &Progress) {
        match progress {
            Progress::Building { done, total } => self.draw(&format!("building {done}/{total}")),
            Progress::Running { ran, .. } => {
                let Some(solution) = ran.and_then(|ran| self.batch.get(ran.solution)) else { return };
                let doing = format!("{}  {}", solution.problem, self.student(&solution.name));
                self.draw(&doing);
            }
            Progress::Retiming { done, total } => self.draw(&format!("measuring {done}/{total} again, alone")),
            Progress::Generating { .. }
            | Progress::Measuring { .. }
            | Progress::Validating { .. }
            | Progress::Begun { .. }
            | Progress::Judged { .. }
            | Progress::Ended { .. }
            | Progress::Waiting => {}
        }
    }
}

impl Listener for Board<'_> {
    fn notice(&mut self, notice: &Notice) {
        self.line.clear();
        self.screen.notice(notice);
    }
}
