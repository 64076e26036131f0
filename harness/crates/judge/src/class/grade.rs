//! Judges a class in small batches: results come early, an endless loop delays only its batch, and
//! of thousands of submissions only what the table needs stays in memory.

use super::{Class, RosterRow};
use crate::error::Error;
use crate::session::{Caller, Listener, Recorder};
use engine::build::{Builder, Languages};
use engine::plan::{Plan, PlannedSolution};
use engine::run::{OnFailure, ResultCache, Settings, Sink};
use engine::store::Store;
use model::record::{self, ClassTable, Report, SolutionRecord};
use model::standings::{Attempt, Column, RecordDepth, Standings, Student, WORTH};
use model::{Event, Key, Language, Points, ProblemId, Progress, Solution};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many submissions per worker are built and judged together.
const BATCH: usize = 4;

/// What to grade, and how.
pub struct GradeTask<'a> {
    /// Of the class's judge, or a part of it.
    pub plan: &'a Plan,
    /// Builds the submissions, and holds the cache that is used.
    pub builder: &'a Builder,
    /// What follows a failure is up to `rules`.
    pub settings: Settings,
    /// What counts: the best or the last attempt, all tests or the first failed one.
    pub rules: ClassTable,
    /// How much of each result stays in memory.
    pub keep: RecordDepth,
    /// Whether to use results of earlier runs, and store its own.
    pub remembers: bool,
    /// Whether to make the record of all runs.
    pub records: bool,
}

impl<'a> GradeTask<'a> {
    /// The best attempt counts, and is worth all or nothing where a problem has no groups.
    pub fn of(plan: &'a Plan, builder: &'a Builder) -> GradeTask<'a> {
        let (settings, rules) = (Settings::of_machine(), ClassTable::default());
        GradeTask { plan, builder, settings, rules, keep: RecordDepth::Results, remembers: true, records: false }
    }
}

/// What the submissions are worth.
#[derive(Default)]
pub struct ClassGrades {
    /// By the names of their solutions.
    pub attempts: BTreeMap<String, Attempt>,
    /// How many runs were judged, and how many of them were remembered.
    pub judged: usize,
    /// How many results came from the cache.
    pub cached: usize,
    /// The time on the clock.
    pub took: Duration,
    /// The caller cancelled it: some submissions have no result.
    pub interrupted: bool,
    /// If [`GradeTask::records`] asked for it.
    pub record: Option<Report>,
}

/// What a record of the class says of the files that are here.
pub struct FromRecord {
    /// By the names of their solutions.
    pub attempts: BTreeMap<String, Attempt>,
    /// Submissions of the record whose files are gone.
    pub gone: Vec<String>,
    /// Files that are other ones by now: these were not judged.
    pub changed: Vec<String>,
}

impl Class {
    /// Judges every submission by the usual rules of a class.
    ///
    /// # Errors
    /// When nobody has submitted anything, or programs cannot be run here.
    pub fn grade(&self, caller: &mut Caller<'_>) -> Result<ClassGrades, Error> {
        let (plan, builder) = (self.judge.whole_plan()?, self.judge.builder()?);
        self.grade_task(GradeTask::of(&plan, &builder), caller)
    }

