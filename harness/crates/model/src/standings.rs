//! A class's results: who got what for which problem, and who comes before whom.
//!
//! Uses a grader's terms: verdicts, points, attempts. Ignores what a solution was expected to do.

use crate::evidence::{Evidence, Excerpt};
use crate::own_file::own_file;
use crate::points::Points;
use crate::record::{Build, ClassTable, SkipReason, SolutionRecord, TestRecord, UnreadFile};
use crate::score::GroupScore;
use crate::verdict::Verdict;
use std::time::Duration;

/// The most points for a problem without groups.
pub const WORTH: Points = Points(100_000_000);

/// Everything that is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    pub problems: Vec<Column>,
    /// By rank, then by name.
    pub rows: Vec<Row>,
    /// How many submissions have no result: interrupted, faulted, not read, or in another shard.
    pub open: usize,
    pub rules: ClassTable,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub problem: String,
    pub title: String,
    pub of: Points,
}

/// A student.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub student: String,
    /// Safe as a file name, and unique.
    pub label: String,
    /// Equal totals share a rank. `None` if a result is missing.
    pub rank: Option<usize>,
    pub total: Points,
    /// One per problem. `None` if nothing was submitted.
    pub cells: Vec<Option<Cell>>,
    /// What of the student's is not a submission.
    pub unread: Vec<UnreadFile>,
}

/// A student's attempts at a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub attempts: Vec<Attempt>,
    /// The index of the attempt that counts.
    pub counts: usize,
}

impl Cell {
    /// Returns the attempt that counts.
    pub fn counting(&self) -> &Attempt {
        &self.attempts[self.counts]
    }

    /// How many submissions these are. A file that was not read is none.
    pub fn submissions(&self) -> usize {
        self.attempts.iter().filter(|attempt| !matches!(attempt.outcome, Outcome::Unread(_))).count()
    }

    /// Whether the points are final: no attempt without a result can still be better.
    fn is_settled(&self, rules: ClassTable) -> bool {
        let Attempt { points, of, .. } = self.counting();
        let may_be_best = !rules.last && (of.is_none() || points < of);
        points.is_some() && !(may_be_best && self.attempts.iter().any(|attempt| attempt.points.is_none()))
    }
}

/// The outcome of a submission.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Judged(Verdict),
    /// A fault of ours, not the student's.
    Fault(String),
    /// Its language is not on this machine.
    NoTool,
    NotJudged,
    /// Its file is not a submission, for this reason.
    Unread(String),
}

impl Outcome {
    pub fn short(&self) -> &'static str {
        match self {
            Outcome::Judged(verdict) => verdict.short(),
            Outcome::Fault(_) => "fault",
            Outcome::NoTool => "no tool",
            Outcome::NotJudged => "not judged",
            Outcome::Unread(_) => "not read",
        }
    }
}

/// A submission with only a little of its run, because there may be thousands.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    pub file: String,
    pub language: String,
    pub outcome: Outcome,
    /// `None` if unknown.
    pub points: Option<Points>,
    /// The most points there are. `None` if there is no maximum.
    pub of: Option<Points>,
    /// CPU time of the slowest test.
    pub cpu: Option<Duration>,
    /// A letter a test: that of its verdict, `-` if it was not run, `!` for a fault.
    pub strip: String,
    pub groups: Vec<GroupScore>,
    /// The compiler's messages.
    pub compiler: Option<String>,
    pub failure: Option<Failure>,
}

/// The first test that was not accepted.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Counted from 1.
    pub number: usize,
    pub of: usize,
    pub sample: bool,
    pub verdict: Verdict,
    /// What belongs to the program and not to the test: `signal 11 (SIGSEGV)`.
    pub how: Option<String>,
    pub contents: Option<Contents>,
}

/// The contents of the test's files, which are not for everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    pub test: String,
    pub note: Option<String>,
    pub evidence: Option<Box<Evidence>>,
}

/// Whether the contents of tests are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordDepth {
    #[default]
    Results,
    Contents,
}

/// The most characters of a compiler's messages.
const WORDS: usize = 4000;

