//! Judges a class in small batches: results come early, an endless loop delays only its batch, and
//! of thousands of submissions only what the table needs stays in memory.

use super::class::Submission;
use super::handout::named;
use super::{GradeArgs, Grader};
use crate::error::{CliError, OrCannot as _};
use crate::judge;
use crate::live_table::Line;
use crate::screen::{Screen, StandardOutput, print_beside};
use crate::session;
use crate::workspace::Workspace;
use engine::plan::{Plan, PlannedSolution};
use engine::run::{OnFailure, ResultCache, Settings, Sink};
use engine::store::Store;
use model::record::{Report, Solution};
use model::standings::{Attempt, Outcome, words};
use model::{Event, Key, Progress};
use report::artifacts::destination::Destination;
use report::text::phrase::{count, number, took};
use report::text::{Role, Text, sanitize};
use std::collections::BTreeMap;
use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many submissions per worker are built and judged together.
const BATCH: usize = 4;
/// The most columns for a student's name; a longer one shifts what follows.
const NAME: usize = 30;
/// Beyond this many results, no line is printed for each.
const RESULT_LINES: usize = 500;

/// The outcome of grading a class.
pub(super) struct Judged {
    /// By the names of their solutions.
    pub attempts: BTreeMap<String, Attempt>,
    /// By Ctrl-C.
    pub interrupted: bool,
    /// What could not be written meanwhile.
    pub printed: Result<(), CliError>,
}

/// Judges the plan, and writes the record.
pub(super) fn judge(
    args: &GradeArgs,
    workspace: &Workspace,
    grader: &Grader<'_>,
    output: StandardOutput,
) -> Result<Judged, CliError> {
    let json = args
        .json
        .as_ref()
        .map(|path| Destination::prepare(path).map(|place| (path, place)))
        .transpose()
        .map_err(CliError::of_caller)?;
    let builder = workspace.builder()?.afresh(args.no_cache);
    let shard = judge::shard(&args.shard, grader.plan, &builder)?;
    let part = args.shard.shard.map(|part| grader.plan.shard(part, args.shard.shard_by));
    let plan = part.as_ref().unwrap_or(grader.plan);
    let usual = Settings::of_machine();
    let jobs = args.jobs.map_or(usual.jobs, usize::from);
    let on_failure = if grader.rules.per_test { OnFailure::Continue } else { OnFailure::StopSolution };
    let command = workspace.screen.command.clone();
    let settings = Settings { jobs, on_failure, command, shard: shard.clone(), ..usual };
    let mut board = Board::new(args, grader, plan, &workspace.screen, output);
    if json.is_some() {
        board.record = Some(Report::new());
    }
    let begun = Instant::now();
    let interrupted = session::with_builder(workspace, &builder, &args.sandbox, settings, |session| {
        let store = if args.no_cache { Store::none() } else { builder.store() };
        let mut cache = ResultCache::new(store, session.sandbox.level());
        for batch in plan.solutions.chunks(BATCH * jobs.max(1)) {
            if session.cancel.is_raised() {
                break;
            }
            board.batch = batch;
            if board.record.is_some() {
                // Before they are built: a file that changes meanwhile is then one that has
                // changed.
                let named = |one: &PlannedSolution| Some((one.solution.id.to_string(), hash(&one.solution)?));
                board.hashes = batch.iter().filter_map(named).collect();
            }
            let summary = session.runner.execute(&Plan { solutions: batch.to_vec() }, &mut cache, &mut board);
            board.cached += summary.cached;
            board.judged += summary.judged;
        }
        board.line.clear();
        Ok(session.cancel.is_raised())
    })?;
    if let Some((path, place)) = json
        && let Some(mut record) = board.record.take()
    {
        // A shard may be empty; then no run has set this.
        record.run.shard = shard;
        record.run.class = Some(grader.rules);
        record.recount();
        record.summary.took = begun.elapsed();
        record.summary.interrupted = interrupted;
        let written = place.write(&record.to_pretty_json());
        board.trouble = board.trouble.take().or(written.or_cannot(format!("write {}", named(path))).err());
    }
    let ended = board.end(begun.elapsed());
    let printed = board.trouble.map_or(ended, Err);
    Ok(Judged { attempts: board.attempts, interrupted, printed })
}

/// The hash of a file. `None` if the file cannot be read, which is a fault of its build.
pub(super) fn hash(solution: &model::Solution) -> Option<String> {
    Key::of_content(File::open(&solution.path).ok()?).ok().map(|key| key.to_string())
}

