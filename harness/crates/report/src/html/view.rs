//! The report arranged for the page: problems with rows (solutions) and columns (tests).

use crate::history::{Course, History};
use crate::terminal::phrase;
use crate::wire::{Build, Fault, Problem, Report, Solution, Test};
use model::{Status, Verdict};
use std::collections::HashMap;
use std::time::Duration;

pub struct View<'a> {
    pub problems: Vec<ProblemView<'a>>,
    /// Each fault once, with what it left open.
    pub faults: Hits<'a>,
    /// Languages that are not on this machine, likewise.
    pub missing: Hits<'a>,
}

pub struct ProblemView<'a> {
    pub index: usize,
    pub name: &'a str,
    /// Missing when another program wrote the report.
    pub problem: Option<&'a Problem>,
    pub rows: Vec<Row<'a>>,
    /// The tests that any solution was judged on, in judging order.
    pub columns: Vec<&'a str>,
}

pub struct Row<'a> {
    pub index: usize,
    pub solution: &'a Solution,
    /// How long its slowest test took over the runs.
    pub course: Option<Course>,
    by_test: HashMap<&'a str, usize>,
}

impl<'a> View<'a> {
    pub fn of(report: &'a Report, history: &History) -> View<'a> {
        let mut problems: Vec<ProblemView<'a>> = Vec::new();
        for solution in &report.solutions {
            let at = problems.iter().position(|p| p.name == solution.problem).unwrap_or_else(|| {
                let problem = report.problem(&solution.problem);
                let (index, name) = (problems.len(), solution.problem.as_str());
                problems.push(ProblemView { index, name, problem, rows: Vec::new(), columns: Vec::new() });
                problems.len() - 1
            });
            let by_test = solution.tests.iter().enumerate().map(|(i, test)| (test.test.as_str(), i)).collect();
            let rows = &mut problems[at].rows;
            rows.push(Row { index: rows.len(), solution, course: history.course(&solution.name), by_test });
        }
        problems.iter_mut().for_each(ProblemView::find_columns);
        let (faults, missing) = faults(report);
        View { problems, faults, missing }
    }
}

pub type Hits<'a> = Vec<(&'a Fault, Vec<String>)>;

fn faults(report: &Report) -> (Hits<'_>, Hits<'_>) {
    fn add<'a>(hits: &mut Hits<'a>, fault: &'a Fault, hit: String) {
        match hits.iter_mut().find(|(other, _)| *other == fault) {
            Some((_, hits)) => hits.push(hit),
            None => hits.push((fault, vec![hit])),
        }
    }
    let (mut faults, mut missing) = (Vec::new(), Vec::new());
    for solution in &report.solutions {
        match &solution.build {
            Build::Fault { fault } => add(&mut faults, fault, solution.name.clone()),
            Build::NoTool { fault } => add(&mut missing, fault, solution.name.clone()),
            Build::Ready { .. } | Build::Rejected { .. } | Build::Skipped => {}
        }
        for test in &solution.tests {
            if let Some(fault) = &test.fault {
                add(&mut faults, fault, format!("{} on {}", solution.name, test.test));
            }
        }
    }
    (faults, missing)
}

impl<'a> ProblemView<'a> {
    fn find_columns(&mut self) {
        let judged = |name: &str| self.rows.iter().any(|row| row.by_test.contains_key(name));
        let known: Vec<&str> = self.problem.map_or_else(Vec::new, |p| p.tests.iter().map(String::as_str).collect());
        let mut columns: Vec<&'a str> = known.into_iter().filter(|name| judged(name)).collect();
        let seen: std::collections::HashSet<&str> = columns.iter().copied().collect();
        let mut more: Vec<&'a str> = Vec::new();
        for test in self.rows.iter().flat_map(|row| &row.solution.tests) {
            if !seen.contains(test.test.as_str()) && !more.contains(&test.test.as_str()) {
                more.push(&test.test);
            }
        }
        columns.extend(more);
        self.columns = columns;
    }

    pub fn title(&self) -> Option<String> {
        let problem = self.problem?;
        Some(match &problem.title_zh {
            Some(zh) => format!("{} {zh}", problem.title),
            None => problem.title.clone(),
        })
    }

    /// The time limit of a test, by its group.
    pub fn limit_of(&self, test: &str) -> Option<Duration> {
        let inside = |folder: &str| test.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let group = self.problem.and_then(|problem| problem.groups.iter().find(|group| inside(&group.group)));
        group.map_or_else(|| self.limit(), |group| Some(group.limits.cpu_ms.0))
    }

    pub fn limit(&self) -> Option<Duration> {
        self.problem.map(|p| p.limits.cpu_ms.0).filter(|limit| !limit.is_zero())
    }

    pub fn memory_limit(&self) -> Option<u64> {
        self.problem.map(|p| p.limits.memory_kib).filter(|limit| *limit > 0)
    }