impl Attempt {
    /// Makes an attempt without a result.
    pub fn open(file: &str, language: &str, of: Points) -> Attempt {
        Attempt {
            file: file.to_owned(),
            language: language.to_owned(),
            outcome: Outcome::NotJudged,
            points: None,
            of: Some(of),
            cpu: None,
            strip: String::new(),
            groups: Vec::new(),
            compiler: None,
            failure: None,
        }
    }

    pub fn of(solution: &SolutionRecord, language: &str, rules: ClassTable, keep: RecordDepth) -> Attempt {
        let outcome = outcome(solution, rules);
        let of = solution.score.as_ref().map_or(Some(WORTH), |score| score.of);
        let compiler = match &solution.build {
            Build::Rejected { messages } => Some(messages.chars().take(WORDS).collect()),
            Build::Ready { .. } | Build::Fault { .. } | Build::NoTool { .. } | Build::Skipped => None,
        };
        let letters = || solution.tests.iter().map(letter).collect();
        Attempt {
            points: points(solution, &outcome, rules),
            of,
            outcome,
            cpu: solution.tests.iter().filter_map(|test| test.cpu).max(),
            strip: if compiler.is_some() { String::new() } else { letters() },
            groups: solution.score.as_ref().map_or_else(Vec::new, |score| score.groups.clone()),
            compiler,
            failure: failure(solution, keep),
            ..Attempt::open(&solution.path, language, WORTH)
        }
    }

    pub fn is_accepted(&self) -> bool {
        self.outcome == Outcome::Judged(Verdict::Accepted)
    }

    pub fn is_open(&self) -> bool {
        !matches!(self.outcome, Outcome::Judged(_))
    }

    /// Whether a submission has no result.
    pub fn is_unjudged(&self) -> bool {
        matches!(self.outcome, Outcome::Fault(_) | Outcome::NoTool | Outcome::NotJudged)
    }
}

fn outcome(solution: &SolutionRecord, rules: ClassTable) -> Outcome {
    match &solution.build {
        Build::Rejected { .. } => return Outcome::Judged(Verdict::CompileError),
        Build::Fault { fault } => return Outcome::Fault(fault.message.clone()),
        Build::NoTool { .. } => return Outcome::NoTool,
        Build::Ready { .. } | Build::Skipped => {}
    }
    if let Some(fault) = solution.tests.iter().find_map(|test| test.fault.as_ref()) {
        return Outcome::Fault(fault.message.clone());
    }
    if let Some(fault) = solution.score_fault() {
        return Outcome::Fault(fault.message.clone());
    }
    // One test decides a verdict. Points need every test that may bring some.
    let is_settled = match &solution.score {
        Some(score) => score.points.is_some(),
        None => !rules.per_test || !solution.tests.iter().any(TestRecord::is_open),
    };
    match solution.verdict {
        Some(verdict) if is_settled => Outcome::Judged(verdict),
        Some(_) | None => Outcome::NotJudged,
    }
}

fn points(solution: &SolutionRecord, outcome: &Outcome, rules: ClassTable) -> Option<Points> {
    let Outcome::Judged(verdict) = *outcome else { return None };
    if let Some(score) = &solution.score {
        // A file that does not compile gets no points in any group.
        return if verdict == Verdict::CompileError { Some(Points(0)) } else { score.points };
    }
    let accepted = solution.tests.iter().filter(|test| test.is_accepted()).count();
    let share = accepted as f64 / solution.all_tests.max(1) as f64;
    let whole = if verdict == Verdict::Accepted { WORTH } else { Points(0) };
    Some(if rules.per_test { WORTH.times(share) } else { whole })
}

fn letter(test: &TestRecord) -> char {
    match (test.fault.is_some(), test.verdict, test.skipped) {
        (true, ..) => '!',
        (_, Some(verdict), None | Some(SkipReason::NotBuilt)) => verdict.letter(),
        (_, Some(_) | None, _) => '-',
    }
}

fn failure(solution: &SolutionRecord, keep: RecordDepth) -> Option<Failure> {
    let failed = |test: &&TestRecord| test.is_judged() && !test.is_accepted();
    let at = solution.tests.iter().position(|test| failed(&test))?;
    let test = &solution.tests[at];
    let verdict = test.verdict?;
    Some(Failure {
        number: at + 1,
        of: solution.tests.len(),
        sample: test.test.is_sample(),
        verdict,
        // Other notes are about the test: the line that differs, the checker's words.
        how: test.note.clone().filter(|_| verdict.is_broken_off()),
        contents: (keep == RecordDepth::Contents).then(|| Contents {
            test: test.test.0.to_string(),
            note: test.note.clone(),
            evidence: test.evidence.as_deref().map(|evidence| Box::new(with_own_file(evidence, solution))),
        }),
    })
}

