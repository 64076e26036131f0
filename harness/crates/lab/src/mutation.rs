//! Runs mutants of a right solution on the tests of its problem: which tests notice a mistake, and
//! which mistakes does no test notice?
//!
//! A mutant is a solution like any other: it is built, judged and cached by the engine. Most
//! mutants of Rust and C++ are one program that gets its number as an argument
//! ([`mutate::combine`]); the rest are programs of their own. Each is judged until its first
//! failure, on the tests that have killed most so far first.

use engine::build::{BuildOutcome, SourceFile};
use engine::plan::{Plan, PlannedSolution};
use engine::run::{ResultCache, Runner, Sink};
use model::record::{self, Build};
use model::{
    BuildOptions, Event, Expectation, Fault, FaultKind, Key, Points, Problem, Progress, Solution, Test, TestId,
    TimeAllowed, TimeFactor, Verdict, Worth,
};
use mutate::{CombinedProgram, Language, Mutant, combine, mutants};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most mutants that are judged with one order of the tests. The clock is checked between two
/// batches, and a batch is only as large as what is left of the time, by what the earlier mutants
/// took. The first one under a deadline is of four.
const BATCH: usize = 8;
/// The maximum number of compiles for finding the mutants that the compiler refuses.
const ROUNDS: usize = 8;
/// A mutant that takes this many times as long as the solution is judged again, with the problem's
/// own limits.
const SLOWER: u32 = 10;
/// The least time that a mutant gets before it is judged again.
const SHORTEST: Duration = Duration::from_millis(100);
const WEEK: Duration = Duration::from_secs(7 * 24 * 3600);

/// What to break, and how long to try.
#[derive(Clone, Debug)]
pub struct Mutation<'a> {
    pub problem: &'a Arc<Problem>,
    pub solution: &'a Arc<Solution>,
    /// The folder for the mutants' files. Created if it does not exist.
    pub folder: &'a Path,
    /// The maximum number of mutants. `seed` decides which.
    pub most: usize,
    pub seed: u64,
    pub until: Option<Instant>,
    /// How many mutants each test has killed in earlier runs.
    pub kills: BTreeMap<TestId, u64>,
}

/// The outcome of a mutation run.
#[derive(Clone, Debug)]
pub struct MutationOutcome {
    pub mutants: Vec<JudgedMutant>,
    /// How many mutants there are, including those not chosen.
    pub all: usize,
    /// Whether time or Ctrl-C ended it.
    pub cut_short: bool,
    pub kills: BTreeMap<TestId, u64>,
}

/// A mutant and its fate.
#[derive(Clone, Debug)]
pub struct JudgedMutant {
    pub mutant: Mutant,
    pub solution: Arc<Solution>,
    pub fate: MutantFate,
}

#[derive(Clone, Debug, PartialEq)]
pub enum MutantFate {
    /// The compiler refuses it, so it does not count.
    Rejected,
    /// `verdict` is `Accepted` where the test gives fewer points than to the solution itself.
    Killed { test: TestId, verdict: Verdict },
    /// Every test accepts it.
    Alive,
    /// It was not judged to the end.
    Unknown(Option<Fault>),
}

/// Why no mutants were judged.
#[derive(Clone, Debug)]
pub enum NoMutants {
    /// Mutants are made of Rust, C++, Java and Python.
    Language,
    /// The parser of mutants cannot read the source.
    NoProgram,
    NoCompile(String),
    /// The solution itself fails a test.
    Fails {
        test: TestId,
        verdict: Verdict,
    },
    Interrupted,
    Fault(Fault),
}

impl From<Fault> for NoMutants {
    fn from(fault: Fault) -> NoMutants {
        NoMutants::Fault(fault)
    }
}