    /// The worst status of its solutions.
    pub fn status(&self) -> &'static str {
        let any = |status| self.rows.iter().any(|row| row.solution.status.0 == status && !row.is_left_out());
        if any(Status::Unmet) {
            "unmet"
        } else if any(Status::Undecided) {
            "undecided"
        } else {
            "met"
        }
    }

    /// `5 solutions × 24 tests`, the limits, the checker.
    pub fn facts(&self) -> Vec<String> {
        let solutions = phrase::count(self.rows.len(), "solution");
        let mut facts = vec![format!("{solutions} × {}", phrase::count(self.columns.len(), "test"))];
        if let Some(problem) = self.problem {
            facts.push(format!("time limit {}", phrase::limit(problem.limits.cpu_ms.0)));
            facts.push(format!("memory limit {}", memory(problem.limits.memory_kib)));
            facts.push(format!("checker {}", problem.checker));
            facts.extend(problem.passes.map(|passes| format!("at most {passes} passes")));
            for group in &problem.groups {
                let limit = phrase::limit(group.limits.cpu_ms.0);
                facts.push(format!("{} {} points in {limit}", group.group, group.points.0));
            }
        }
        let of = |status| self.rows.iter().filter(|row| row.solution.status.0 == status).count();
        match (of(Status::Unmet), of(Status::Undecided)) {
            (0, 0) => facts.push("all as expected".to_owned()),
            (unmet, undecided) => {
                facts.extend((unmet > 0).then(|| format!("{unmet} not as expected")));
                facts.extend((undecided > 0).then(|| format!("{undecided} undecided")));
            }
        }
        facts
    }

    /// Of the solutions that should be accepted, the longest accepted run over the limit.
    pub fn slowest_share(&self) -> Option<f64> {
        let limit = self.limit()?.as_secs_f64();
        let good = self.rows.iter().filter(|row| row.solution.expected == Verdict::Accepted.name());
        let times =
            good.flat_map(|row| &row.solution.tests).filter(|t| is(t, Verdict::Accepted)).filter_map(|t| t.cpu_ms);
        times.map(|cpu| cpu.0).max().map(|cpu| cpu.as_secs_f64() / limit)
    }
}

impl<'a> Row<'a> {
    pub fn test(&self, name: &str) -> Option<(usize, &'a Test)> {
        self.by_test.get(name).map(|at| (*at, &self.solution.tests[*at]))
    }

    /// The name within its problem.
    pub fn short(&self) -> &'a str {
        let name = self.solution.name.as_str();
        match name.split_once('/') {
            Some((_, short)) => short,
            None if name.is_empty() => &self.solution.solution,
            None => name,
        }
    }

    pub fn is_left_out(&self) -> bool {
        matches!(self.solution.build, Build::NoTool { .. })
    }

    /// Meant to fail.
    pub fn is_wrong_on_purpose(&self) -> bool {
        self.solution.expected != Verdict::Accepted.name()
    }

    pub fn max_time(&self) -> Option<Duration> {
        self.solution.tests.iter().filter_map(|test| test.cpu_ms).max().map(|ms| ms.0)
    }

    pub fn max_memory(&self) -> Option<u64> {
        self.solution.tests.iter().filter_map(|test| test.memory_kib).max()
    }

    /// `expected WA · max 3 ms`, `2 WA, expected AC · max 3 ms`: what the row's cells do not say.
    pub fn words(&self) -> String {
        let solution = self.solution;
        let mut words = Vec::new();
        let expected = format!("expected {}", short(&solution.expected));
        match &solution.build {
            Build::Ready { .. } if solution.status.0 == Status::Unmet => {
                let surprises = solution.tests.iter().filter(|test| test.permitted == Some(false));
                let tally = phrase::tally(surprises.filter_map(|test| test.verdict).map(|v| v.0));
                words.push(match (tally.is_empty(), solution.wrong_score()) {
                    (true, Some(wrong)) => wrong,
                    (true, None) => format!("only AC, {expected}"),
                    (false, _) => format!("{tally}, {expected}"),
                });
            }
            Build::Ready { .. } => words.extend(self.is_wrong_on_purpose().then_some(expected)),
            Build::Rejected { .. } => words.push(format!("CE, {expected}")),
            Build::Fault { .. } => words.push("not built: a fault".to_owned()),
            Build::NoTool { .. } => words.push(format!("left out: no {} here", solution.language)),
            Build::Skipped => words.push("not built".to_owned()),
        }
        let faults = solution.tests.iter().filter(|test| test.fault.is_some()).count();
        words.extend((faults > 0).then(|| phrase::count(faults, "fault")));
        words.extend(
            solution
                .score
                .as_ref()
                .map(|score| format!("{} points", phrase::points(score.points.map(|amount| amount.0), score.of.0))),
        );
        words.extend(self.max_time().map(|time| format!("max {}", phrase::time(time))));
        words.extend(self.course.as_ref().and_then(Course::got_slower).map(|_| "got slower".to_owned()));
        words.join(" · ")
    }
}

/// The phrase of an expectation with the names of verdicts in their short form.
fn short(phrase: &str) -> String {
    let words = phrase.split(' ').map(|word| match Verdict::parse(word) {
        Some(verdict) => verdict.short(),
        None => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

pub fn is(test: &Test, verdict: Verdict) -> bool {
    test.verdict.is_some_and(|v| v.0 == verdict)
}

/// `2.5 MiB`.
pub fn memory(kib: u64) -> String {
    model::ByteSize::kib(kib).to_string()
}

/// The class of a verdict's colour. `c` is every cell's.
pub fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "a",
        Verdict::WrongAnswer => "w",
        Verdict::PresentationError => "p",
        Verdict::TimeLimit => "t",
        Verdict::MemoryLimit => "m",
        Verdict::OutputLimit => "o",
        Verdict::RunTimeError => "r",
        Verdict::CompileError => "e",
    }
}
