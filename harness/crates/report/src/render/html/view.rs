//! The report arranged for the page: problems with rows (solutions) and columns (tests).

use crate::artifacts::history::{History, TimeTrend};
use crate::text::phrase;
use model::record::{Build, ProblemRecord, Report, SolutionRecord, TestRecord};
use model::{ByteSize, Group, Points, Status, Verdict};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

pub(super) struct ProblemView<'a> {
    pub index: usize,
    pub name: &'a str,
    /// `None` when another program wrote the report.
    pub problem: Option<&'a ProblemRecord>,
    pub rows: Vec<SolutionRow<'a>>,
    /// The tests that any solution was judged on, in judging order.
    pub columns: Vec<&'a str>,
}

pub(super) struct SolutionRow<'a> {
    /// The index of its problem.
    problem: usize,
    pub index: usize,
    pub solution: &'a SolutionRecord,
    /// How its slowest test developed over the runs.
    pub course: Option<TimeTrend>,
    by_test: HashMap<&'a str, usize>,
}

pub(super) fn problems<'a>(report: &'a Report, history: &History) -> Vec<ProblemView<'a>> {
    let mut problems: Vec<ProblemView<'a>> = Vec::new();
    // A map, because a report may name as many problems as solutions.
    let by_name: HashMap<&str, &ProblemRecord> = report.problems.iter().map(|p| (p.problem.as_str(), p)).collect();
    let mut places = HashMap::new();
    for solution in &report.solutions {
        let at = *places.entry(solution.problem.as_str()).or_insert_with_key(|name| {
            let problem = by_name.get(name).copied();
            let (index, name) = (problems.len(), *name);
            problems.push(ProblemView { index, name, problem, rows: Vec::new(), columns: Vec::new() });
            problems.len() - 1
        });
        let by_test = solution.tests.iter().enumerate().map(|(i, test)| (&*test.test.0, i)).collect();
        let rows = &mut problems[at].rows;
        rows.push(SolutionRow {
            problem: at,
            index: rows.len(),
            solution,
            course: history.course(&solution.name),
            by_test,
        });
    }
    problems.iter_mut().for_each(ProblemView::find_columns);
    problems
}

impl<'a> ProblemView<'a> {
    fn find_columns(&mut self) {
        let judged = |name: &str| self.rows.iter().any(|row| row.by_test.contains_key(name));
        let by_name: Vec<&str> = self.problem.map_or_else(Vec::new, |p| p.tests.iter().map(|test| &*test.0).collect());
        let mut columns: Vec<&'a str> = by_name.into_iter().filter(|name| judged(name)).collect();
        let mut seen: HashSet<&str> = columns.iter().copied().collect();
        let all = self.rows.iter().flat_map(|row| &row.solution.tests).map(|test| &*test.test.0);
        columns.extend(all.filter(|name| seen.insert(name)));
        self.columns = columns;
    }

    /// Whether a group ends with this column.
    pub(super) fn closes_group(&self, i: usize) -> bool {
        i + 1 == self.columns.len() || self.opens_group(i + 1)
    }

    /// Whether a group begins with this column. False for the first column.
    pub(super) fn opens_group(&self, i: usize) -> bool {
        i > 0 && self.group(self.columns[i]) != self.group(self.columns[i - 1])
    }

    /// The declared group of a test, or else its top folder.
    pub(super) fn group(&self, test: &'a str) -> &'a str {
        match self.scored(test) {
            Some((_, group)) => &group.name,
            None => test.split_once('/').map_or("", |(folder, _)| folder),
        }
    }

    /// The group with points that a test lies in, with its index in the problem.
    pub(super) fn scored(&self, test: &str) -> Option<(usize, &'a Group)> {
        let groups = &self.problem?.groups;
        let lies_in = |group: &Group| test.strip_prefix(&*group.name).is_some_and(|rest| rest.starts_with('/'));
        groups.iter().enumerate().filter(|(_, group)| lies_in(group)).max_by_key(|(_, group)| group.name.len())
    }

    /// The points of the whole problem. `Some(None)` if they have no maximum.
    pub(super) fn points(&self) -> Option<Option<Points>> {
        self.rows.iter().find_map(|row| row.solution.score.as_ref()).map(|score| score.of)
    }

    pub(super) fn title(&self) -> Option<String> {
        let problem = self.problem?;
        Some(match &problem.title_zh {
            Some(zh) => format!("{} · {zh}", problem.title),
            None => problem.title.clone(),
        })
    }

    pub(super) fn limit(&self) -> Option<Duration> {
        self.problem.map(|p| p.limits.cpu).filter(|limit| !limit.is_zero())
    }

    pub(super) fn memory_limit(&self) -> Option<ByteSize> {
        self.problem.map(|p| p.limits.memory).filter(|limit| limit.0 > 0)
    }

    /// The worst status of its solutions.
    pub(super) fn status(&self) -> &'static str {
        let any = |status| self.rows.iter().any(|row| row.solution.status == status && !row.is_left_out());
        if any(Status::Unmet) {
            "unmet"
        } else if any(Status::Undecided) {
            "undecided"
        } else {
            "met"
        }
    }