/// Judges the mutants. `watch` is given how many are done, and how many there are.
///
/// # Errors
/// When there can be no mutants, or the solution itself is not right.
pub fn judge(
    runner: &Runner<'_>,
    cache: &mut ResultCache,
    wanted: &Mutation<'_>,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<MutationOutcome, NoMutants> {
    let (mut bench, mut staged, count) = Bench::with_mutants(runner, cache, wanted, watch)?;
    let cut_short = bench.judge_all(&mut staged);
    Ok(MutationOutcome { mutants: staged, all: count, cut_short, kills: bench.kills })
}

/// The mutants as programs, which nobody has judged yet.
///
/// # Errors
/// As [`judge`].
pub fn staged(
    runner: &Runner<'_>,
    cache: &mut ResultCache,
    wanted: &Mutation<'_>,
) -> Result<Vec<Arc<Solution>>, NoMutants> {
    let mut watch = |_, _| {};
    let (bench, staged, _) = Bench::with_mutants(runner, cache, wanted, &mut watch)?;
    drop(bench);
    Ok(staged.into_iter().map(|judged| judged.solution).collect())
}

/// Chooses at most `most` of them, in their order. The same seed chooses the same ones.
fn chosen(all: Vec<Mutant>, most: usize, seed: u64) -> Vec<Mutant> {
    let mut places: Vec<usize> = (0..all.len()).collect();
    places.sort_by_key(|&at| crate::mix::mixed(&[seed, at as u64]));
    let sample: BTreeSet<usize> = places.into_iter().take(most).collect();
    all.into_iter().enumerate().filter(|(at, _)| sample.contains(at)).map(|(_, mutant)| mutant).collect()
}

/// What all mutants of a solution have in common.
struct Bench<'r, 'a, 'm> {
    runner: &'r Runner<'a>,
    cache: &'r mut ResultCache,
    wanted: &'r Mutation<'m>,
    watch: &'r mut dyn FnMut(usize, usize),
    tests: Vec<Arc<Test>>,
    kills: BTreeMap<TestId, u64>,
    /// A CPU time far above that of any run of the solution.
    limit: Option<Duration>,
    /// The points of the solution itself, where tests have points of their own.
    best: BTreeMap<TestId, Points>,
}

impl<'r, 'a, 'm> Bench<'r, 'a, 'm> {
    /// The mutants, and how many there are, including those not chosen.
    fn with_mutants(
        runner: &'r Runner<'a>,
        cache: &'r mut ResultCache,
        wanted: &'r Mutation<'m>,
        watch: &'r mut dyn FnMut(usize, usize),
    ) -> Result<(Bench<'r, 'a, 'm>, Vec<JudgedMutant>, usize), NoMutants> {
        let solution = wanted.solution;
        let extension = solution.path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let language = Language::of_extension(extension).ok_or(NoMutants::Language)?;
        let cannot = |error: &io::Error| {
            Fault::caused(FaultKind::Content, format_args!("cannot read {}", solution.display), error)
        };
        let source = beneath::read_to_string(&solution.path).map_err(|error| cannot(&error))?;
        let all = mutants(&source, language).ok_or(NoMutants::NoProgram)?;
        let count = all.len();
        let chosen = chosen(all, wanted.most, wanted.seed);
        let tests = wanted.problem.tests.iter().filter(|test| solution.only.holds(&test.id)).cloned().collect();
        let (best, kills) = (BTreeMap::new(), wanted.kills.clone());
        let mut bench = Bench { runner, cache, wanted, watch, tests, kills, limit: None, best };
        let longest = bench.judge_original(solution)?;
        bench.limit = Some((longest * SLOWER).max(SHORTEST));
        let staged = bench.stage(&source, language, chosen, extension)?;
        Ok((bench, staged, count))
    }

