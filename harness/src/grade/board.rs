//! The results of a class as they come: a line a submission, and the sum above the table.

use crate::error::CliError;
use crate::live_table;
use crate::screen::{Screen, StandardOutput, print_beside};
use engine::run::Sink;
use judge::class::{Class, ClassGrades, GradeTask};
use judge::{Listener, Notice};
use model::record::{ClassTable, SolutionRecord};
use model::standings::{Attempt, RecordDepth};
use model::{Event, Progress};
use report::render::line::ProgressLine;
use report::standings::results::{ResultColumns, sum};
use std::collections::BTreeMap;
use std::sync::Arc;

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
    columns: ResultColumns,
    tells: bool,
    line: ProgressLine,
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
        let problems = planned.iter().map(|planned| planned.problem.id.as_str());
        let names = roster.students.iter().map(String::as_str);
        let columns = ResultColumns::of(problems, names, planned.len(), screen.unicode);
        Board {
            class,
            rules: task.rules,
            screen,
            output,
            batch: Vec::new(),
            students: students.collect(),
            total: planned.len(),
            done: 0,
            columns,
            tells: !is_quiet && planned.len() <= RESULT_LINES,
            line: live_table::line(screen),
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
        let student = self.student(&solution.name);
        let line = self.columns.line(self.done, solution.problem.as_str(), student, attempt);
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
    pub(super) fn end(mut self, graded: &ClassGrades) -> Result<(), CliError> {
        self.line.clear();
        let text = sum(graded.attempts.values(), graded.judged, graded.cached, graded.took);
        let ended = print_beside(self.output, &format!("{text}\n\n"));
        self.trouble.map_or(ended, Err)
    }
}

impl Sink for Board<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => self.batch.clone_from(&started.solutions),
            Event::Finished(solution) => {
                self.done += 1;
                let attempt = self.class.attempt(solution, self.rules, RecordDepth::Results);
                self.announce(solution, &attempt);
            }
            Event::Compiler(_) | Event::Inferred(_) | Event::Diagnosed(_) | Event::Done(_) => {}
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