    /// [`Class::grade`], by rules and settings of the caller's own.
    ///
    /// # Errors
    /// When programs cannot be run here.
    pub fn grade_task(&self, task: GradeTask<'_>, caller: &mut Caller<'_>) -> Result<ClassGrades, Error> {
        let GradeTask { plan, builder, settings, rules, keep, remembers, records } = task;
        let on_failure = if rules.per_test { OnFailure::Continue } else { OnFailure::StopSolution };
        let (jobs, shard) = (settings.jobs, settings.shard.clone());
        let settings = Settings { on_failure, ..settings };
        let (begun, cancel) = (Instant::now(), caller.cancel);
        let (mut judged, mut cached) = (0, 0);
        let (attempts, record) = self.judge.with_session(builder, settings, caller, |session, listener| {
            let plan = plan.clone().with_problems(|problem| session.runner.settled(problem, listener));
            let mut record = records.then(Report::new);
            let mut tally = Tally { class: self, rules, keep, attempts: BTreeMap::new(), listener };
            let store = if remembers { builder.store() } else { Store::none() };
            let mut cache = ResultCache::new(store, session.sandbox.level());
            for batch in plan.solutions.chunks(BATCH * jobs.max(1)) {
                if cancel.is_raised() {
                    break;
                }
                // Before they are built: a file that changes meanwhile is then one that has
                // changed.
                let named = |one: &PlannedSolution| Some((one.solution.id.to_string(), hash(&one.solution)?));
                let hashes = batch.iter().filter(|_| records).filter_map(named).collect();
                let mut recorder = Recorder { report: Report::new(), sink: &mut tally };
                let summary = session.runner.execute(&Plan { solutions: batch.to_vec() }, &mut cache, &mut recorder);
                if let Some(record) = &mut record {
                    add(record, recorder.report, &hashes);
                }
                cached += summary.cached;
                judged += summary.judged;
            }
            Ok((tally.attempts, record))
        })?;
        let (took, interrupted) = (begun.elapsed(), cancel.is_raised());
        let names = plan.solutions.iter().map(|planned| planned.solution.id.to_string());
        let places: HashMap<String, usize> = names.zip(0..).collect();
        let record = record.map(|mut record| {
            // A shard may be empty; then no run has set this.
            record.run.shard = shard;
            record.run.class = Some(rules);
            record.unread = self.roster.rows.iter().flat_map(RosterRow::recorded).collect();
            record.solutions.sort_by_key(|result| places.get(&result.name).copied());
            self.sign(&mut record);
            record.recount();
            record.summary.took = took;
            record.summary.interrupted = interrupted;
            record
        });
        Ok(ClassGrades { attempts, judged, cached, took, interrupted, record })
    }

    /// Says in a record whose attempts its solutions are.
    fn sign(&self, record: &mut Report) {
        let numbered = self.roster.rows.iter().flat_map(|row| row.attempts().map(move |files| (row, files)));
        let numbered = numbered.flat_map(|(row, files)| (1..).zip(files).map(move |(number, one)| (row, number, one)));
        let whose: BTreeMap<String, (&str, usize)> =
            numbered.map(|(row, number, one)| (one.id.to_string(), (row.student.as_str(), number))).collect();
        for solution in &mut record.solutions {
            let Some((student, attempt)) = whose.get(&solution.name) else { continue };
            let solution = Arc::make_mut(solution);
            solution.student = Some((*student).to_owned());
            solution.attempt = Some(*attempt);
        }
    }

    /// What a solution's results are worth.
    pub fn attempt(&self, solution: &SolutionRecord, rules: ClassTable, keep: RecordDepth) -> Attempt {
        Attempt::of(solution, name_of(&self.judge.languages, &solution.language), rules, keep)
    }

    /// The attempts of a record of this class. A file that is another one by now was not judged,
    /// and one that is gone has no place in the table.
    pub fn attempts_of(&self, record: &Report, rules: ClassTable, keep: RecordDepth) -> FromRecord {
        let here = self.judge.catalog.solutions.iter().map(|solution| (solution.id.to_string(), solution));
        let here: BTreeMap<String, &Arc<Solution>> = here.collect();
        let (mut attempts, mut gone, mut changed) = (BTreeMap::new(), Vec::new(), Vec::new());
        for graded in &record.solutions {
            let is_other = |solution: &Solution| graded.sha256.is_some() && hash(solution) != graded.sha256;
            match here.get(&graded.name) {
                None => gone.push(graded.path.clone()),
                Some(solution) if is_other(solution) => changed.push(solution.display.clone()),
                Some(_) => drop(attempts.insert(graded.name.clone(), self.attempt(graded, rules, keep))),
            }
        }
        FromRecord { attempts, gone, changed }
    }