    /// `5 solutions × 24 tests`, the limits, the checker.
    pub(super) fn facts(&self) -> Vec<String> {
        let solutions = phrase::count(self.rows.len(), "solution");
        let mut facts = vec![format!("{solutions} × {}", phrase::count(self.columns.len(), "test"))];
        if let Some(problem) = self.problem {
            facts.push(format!("time limit {}", phrase::limit(problem.limits.cpu)));
            facts.push(format!("memory limit {}", problem.limits.memory));
            facts.push(format!("checker {}", problem.checker));
            facts.extend(problem.passes.map(|passes| format!("at most {passes} passes")));
            for group in &problem.groups {
                let limit = phrase::limit(group.limits.cpu);
                let points =
                    if group.points == Points(0) { String::new() } else { format!(" {} points", group.points) };
                facts.push(format!("{}{points} in {limit}", group.name));
            }
        }
        let of = |status| self.rows.iter().filter(|row| row.solution.status == status).count();
        match (of(Status::Unmet), of(Status::Undecided)) {
            (0, 0) => facts.push("all as expected".to_owned()),
            (unmet, undecided) => {
                facts.extend((unmet > 0).then(|| format!("{unmet} not as expected")));
                facts.extend((undecided > 0).then(|| format!("{undecided} undecided")));
            }
        }
        facts
    }

    /// The largest share of its time limit that an accepted run took, over the solutions that
    /// should be accepted.
    pub(super) fn slowest_share(&self) -> Option<f64> {
        let good = self.rows.iter().map(|row| row.solution).filter(|solution| !is_wrong_on_purpose(solution));
        let runs = good.flat_map(|solution| solution.tests.iter().map(move |test| (solution, test)));
        let accepted = runs.filter(|(_, test)| test.is_accepted());
        let share = |(solution, test): (&SolutionRecord, &TestRecord)| share_of_limit(solution, test);
        accepted.filter_map(share).reduce(f64::max)
    }
}

impl<'a> SolutionRow<'a> {
    /// The name of a place on the page: `s` its row, `b` its build, `m` a note on further failures.
    pub(super) fn id(&self, what: char) -> String {
        format!("{what}{}-{}", self.problem, self.index)
    }

    /// Like [`SolutionRow::id`], for one of its tests: `t` its entry, `f` its block.
    pub(super) fn id_of_test(&self, what: char, at: usize) -> String {
        format!("{}-{at}", self.id(what))
    }
    pub(super) fn test(&self, name: &str) -> Option<(usize, &'a TestRecord)> {
        self.by_test.get(name).map(|at| (*at, &self.solution.tests[*at]))
    }

    pub(super) fn is_left_out(&self) -> bool {
        matches!(self.solution.build, Build::NoTool { .. })
    }

    pub(super) fn max_time(&self) -> Option<Duration> {
        self.solution.tests.iter().filter_map(|test| test.cpu).max()
    }

    pub(super) fn max_memory(&self) -> Option<ByteSize> {
        self.solution.tests.iter().filter_map(|test| test.memory).max()
    }

    /// `expected WA · max 3 ms`, `2 WA, expected AC · max 3 ms`: what the row's cells do not show.
    pub(super) fn words(&self) -> String {
        self.facts().join(" · ")
    }

    /// The first of these: the most important one.
    pub(super) fn headline(&self) -> String {
        self.facts().into_iter().next().unwrap_or_default()
    }

    fn facts(&self) -> Vec<String> {
        let solution = self.solution;
        let mut words = Vec::new();
        let expected = format!("expected {}", phrase::expected(&solution.expected, true));
        match &solution.build {
            Build::Ready { .. } if solution.status == Status::Unmet => {
                let tally = phrase::tally(solution.surprises().filter_map(|test| test.verdict));
                words.push(match (tally.is_empty(), phrase::wrong_score(solution, true)) {
                    (true, Some(wrong)) => wrong,
                    (true, None) => format!("{}, {expected}", phrase::got(solution)),
                    (false, _) => format!("{tally}, {expected}"),
                });
            }
            Build::Ready { .. } => words.extend(is_wrong_on_purpose(solution).then_some(expected)),
            Build::Rejected { .. } => words.push(format!("CE, {expected}")),
            Build::Fault { .. } => words.push("not built: a fault".to_owned()),
            Build::NoTool { .. } => words.push(format!("left out: no {} here", solution.language)),
            Build::Skipped => words.push("not built".to_owned()),
        }
        let faults = solution.tests.iter().filter(|test| test.fault.is_some()).count();
        words.extend((faults > 0).then(|| phrase::count(faults, "fault")));
        words.extend(phrase::points_given(solution).filter(|_| solution.score.is_none()));
        words.extend(solution.score_fault().map(|_| "no score: a fault".to_owned()));
        words.extend(self.max_time().map(|time| format!("max {}", phrase::time(time))));
        words.extend(self.course.as_ref().and_then(TimeTrend::got_slower).map(|_| "got slower".to_owned()));
        words
    }
}

/// Whether the solution is meant to fail, or to get only part of the points.
pub(super) fn is_wrong_on_purpose(solution: &SolutionRecord) -> bool {
    !solution.expected.is_accepted() || solution.expected.score.is_some()
}

/// The share of its time limit that a run took.
pub(super) fn share_of_limit(solution: &SolutionRecord, test: &TestRecord) -> Option<f64> {
    let limit = solution.limits_of(&test.test).cpu.as_secs_f64();
    test.cpu.filter(|_| limit > 0.0).map(|cpu| cpu.as_secs_f64() / limit)
}

/// The class of a verdict's colour. Every cell has the class `c`.
pub(super) fn class(verdict: Verdict) -> &'static str {
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