    /// The longest time of the solution itself, which must pass. Keeps its points.
    fn judge_original(&mut self, solution: &Arc<Solution>) -> Result<Duration, NoMutants> {
        let results = self.run(&[(Arc::clone(solution), self.tests.clone())], None);
        let result = results.first().ok_or(NoMutants::Interrupted)?;
        match &result.build {
            Build::Rejected { messages } => return Err(NoMutants::NoCompile(messages.clone())),
            Build::Fault { fault } | Build::NoTool { fault } => return Err(NoMutants::Fault(fault.clone())),
            Build::Ready { .. } | Build::Skipped => {}
        }
        match self.fate(result) {
            MutantFate::Killed { test, verdict } => Err(NoMutants::Fails { test, verdict }),
            MutantFate::Unknown(Some(fault)) => Err(NoMutants::Fault(fault)),
            MutantFate::Unknown(None) => Err(NoMutants::Interrupted),
            MutantFate::Alive | MutantFate::Rejected => {
                let most = |test: &record::TestRecord| match self.wanted.problem.worth_of(&test.test) {
                    Worth::UpTo(most) => Some(most),
                    Worth::Nothing | Worth::PassFail | Worth::Unbounded | Worth::Free | Worth::Always => None,
                };
                let points = |test: &record::TestRecord| Some((test.test.clone(), test.points.or_else(|| most(test))?));
                self.best = result.tests.iter().filter_map(points).collect();
                Ok(result.tests.iter().filter_map(|test| test.cpu).max().unwrap_or_default())
            }
        }
    }

    /// The mutants as solutions, with their files.
    fn stage(
        &mut self,
        source: &str,
        language: Language,
        mutants: Vec<Mutant>,
        extension: &str,
    ) -> Result<Vec<JudgedMutant>, NoMutants> {
        let folder = self.wanted.folder;
        let full = |error: &io::Error| {
            Fault::caused(FaultKind::Build, format_args!("cannot write {}", folder.display()), error)
                .hint("make room on this disk, then run again")
        };
        fs::create_dir_all(folder).map_err(|error| full(&error))?;
        clear(folder);
        let combined = self.combined(source, language, &mutants, extension).map_err(|error| full(&error))?;
        let (combined, combined_file) = combined.unzip();
        let numbers: BTreeMap<usize, usize> = combined.iter().flat_map(|c| &c.mutants).copied().zip(1..).collect();
        let mut staged = Vec::with_capacity(mutants.len());
        for (at, mutant) in mutants.into_iter().enumerate() {
            let headers = self.wanted.solution.build.headers.clone();
            let mut solution = Solution {
                expectation: Expectation::default(),
                notes: Vec::new(),
                build: BuildOptions { headers, ..BuildOptions::default() },
                limits: model::OwnLimits::default(),
                display: format!("{} (mutant {at})", self.wanted.solution.display),
                ..Solution::clone(self.wanted.solution)
            };
            let label = self.wanted.solution.id.label.as_deref().map_or(String::new(), |label| format!("{label}-"));
            solution.id.label = Some(format!("{label}mutant-{at:03}").into());
            match (numbers.get(&at), &combined_file) {
                (Some(number), Some(file)) => (solution.path, solution.args) = (file.clone(), vec![number.to_string()]),
                (Some(_) | None, _) => {
                    solution.path = put(folder, "one", &mutant.text, extension).map_err(|error| full(&error))?;
                }
            }
            staged.push(JudgedMutant { mutant, solution: Arc::new(solution), fate: MutantFate::Unknown(None) });
        }
        Ok(staged)
    }