    /// The table. A submission without an attempt is open.
    pub fn standings(&self, mut attempts: BTreeMap<String, Attempt>, rules: ClassTable) -> Standings {
        let mut problems: Vec<Column> = Vec::new();
        let mut places: BTreeMap<&ProblemId, usize> = BTreeMap::new();
        for problem in &self.judge.catalog.problems {
            let points = problem.groups.iter().map(|group| group.points).collect();
            places.insert(&problem.id, problems.len());
            problems.push(column(&problem.id, &problem.title, points));
        }
        let mut attempt = |submission: &Arc<Solution>| {
            let problem = *places.get(&submission.id.problem)?;
            let language = name_of(&self.judge.languages, &submission.language);
            let open = || Attempt::open(&submission.display, language, problems[problem].of);
            Some((problem, attempts.remove(&submission.id.to_string()).unwrap_or_else(open)))
        };
        let student = |row: &RosterRow| Student {
            label: row.label(),
            attempts: row.submissions.iter().filter_map(&mut attempt).collect(),
            unread: row.recorded().collect(),
            name: row.student.clone(),
        };
        let students = self.roster.rows.iter().map(student).collect();
        Standings::new(problems, students, rules)
    }
}

/// The table of a class from a record alone.
pub fn standings_of(record: &Report, languages: &Languages, rules: ClassTable) -> Standings {
    let of_record = |problem: &record::ProblemRecord| {
        let points = problem.groups.iter().map(|group| group.points).collect();
        column(&problem.problem, &problem.title, points)
    };
    let mut students: BTreeMap<&str, Student> = BTreeMap::new();
    let mut solutions: Vec<&Arc<SolutionRecord>> = record.solutions.iter().collect();
    // A report has them in the order of their ids, not of the attempts.
    solutions.sort_by_key(|solution| solution.attempt);
    for solution in solutions {
        let Some(student) = solution.student.as_deref() else { continue };
        let problem = record.problems.iter().position(|problem| problem.problem == solution.problem);
        let language = name_of(languages, &solution.language);
        let attempt = Attempt::of(solution, language, rules, RecordDepth::Results);
        students.entry(student).or_default().attempts.extend(problem.map(|problem| (problem, attempt)));
    }
    for unread in &record.unread {
        students.entry(&unread.student).or_default().unread.push(unread.clone());
    }
    let named = |(name, student): (&str, Student)| Student { name: name.to_owned(), ..student };
    let problems = record.problems.iter().map(of_record).collect();
    Standings::new(problems, students.into_iter().map(named).collect(), rules)
}

/// The hash of a file. `None` if the file cannot be read, which is a fault of its build.
pub(super) fn hash(solution: &Solution) -> Option<String> {
    Key::of_content(beneath::open(&solution.path).ok()?).ok().map(|key| key.to_string())
}

fn name_of<'l>(languages: &'l Languages, language: &'l Language) -> &'l str {
    languages.get(language).map_or(&*language.0, |entry| entry.name.as_str())
}

/// `points`: those of the problem's groups.
fn column(problem: &ProblemId, title: &str, points: Vec<Points>) -> Column {
    let of = if points.is_empty() { WORTH } else { Points(points.into_iter().map(|points| points.0).sum()) };
    Column { problem: problem.to_string(), title: title.to_owned(), of }
}

/// Adds a batch to the record. `hashes`: those of its files, by the names of their solutions.
fn add(record: &mut Report, batch: Report, hashes: &BTreeMap<String, String>) {
    let earlier = std::mem::replace(&mut record.run, batch.run).compilers;
    let others = earlier.into_iter().filter(|compiler| !record.run.compilers.contains(compiler));
    let others: Vec<String> = others.collect();
    record.run.compilers.extend(others);
    for problem in batch.problems {
        if record.problem(&problem.problem).is_none() {
            record.problems.push(problem);
        }
    }
    for mut solution in batch.solutions {
        if let Some(hash) = hashes.get(&solution.name) {
            Arc::make_mut(&mut solution).sha256 = Some(hash.clone());
        }
        record.solutions.push(solution);
    }
}

/// Collects the results so far, and passes everything on.
struct Tally<'a> {
    class: &'a Class,
    rules: ClassTable,
    keep: RecordDepth,
    attempts: BTreeMap<String, Attempt>,
    listener: &'a mut dyn Listener,
}

impl Sink for Tally<'_> {
    fn event(&mut self, event: &Event) {
        if let Event::Finished(solution) = event {
            let attempt = self.class.attempt(solution, self.rules, self.keep);
            self.attempts.insert(solution.name.clone(), attempt);
        }
        self.listener.event(event);
    }

    fn progress(&mut self, progress: &Progress) {
        self.listener.progress(progress);
    }
}