/// A traceback that names the student's file instead of the place where it was built.
fn with_own_file(evidence: &Evidence, solution: &SolutionRecord) -> Evidence {
    let Excerpt { head, tail, bytes, lines } = &evidence.stderr;
    let [own_head, own_tail] = [head, tail].map(|part| own_file(part, &solution.path, &solution.language).into_owned());
    let bytes = bytes + (own_head.len() + own_tail.len()) as u64 - (head.len() + tail.len()) as u64;
    let stderr = Excerpt { head: own_head, tail: own_tail, bytes, lines: *lines };
    Evidence { stderr, ..evidence.clone() }
}

/// A student, with all that was handed in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Student {
    pub name: String,
    /// Safe as a file name, and unique.
    pub label: String,
    /// For each problem in the order of the attempts, with the problem's index.
    pub attempts: Vec<(usize, Attempt)>,
    pub unread: Vec<UnreadFile>,
}

impl Standings {
    pub fn new(problems: Vec<Column>, students: Vec<Student>, rules: ClassTable) -> Standings {
        let mut rows: Vec<Row> = students.into_iter().map(|student| row(&problems, student, rules)).collect();
        rows.sort_by(|a, b| {
            b.total.cmp(&a.total).then_with(|| a.student.to_lowercase().cmp(&b.student.to_lowercase()))
        });
        let (mut rank, mut open) = (0, 0);
        for at in 0..rows.len() {
            if at == 0 || rows[at].total != rows[at - 1].total {
                rank = at + 1;
            }
            let cells = || rows[at].cells.iter().flatten();
            let unread = rows[at].unread.iter().filter(|unread| unread.open).count();
            let unjudged = cells().flat_map(|cell| &cell.attempts).filter(|attempt| attempt.is_unjudged()).count();
            open += unread + unjudged;
            let are_scored = unread == 0 && cells().all(|cell| cell.is_settled(rules));
            rows[at].rank = are_scored.then_some(rank);
        }
        Standings { problems, rows, open, rules }
    }

    pub fn attempts(&self) -> impl Iterator<Item = &Attempt> {
        self.rows.iter().flat_map(|row| row.cells.iter().flatten()).flat_map(|cell| &cell.attempts)
    }
}

/// A row without a rank. What may be a submission and was not read leaves its problem open, or each
/// for which nothing was submitted.
fn row(problems: &[Column], student: Student, rules: ClassTable) -> Row {
    let Student { name, label, attempts, unread } = student;
    let mut handed_in: Vec<Vec<Attempt>> = vec![Vec::new(); problems.len()];
    for (problem, attempt) in attempts {
        handed_in[problem].push(attempt);
    }
    let empty: Vec<usize> = (0..problems.len()).filter(|at| handed_in[*at].is_empty()).collect();
    for unread in unread.iter().filter(|unread| unread.open) {
        let named = |at: &&usize| unread.problem.as_ref().is_none_or(|id| id.as_str() == problems[**at].problem);
        for at in empty.iter().filter(named) {
            let outcome = Outcome::Unread(unread.why.clone());
            handed_in[*at].push(Attempt { outcome, ..Attempt::open(&unread.file, "", problems[*at].of) });
        }
    }
    let cell =
        |attempts: Vec<Attempt>| (!attempts.is_empty()).then(|| Cell { counts: counts(&attempts, rules), attempts });
    let cells: Vec<Option<Cell>> = handed_in.into_iter().map(cell).collect();
    let total = cells.iter().flatten().map(|cell| cell.counting().points.unwrap_or_default().0).sum();
    Row { student: name, label, rank: None, total: Points(total), cells, unread }
}

/// The last attempt, or the first of the best. Unknown points come last.
fn counts(attempts: &[Attempt], rules: ClassTable) -> usize {
    let best = || (0..attempts.len()).rev().max_by_key(|at| attempts[*at].points).unwrap_or(0);
    if rules.last { attempts.len() - 1 } else { best() }
}
