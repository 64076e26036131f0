//! The results of a class as they come: a line a submission, and the sum above the table.

use crate::error::CliError;
use crate::screen::{Screen, StandardOutput, print_beside};
use crate::session::Teller;
use judge::class::{Class, ClassGrades, GradeTask};
use judge::model::record::{ClassTable, SolutionRecord};
use judge::model::standings::RecordDepth;
use judge::model::{Event, Progress};
use judge::{Listener, Notice, Sink};
use report::standings::results::{ResultColumns, sum};
use report::text::Look;
use std::collections::BTreeMap;

/// Beyond this many results, no line is printed for each.
const RESULT_LINES: usize = 500;

/// Shows the results so far.
pub(super) struct Board<'a> {
    class: &'a Class,
    rules: ClassTable,
    screen: &'a Screen,
    output: StandardOutput,
    teller: Teller<'a>,
    /// By the name of a solution.
    students: BTreeMap<String, &'a str>,
    done: usize,
    columns: ResultColumns,
    tells: bool,
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
        let students = roster.rows.iter().flat_map(|row| row.submissions.iter().map(move |one| (row, one)));
        let students = students.map(|(row, one)| (one.id.to_string(), row.student.as_str()));
        let planned = &task.plan.solutions;
        let problems = planned.iter().map(|planned| planned.problem.id.as_str());
        let names = roster.rows.iter().map(|row| row.student.as_str());
        Board {
            class,
            rules: task.rules,
            screen,
            output,
            teller: Teller::new(screen),
            students: students.collect(),
            done: 0,
            columns: ResultColumns::of(problems, names, planned.len(), screen.out.unicode),
            tells: !is_quiet && planned.len() <= RESULT_LINES,
            trouble: None,
        }
    }

    fn announce(&mut self, solution: &SolutionRecord) {
        self.teller.ended();
        let attempt = self.class.attempt(solution, self.rules, RecordDepth::Results);
        let student = self.students.get(&solution.name).copied().unwrap_or_default();
        let line = self.columns.line(self.done, solution.problem.as_str(), student, &attempt);
        let Look { color, width, .. } = self.screen.look(self.output);
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
        self.teller.ended();
        let text = sum(graded.attempts.values(), graded.judged, graded.cached, graded.took);
        let ended = print_beside(self.output, &format!("{text}\n\n"));
        self.trouble.map_or(ended, Err)
    }
}

impl Sink for Board<'_> {
    fn event(&mut self, event: &Event) {
        self.teller.event(event);
        if let Event::Finished(solution) = event {
            self.done += 1;
            if self.tells {
                self.announce(solution);
            }
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.teller.progress(progress);
    }
}

impl Listener for Board<'_> {
    fn notice(&mut self, notice: &Notice) {
        self.teller.notice(notice);
    }
}