/// Collects the results so far, and shows them.
struct Board<'a> {
    grader: &'a Grader<'a>,
    screen: &'a Screen,
    output: StandardOutput,
    batch: &'a [PlannedSolution],
    /// By the name of a solution: the student, and the number of the attempt at the problem, from
    /// 1.
    students: BTreeMap<String, (&'a str, usize)>,
    /// By the name of a solution of the record: the hash of its file.
    hashes: BTreeMap<String, String>,
    attempts: BTreeMap<String, Attempt>,
    /// All runs, if requested.
    record: Option<Report>,
    total: usize,
    /// The widths of problems' and students' names.
    columns: (usize, usize),
    judged: usize,
    cached: usize,
    tells: bool,
    line: Line,
    trouble: Option<CliError>,
}

impl<'a> Board<'a> {
    fn new(
        args: &GradeArgs,
        grader: &'a Grader<'a>,
        plan: &Plan,
        screen: &'a Screen,
        output: StandardOutput,
    ) -> Board<'a> {
        let class = grader.class;
        let of_one = |a: &Submission, b: &Submission| (a.student, &a.id.problem) == (b.student, &b.id.problem);
        let numbered = class.submissions.chunk_by(of_one).flat_map(|attempts| (1..).zip(attempts));
        let students = numbered.map(|(n, s)| (s.id.to_string(), (class.students[s.student].as_str(), n)));
        let total = plan.solutions.len();
        let problem = plan.solutions.iter().map(|planned| planned.problem.id.as_str().len()).max().unwrap_or(0);
        let name = class.students.iter().map(|name| sanitize::width(&sanitize::name(name, screen.unicode))).max();
        Board {
            grader,
            screen,
            output,
            batch: &[],
            students: students.collect(),
            hashes: BTreeMap::new(),
            attempts: BTreeMap::new(),
            record: None,
            total,
            columns: (problem, name.unwrap_or(0).min(NAME)),
            judged: 0,
            cached: 0,
            tells: !args.quiet && total <= RESULT_LINES,
            line: Line::new(screen),
            trouble: None,
        }
    }

    fn student(&self, solution: &str) -> &'a str {
        self.students.get(solution).map_or("", |(student, _)| student)
    }

    /// Shows what is being done.
    fn draw(&mut self, doing: &str) {
        let (done, total) = (self.attempts.len(), self.total);
        self.line.put(|| format!("{done}/{total} submissions  {doing}"));
    }

    fn announce(&mut self, solution: &Solution, attempt: &Attempt) {
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
        let mut line = Text::new().with(Role::Dim, format!("{:>width$}/{}  ", self.attempts.len(), self.total));
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
    fn end(&mut self, time: Duration) -> Result<(), CliError> {
        let of = |attempt: &&Attempt| matches!(attempt.outcome, Outcome::Judged(_));
        let judged = self.attempts.values().filter(of).count();
        let accepted = self.attempts.values().filter(|attempt| attempt.is_accepted()).count();
        let cached =
            if self.cached > 0 { format!(" ({} remembered)", number(self.cached as u64)) } else { String::new() };
        let runs = count(self.judged, "run");
        let all = count(judged, "submission");
        let text = format!("{all} judged, {accepted} accepted; {runs}{cached} in {}\n\n", took(time));
        print_beside(self.output, &text)
    }
}

impl Sink for Board<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => {
                if let Some(record) = &mut self.record {
                    record.run = started.run.clone();
                    let problems: Vec<_> = record.problems.iter().map(|problem| problem.problem.clone()).collect();
                    let new = started.problems.iter().filter(|problem| !problems.contains(&problem.problem));
                    record.problems.extend(new.cloned());
                }
            }
            Event::Finished(solution) => self.finished(solution),
            Event::Inferred(_) | Event::Diagnosed(_) | Event::Done(_) => {}
        }
    }

    fn progress(&mut self, progress: &Progress) {
        match progress {
            Progress::Building { done, total } => self.draw(&format!("building {done}/{total}")),
            Progress::Running { ran, .. } => {
                let Some(planned) = ran.and_then(|ran| self.batch.get(ran.solution)) else { return };
                let student = self.student(&planned.solution.id.to_string());
                self.draw(&format!("{}  {student}", planned.problem.id));
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

impl Board<'_> {
    fn finished(&mut self, solution: &Arc<Solution>) {
        let attempt = self.grader.attempt(solution);
        if let Some(record) = &mut self.record {
            let mut bounded = solution.bounded();
            if let Some((student, attempt)) = self.students.get(&solution.name) {
                let submission = Arc::make_mut(&mut bounded);
                (submission.student, submission.attempt) = (Some((*student).to_owned()), Some(*attempt));
                submission.sha256 = self.hashes.remove(&solution.name);
            }
            record.solutions.push(bounded);
        }
        self.attempts.insert(solution.name.clone(), attempt.clone());
        self.announce(solution, &attempt);
    }
}