    /// One program that contains all mutants that compile together, and its file, if with all of
    /// them switched off it behaves like the solution. `None` if each must be a program of its own.
    fn combined(
        &mut self,
        source: &str,
        language: Language,
        mutants: &[Mutant],
        extension: &str,
    ) -> io::Result<Option<(CombinedProgram, PathBuf)>> {
        let mut without = BTreeSet::new();
        for _ in 0..ROUNDS {
            if self.wanted.until.is_some_and(|until| Instant::now() >= until) {
                return Ok(None);
            }
            let Some(combined) = combine(source, language, mutants, &without) else { return Ok(None) };
            let file = put(self.wanted.folder, "all", &combined.text, extension)?;
            let original = Solution { path: file.clone(), ..Solution::clone(self.wanted.solution) };
            let built = self.runner.build(&[SourceFile::of(&original)], &mut Results(Vec::new())).pop();
            match built {
                Some(Ok(BuildOutcome::Ready { .. })) => {
                    let results = self.run(&[(Arc::new(original), self.tests.clone())], self.limit);
                    let same = results.first().is_some_and(|result| self.fate(result) == MutantFate::Alive);
                    return Ok(same.then_some((combined, file)));
                }
                Some(Ok(BuildOutcome::Rejected { messages })) => {
                    let blamed = combined.blamed(&messages);
                    if blamed.is_empty() {
                        return Ok(None);
                    }
                    without.extend(blamed);
                }
                Some(Ok(BuildOutcome::Interrupted) | Err(_)) | None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns true if it was cut short.
    fn judge_all(&mut self, staged: &mut [JudgedMutant]) -> bool {
        let (total, begun) = (staged.len(), Instant::now());
        let mut done = 0;
        while done < total {
            let left = self.wanted.until.map(|until| until.saturating_duration_since(Instant::now()));
            let Some(size) = batch_of(left, begun.elapsed(), done) else { return true };
            let batch = &mut staged[done..total.min(done + size)];
            let tests = self.in_order();
            let all: Vec<_> = batch.iter().map(|judged| (Arc::clone(&judged.solution), tests.clone())).collect();
            let results = self.run(&all, self.limit);
            for (judged, result) in batch.iter_mut().zip(&results) {
                judged.fate = self.fate(result);
            }
            self.judge_slow_again(batch, &tests);
            for judged in &*batch {
                if let MutantFate::Killed { test, .. } = &judged.fate {
                    *self.kills.entry(test.clone()).or_default() += 1;
                }
            }
            done += batch.len();
            (self.watch)(done, total);
            if results.len() < batch.len() || batch.iter().any(|judged| judged.fate == MutantFate::Unknown(None)) {
                return true;
            }
        }
        false
    }

    /// Judges mutants that were stopped early again with the problem's own limits, from the test on
    /// that stopped them.
    fn judge_slow_again(&mut self, batch: &mut [JudgedMutant], tests: &[Arc<Test>]) {
        let mut again = Vec::new();
        for (at, judged) in batch.iter().enumerate() {
            if let MutantFate::Killed { test, verdict: Verdict::TimeLimit } = &judged.fate {
                let rest = tests.iter().skip_while(|other| other.id != *test).cloned().collect();
                again.push((at, (Arc::clone(&judged.solution), rest)));
            }
        }
        let (places, solutions): (Vec<usize>, Vec<_>) = again.into_iter().unzip();
        // What the problem's own limits give is known once that has been run.
        places.iter().for_each(|&place| batch[place].fate = MutantFate::Unknown(None));
        if self.wanted.until.is_some_and(|until| Instant::now() >= until) {
            return;
        }
        let results = self.run(&solutions, None);
        for (place, result) in places.into_iter().zip(&results) {
            batch[place].fate = self.fate(result);
        }
    }

    fn fate(&self, result: &record::SolutionRecord) -> MutantFate {
        if matches!(result.build, Build::Rejected { .. }) {
            return MutantFate::Rejected;
        }
        let killed = |test: &record::TestRecord| {
            Some(MutantFate::Killed { test: test.test.clone(), verdict: self.noticed_by(test)? })
        };
        let failed = result.tests.iter().find_map(killed);
        let all = result.tests.iter().all(|test| test.verdict == Some(Verdict::Accepted));
        let fault = || match &result.build {
            Build::Fault { fault } | Build::NoTool { fault } => Some(fault.clone()),
            Build::Ready { .. } | Build::Rejected { .. } | Build::Skipped => {
                result.tests.iter().find_map(|test| test.fault.clone())
            }
        };
        failed.unwrap_or_else(|| if all { MutantFate::Alive } else { MutantFate::Unknown(fault()) })
    }

    /// The verdict with which a test notices a mistake: accepted, if it gives fewer points than to
    /// the solution itself.
    fn noticed_by(&self, test: &record::TestRecord) -> Option<Verdict> {
        let fewer = || test.points.zip(self.best.get(&test.test)).is_some_and(|(points, best)| points < *best);
        test.verdict.filter(|verdict| *verdict != Verdict::Accepted || fewer())
    }

    /// The tests that killed most come first.
    fn in_order(&self) -> Vec<Arc<Test>> {
        let mut tests = self.tests.clone();
        tests.sort_by_key(|test| std::cmp::Reverse(self.kills.get(&test.id).copied().unwrap_or(0)));
        tests
    }

    fn run(
        &mut self,
        solutions: &[(Arc<Solution>, Vec<Arc<Test>>)],
        limit: Option<Duration>,
    ) -> Vec<Arc<record::SolutionRecord>> {
        let problem = self.wanted.problem;
        let time = limit.map_or(TimeAllowed::Limit(TimeFactor::default()), TimeAllowed::AtMost);
        let planned = solutions.iter().map(|(one, tests)| PlannedSolution::of(problem, one, tests.clone(), time));
        let plan = Plan { solutions: planned.collect() };
        let mut results = Results(Vec::new());
        if !plan.solutions.is_empty() {
            self.runner.execute(&plan, self.cache, &mut results);
        }
        results.0
    }
}

/// How many mutants the next batch has, if `done` took `spent`. `None`: there is no time `left`.
fn batch_of(left: Option<Duration>, spent: Duration, done: usize) -> Option<usize> {
    let Some(left) = left else { return Some(BATCH) };
    if left.is_zero() {
        return None;
    }
    // Of the first ones nothing is known.
    let each = spent.checked_div(u32::try_from(done).unwrap_or(u32::MAX)).unwrap_or(left / 4);
    let fit = left.as_nanos() / each.as_nanos().max(1);
    Some(usize::try_from(fit).unwrap_or(BATCH).clamp(1, BATCH))
}

/// Writes a program into the folder, under a name made of its content: another harness may break
/// the same solution in other ways at the same time, and each must compile what it has made.
fn put(folder: &Path, kind: &str, text: &str, extension: &str) -> io::Result<PathBuf> {
    let name = Key::of(&[kind], text.as_bytes()).to_string();
    let file = folder.join(format!("{kind}-{}.{extension}", &name[..16]));
    let draft = folder.join(format!("{}-{}.draft", &name[..16], process::id()));
    fs::write(&draft, text)?;
    fs::rename(&draft, &file)?;
    Ok(file)
}

/// Removes files that no run has written for a week. One that cannot be removed stays.
fn clear(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let written = file.metadata().and_then(|meta| meta.modified());
        if written.is_ok_and(|at| at.elapsed().is_ok_and(|age| age > WEEK)) {
            let _ = fs::remove_file(file.path());
        }
    }
}

struct Results(Vec<Arc<record::SolutionRecord>>);

impl Sink for Results {
    fn event(&mut self, event: &Event) {
        if let Event::Finished(result) = event {
            self.0.push(Arc::clone(result));
        }
    }

    fn progress(&mut self, _: &Progress) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_is_as_large_as_what_is_left_of_the_time() {
        const S: fn(u64) -> Duration = Duration::from_secs;
        assert_eq!(batch_of(None, S(100), 1), Some(BATCH));
        assert_eq!(batch_of(Some(S(0)), S(1), 8), None);
        assert_eq!(batch_of(Some(S(60)), S(0), 0), Some(4), "nothing is known yet");
        assert_eq!(batch_of(Some(S(60)), S(8), 8), Some(BATCH));
        assert_eq!(batch_of(Some(S(3)), S(8), 8), Some(3));
        assert_eq!(batch_of(Some(S(3)), S(80), 8), Some(1), "one is longer than what is left");
    }
}
