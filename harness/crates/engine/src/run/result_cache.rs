//! What need not be run again: judgements, and the answers of validators and checkers.
//!
//! A judgement is kept under its [fingerprint](crate::fingerprint) and the hash of what all results
//! of this machine depend on: the harness's own program file, the containment level, the processor
//! and the kernel. No time and no name on disk is part of it.
//!
//! **What is not kept.** Faults and skipped tests are not results. Nor is a result kept that might
//! have been different: CPU time or wall-clock time within a tenth of its limit, memory in the last
//! tenth, a time-limit verdict that was not confirmed alone, a program that was killed. A believed
//! result is kept as such, and a run in which something depends on it measures it alone. Nothing is
//! kept if an input, an answer or a file beside them changed during the run: hashes are checked
//! again before anything is written.
//!
//! **Evidence is kept with the result**, so that a report shows the very run whose verdict it
//! gives, even for a program that fails only sometimes. It is bounded: a few hundred bytes for the
//! usual failure. A result larger than [`LARGEST`] is not kept, and its test is run again.
//!
//! This module decides nothing and starts nothing. The store below it does not know what it keeps.

use crate::build::Program;
use crate::fingerprint::{ProgramKeys, Terms, of_judges};
use crate::plan::{Job, Plan, PlannedSolution};
use crate::processor::processor;
use crate::run::Build;
use crate::run::context::{Context, ready};
use crate::run::installed::may_be_mended;
use crate::run::pool::Pool;
use crate::run::problem_programs::ProblemPrograms;
use crate::run::{Crowding, grey_zone};
use crate::store::{FileHashes, HashedContent, Key, Section, Stamp, Store};
use model::{Cause, FileBeside, Judgement, Limits, Provenance, SolutionId, Test, TestId, TimingMethod, Verdict};
use sandbox::{Level, Sandbox};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The largest value that is kept.
const LARGEST: usize = 128 << 10;

const KIND: &str = "results";

/// The results of earlier runs.
pub struct ResultCache {
    store: Store,
    /// The level that programs are contained at.
    level: Level,
    hashes: FileHashes,
    /// What every result depends on: the harness itself and the machine. `None`: nothing is
    /// remembered.
    base: Option<Key>,
    /// What was judged just now under longer time limits.
    given: FreshJudgements,
    /// Contents that this run has hashed, by the file's path. The path is bytes: comparing tens of
    /// thousands of paths part by part would take longer than everything else in a run whose
    /// results are all known.
    contents: HashMap<OsString, HashedContent>,
}

/// Judgements by solution, its program and test. The program is part of it, so that another one of
/// the same name never gets them.
pub type FreshJudgements = HashMap<(SolutionId, Key, TestId), FreshJudgement>;

/// A judgement made just now, and whether it was measured alone.
#[derive(Clone, Debug)]
pub struct FreshJudgement {
    judgement: Judgement,
    /// Whether no other program of ours ran beside it, so that it can show that a program is too
    /// slow.
    alone: bool,
    /// The limits that it was judged under, if they may be the plan's own.
    limits: Option<Limits>,
}

impl FreshJudgement {
    pub(super) fn new(judgement: Judgement, alone: bool) -> FreshJudgement {
        FreshJudgement { judgement, alone, limits: None }
    }

    /// A judgement of a run alone, which stands as it is under the same limits.
    pub(super) fn under(judgement: Judgement, limits: Limits) -> FreshJudgement {
        FreshJudgement { judgement, alone: true, limits: Some(limits) }
    }
}

/// A question to a program. The answer depends on these things alone.
pub(super) struct Question<'a> {
    /// The program's key. `None` if it could not be built: then nothing is remembered.
    pub program: Option<&'a Key>,
    /// How it is run.
    pub terms: Key,
    /// The files that it reads.
    pub files: Vec<&'a Path>,
}

impl ResultCache {
    /// The results in `store` of programs contained at `level`.
    pub fn new(mut store: Store, level: Level) -> ResultCache {
        let mut hashes = FileHashes::default();
        let own = if store.is_some() { own_content(&mut store, &mut hashes) } else { None };
        let base = own.map(|own| {
            let machine = machine();
            Key::of_parts([&b"base/2"[..], own.as_bytes(), machine.as_bytes(), level.name().as_bytes()])
        });
        ResultCache { store, level, hashes, base, given: FreshJudgements::new(), contents: HashMap::new() }
    }

    /// Uses these as results, where the same run would end in the same way under the plan's time
    /// limit. Each must come from the same program on the same test, under limits that differ from
    /// the plan's only in time and are longer.
    pub fn give(&mut self, given: FreshJudgements) {
        self.given.extend(given);
    }

    /// Hashes those of `files` that have no hash yet, with all workers. A file that is named twice
    /// may be hashed twice.
    pub(super) fn hash<'f>(&mut self, files: impl Iterator<Item = &'f Path>, pool: &Pool<'_>) {
        /// Files per job: the small ones of a problem with thousands of tests should not cost a
        /// message each.
        const TOGETHER: usize = 64;
        if self.base.is_none() {
            return;
        }
        let files: Vec<&Path> = files.filter(|file| !self.contents.contains_key(file.as_os_str())).collect();
        self.hashes.load(&mut self.store, files.iter().copied());
        let hashes = &self.hashes;
        let hash = |file: &&Path| match hashes.hashed(file) {
            Some(hashed) => Some((hashed, false)),
            // A file that cannot be read has no hash here. Its fault comes up when it is judged.
            None => HashedContent::of(file).ok().map(|hashed| (hashed, true)),
        };
        let hashed = of_each(&files, TOGETHER, pool, hash);
        self.contents.reserve(files.len());
        for (file, hashed) in files.iter().zip(hashed) {
            let Some((hashed, new)) = hashed else { continue };
            if new {
                self.hashes.remember(file, &hashed);
            }
            self.contents.insert(file.as_os_str().to_owned(), hashed);
        }
        self.hashes.keep(&mut self.store);
    }

    /// The key for the answer to a question. `None`: the answer is not to be remembered.
    pub(super) fn key_of(&self, question: &Question<'_>) -> Option<Key> {
        let Question { program, terms, files } = question;
        let contents: Option<Vec<&Key>> = files.iter().map(|file| self.content(file)).collect();
        let (base, program) = (self.base?, (*program)?);
        let keys = [&base, program, terms].into_iter().chain(contents?);
        Some(Key::of_parts(keys.map(|key| &key.as_bytes()[..])))
    }

    /// The hash of a file that was hashed in this run.
    fn content(&self, file: &Path) -> Option<&Key> {
        self.contents.get(file.as_os_str()).map(|hashed| &hashed.key)
    }

    /// Whether files have the content that was hashed in this run.
    pub(super) fn unchanged(&self, files: &[&Path]) -> bool {
        files.iter().all(|file| self.contents.get(file.as_os_str()).is_some_and(|hashed| hashed.is_still(file)))
    }

    /// What is remembered about a program.
    pub(super) fn load(&mut self, program: &Key) -> Section {
        match self.base {
            Some(_) => self.store.load(KIND, program),
            None => Section::default(),
        }
    }

    /// Keeps values of a program, unless containment has fallen since the run began: then nobody
    /// knows at which level they were found. `level` is the present one.
    pub(super) fn keep(&mut self, program: &Key, values: Vec<(Key, Vec<u8>)>, level: Level) {
        if level != self.level {
            return;
        }
        let values = values.into_iter().filter(|(_, value)| value.len() <= LARGEST);
        self.store.keep(KIND, program, values);
    }

    pub fn store(&self) -> &Store {
        &self.store
    }
}

/// The cache while a plan is carried out.
pub(super) struct PlanCache<'a> {
    cache: &'a mut ResultCache,
    plan: &'a Plan,
    /// One for each solution that was built and can be remembered; nothing for those that are built
    /// later. Its terms include the base.
    solutions: Vec<Option<SolutionCache<'a>>>,
    /// Whether programs run one at a time, so that no neighbour disturbed them.
    alone: bool,
    sandbox: &'a dyn Sandbox,
    /// Whether the machine can start so many tasks. A program that is refused one may fail without
    /// a word about it.
    starts: BTreeMap<u32, bool>,
}

struct SolutionCache<'a> {
    program: &'a Program,
    terms: Vec<Terms>,
    /// Results that were not known before: the test, the key and the value.
    new: Vec<(&'a Test, Key, Vec<u8>)>,
    /// Tests that are still without a result.
    open: usize,
}

impl<'a> SolutionCache<'a> {
    /// `base` is the key that the results of this machine are kept under.
    fn of(
        planned: &PlannedSolution,
        build: &'a Build,
        programs: &ProblemPrograms,
        base: &Key,
    ) -> Option<SolutionCache<'a>> {
        let program = ready(build).ok()?;
        let judges = planned.problem.judges().map(|file| programs.get(file).ok().map(|judge| judge.key));
        let judge = of_judges(&judges.collect::<Option<Vec<_>>>()?);
        let programs = ProgramKeys { solution: &program.key, judge: judge.as_ref() };
        let mut terms = Terms::of(planned, programs, &program.share);
        // The base is added once for all tests.
        for terms in &mut terms {
            terms.key = Key::of_parts([&base.as_bytes()[..], terms.key.as_bytes()]);
        }
        Some(SolutionCache { program, terms, new: Vec::new(), open: planned.tests.len() })
    }
}

impl<'a> PlanCache<'a> {
    /// Hashes every test of every solution that was built.
    pub(super) fn open<'p: 'a>(
        cache: &'a mut ResultCache,
        &Context { plan, builds, programs, .. }: &Context<'a>,
        pool: &Pool<'p>,
        alone: bool,
    ) -> PlanCache<'a> {
        let solutions: Vec<_> = plan
            .solutions
            .iter()
            .zip(builds)
            .map(|(planned, build)| SolutionCache::of(planned, build, programs, cache.base.as_ref()?))
            .collect();
        let built = plan.solutions.iter().zip(&solutions).filter(|(_, solution)| solution.is_some());
        // Solutions of a problem share its tests.
        let mut seen = HashSet::new();
        let tests = built.flat_map(|(planned, _)| &planned.tests).filter(|test| seen.insert(Arc::as_ptr(test)));
        cache.hash(tests.flat_map(|test| [&*test.input, &*test.answer]), pool);
        PlanCache { cache, plan, solutions, alone, sandbox: pool.sandbox, starts: BTreeMap::new() }
    }

    /// The remembered judgements of a solution's tests, looked up by all workers.
    pub(super) fn remembered(&mut self, solution: usize, pool: &Pool<'_>) -> Vec<(usize, Judgement)> {
        /// Tests per job: a message for each would cost more than the lookup.
        const TOGETHER: usize = 256;
        let Some(cached) = &mut self.solutions[solution] else { return Vec::new() };
        let section = self.cache.load(&cached.program.key);
        if section.is_empty() {
            return self.given(solution);
        }
        let (planned, cache, terms) = (&self.plan.solutions[solution], &*self.cache, &cached.terms);
        let judgement = |test: &Arc<Test>| {
            let key = key(cache, &terms[Terms::place(planned, test)], test)?;
            // What cannot be parsed is judged again.
            let judgement: Judgement = serde_json::from_slice(section.get(&key)?).ok()?;
            let provenance = judgement.provenance.remembered();
            Some(Judgement { provenance, ..judgement })
        };
        let found = of_each(&planned.tests, TOGETHER, pool, judgement).into_iter().enumerate();
        let mut remembered: Vec<_> = found.filter_map(|(at, judgement)| Some((at, judgement?))).collect();
        // Judgements that were only believed come back through `note`.
        cached.open -=
            remembered.iter().filter(|(_, judgement)| judgement.provenance.timed() != TimingMethod::Believed).count();
        let there: HashSet<usize> = remembered.iter().map(|(test, _)| *test).collect();
        remembered.extend(self.given(solution).into_iter().filter(|(test, _)| !there.contains(test)));
        remembered.sort_by_key(|(test, _)| *test);
        remembered
    }

    /// What was judged just now and also holds under the limits of the plan.
    fn given(&mut self, solution: usize) -> Vec<(usize, Judgement)> {
        let planned = &self.plan.solutions[solution];
        // The limit applies to each pass, and the usage does not tell the passes apart.
        if self.cache.given.is_empty() || planned.problem.passes > 1 {
            return Vec::new();
        }
        let Some(cached) = &self.solutions[solution] else { return Vec::new() };
        let mut found = Vec::new();
        for (at, test) in planned.tests.iter().enumerate() {
            let limits = &cached.terms[Terms::place(planned, test)].limits;
            let given = self.cache.given.get(&(planned.solution.id.clone(), cached.program.key, test.id.clone()));
            found.extend(given.and_then(|given| under(given, limits)).map(|judgement| (at, judgement)));
        }
        found
    }

    /// Takes out of `jobs` those that are identical to an earlier one: the same solution on the
    /// same input and answer, judged in the same way. Returns them by that earlier one.
    pub(super) fn equal_jobs(&mut self, jobs: &mut Vec<Job>) -> BTreeMap<Job, Vec<Job>> {
        let mut first: HashMap<(usize, Key), Job> = HashMap::new();
        let mut equal_jobs: BTreeMap<Job, Vec<Job>> = BTreeMap::new();
        jobs.retain(|job| {
            let Some(cached) = &self.solutions[job.solution] else { return true };
            let planned = &self.plan.solutions[job.solution];
            let test = &*planned.tests[job.test];
            let Some(key) = key(self.cache, &cached.terms[Terms::place(planned, test)], test) else { return true };
            let one = *first.entry((job.solution, key)).or_insert(*job);
            if one != *job {
                equal_jobs.entry(one).or_default().push(*job);
            }
            one == *job
        });
        for job in equal_jobs.values().flatten() {
            if let Some(cached) = &mut self.solutions[job.solution] {
                cached.open -= 1;
            }
        }
        equal_jobs
    }

    /// Notes that an equal job is run after all.
    pub(super) fn reopen(&mut self, job: Job) {
        if let Some(cached) = &mut self.solutions[job.solution] {
            cached.open += 1;
        }
    }

    /// Takes the final result of a test that was not known, or `None` if it was not judged. Keeps
    /// the solution's results when this was the last one.
    pub(super) fn note(&mut self, Job { solution, test }: Job, judgement: Option<&Judgement>) {
        let Some(cached) = &mut self.solutions[solution] else { return };
        let planned = &self.plan.solutions[solution];
        let test = &*planned.tests[test];
        let terms = &cached.terms[Terms::place(planned, test)];
        let tasks = terms.limits.processes;
        if let Some(judgement) = judgement
            && !judgement.provenance.is_remembered()
            && is_certain(judgement, &terms.limits, self.alone)
            && (judgement.verdict == Verdict::Accepted
                || *self.starts.entry(tasks).or_insert_with(|| self.sandbox.starts(tasks)))
            && let Some(key) = key(self.cache, terms, test)
            && let Ok(value) = serde_json::to_vec(judgement)
        {
            cached.new.push((test, key, value));
        }
        cached.open -= 1;
        if cached.open == 0 {
            let mut new = std::mem::take(&mut cached.new);
            let mut beside = HashMap::new();
            new.retain(|(test, ..)| {
                self.cache.unchanged(&[&test.input, &test.answer])
                    && test.beside().iter().all(|file| *beside.entry(&*file.path).or_insert_with(|| is_as_loaded(file)))
            });
            let values = new.into_iter().map(|(_, key, value)| (key, value)).collect();
            self.cache.keep(&cached.program.key, values, self.sandbox.level());
        }
    }
}

/// What `work` finds out about each item, by all workers, of whom each takes so many items
/// `together`. `None` also where it was not finished.
fn of_each<T: Sync, R: Clone + Send>(
    items: &[T],
    together: usize,
    pool: &Pool<'_>,
    work: impl Fn(&T) -> Option<R> + Sync,
) -> Vec<Option<R>> {
    if items.len() <= together {
        return items.iter().map(work).collect();
    }
    let parts: Vec<&[T]> = items.chunks(together).collect();
    let of_part = |_: &mut _, part: usize| Ok(parts[part].iter().map(&work).collect::<Vec<_>>());
    let mut all = vec![None; items.len()];
    pool.in_order(usize::MAX, parts.len(), of_part, |part, found| {
        let places = all[part * together..].iter_mut();
        places.zip(found.into_iter().flatten()).for_each(|(place, found)| *place = found);
    });
    all
}

/// Whether a file beside a test still has the content with which the problem was loaded.
fn is_as_loaded(file: &FileBeside) -> bool {
    let content = || Key::of_content(beneath::open(&file.path)?);
    content().is_ok_and(|content| content == file.content)
}

/// The key for the result of a test.
fn key(cache: &ResultCache, terms: &Terms, test: &Test) -> Option<Key> {
    Some(terms.with(test, cache.content(&test.input)?, cache.content(&test.answer)?))
}

/// The judgement that a run under longer limits would have got under `limits`. `None` where that is
/// not certain.
fn under(judged: &FreshJudgement, limits: &Limits) -> Option<Judgement> {
    let FreshJudgement { judgement, alone, limits: own } = judged;
    if let Some(own) = own {
        return (own == limits).then(|| judgement.clone());
    }
    let usage = judgement.usage;
    if usage.cpu > grey_zone::extended(limits.cpu, &Crowding::NONE) && judgement.verdict != Verdict::MemoryLimit {
        // On a crowded machine it may take as long as that.
        if !alone || usage.cpu < limits.cpu.mul_f64(1.3) {
            return None;
        }
        // Whatever else it did, it did not do it in time.
        let cause = Some(Cause::Cpu { used: usage.cpu, limit: limits.cpu });
        let late = Judgement::new(Verdict::TimeLimit, usage);
        let provenance = Provenance::Run(TimingMethod::Alone);
        return Some(Judgement { cause, provenance, checker_cpu: judgement.checker_cpu, ..late });
    }
    // A run that slept past the guard would have been stopped by it.
    let in_time = judgement.verdict != Verdict::TimeLimit && usage.wall <= limits.wall;
    let holds = in_time && is_certain(judgement, limits, true);
    holds.then(|| judgement.clone())
}

/// Whether the same run would be judged the same again, as far as times and memory can say.
fn is_certain(judgement: &Judgement, limits: &Limits, alone: bool) -> bool {
    use grey_zone::{is_clear, may_be_of_machine, near};
    let usage = &judgement.usage;
    if may_be_of_machine(judgement) || may_be_mended(judgement) {
        return false;
    }
    match judgement.verdict {
        // Confirmed alone, and stopped by the clock or as far over as it was allowed to run.
        Verdict::TimeLimit => {
            (judgement.provenance.timed() != TimingMethod::Beside || alone)
                && is_clear(usage.cpu, limits.cpu, &Crowding::NONE)
        }
        // It was stopped at the limit, so its peak is always near.
        Verdict::MemoryLimit => !near(usage.cpu, limits.cpu) && !near(usage.wall, limits.wall),
        Verdict::Accepted
        | Verdict::WrongAnswer
        | Verdict::PresentationError
        | Verdict::OutputLimit
        | Verdict::RunTimeError
        | Verdict::CompileError => {
            let roomy = usage.memory.0 < limits.memory.0 - limits.memory.0 / 10;
            roomy && !near(usage.cpu, limits.cpu) && !near(usage.wall, limits.wall)
        }
    }
}

/// The hash of the running program: another build of the harness may judge differently.
fn own_content(store: &mut Store, hashes: &mut FileHashes) -> Option<Key> {
    let path = env::current_exe().ok()?;
    // The file may have been replaced since the program started. Where the system still has the
    // running one, that is hashed.
    let running = Path::new("/proc/self/exe");
    let replaced = running.exists() && Stamp::of(running).ok() != Stamp::of(&path).ok();
    let hashed = hashes.of(store, if replaced { running } else { &path }).ok()?;
    hashes.keep(store);
    Some(hashed.key)
}

/// The processor and the kernel: times of another machine do not hold here, even if several
/// machines share a home folder.
#[expect(clippy::disallowed_methods, reason = "what the kernel says")]
fn machine() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let kernel = read("/proc/sys/kernel/osrelease");
    format!("{} {} {} {}", env::consts::OS, env::consts::ARCH, processor(), kernel.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{ByteSize, Usage};
    use std::time::Duration;

    fn check(verdict: Verdict, cpu: u64, wall: u64, memory: u64, retimed: bool, certain: bool) {
        let usage =
            Usage { cpu: Duration::from_millis(cpu), wall: Duration::from_millis(wall), memory: ByteSize::mib(memory) };
        let timed = if retimed { TimingMethod::Alone } else { TimingMethod::Beside };
        let judgement = Judgement { provenance: Provenance::Run(timed), ..Judgement::new(verdict, usage) };
        // The limits are 1 s, 3 s on the clock and 256 MiB.
        assert_eq!(is_certain(&judgement, &Limits::default(), false), certain, "{judgement:?}");
    }

    #[test]
    fn a_result_is_certain_unless_it_is_near_a_limit() {
        use Verdict::{Accepted, MemoryLimit, RunTimeError, WrongAnswer};
        check(Accepted, 10, 10, 2, false, true);
        check(Accepted, 899, 910, 2, false, true);
        check(Accepted, 900, 910, 2, false, false);
        check(WrongAnswer, 950, 960, 2, true, false);
        check(Accepted, 10, 2700, 2, false, false);
        check(Accepted, 10, 10, 230, false, true);
        check(RunTimeError, 10, 10, 231, false, false);
        check(MemoryLimit, 10, 10, 256, false, true);
        check(MemoryLimit, 990, 990, 256, false, false);
    }

    #[test]
    fn a_run_under_a_longer_limit_says_what_it_would_have_got_unless_it_is_near() {
        let check = |verdict, cpu, alone, expected: Option<(Verdict, Option<&str>)>| {
            let usage = Usage { cpu: Duration::from_millis(cpu), wall: Duration::from_millis(cpu), ..Usage::default() };
            let long = FreshJudgement::new(Judgement::new(verdict, usage), alone);
            let got = under(&long, &Limits::default());
            let got = got.map(|got| (got.verdict, got.cause.map(|cause| cause.to_string())));
            let got = got.as_ref().map(|(verdict, cause)| (*verdict, cause.as_deref()));
            assert_eq!(got, expected, "{verdict} after {cpu} ms");
        };
        let late = Some((Verdict::TimeLimit, Some("CPU time 2.50 s, limit 1.00 s")));
        for verdict in [Verdict::Accepted, Verdict::RunTimeError, Verdict::TimeLimit] {
            check(verdict, 2500, true, late);
            check(verdict, 2500, false, None);
        }
        for alone in [false, true] {
            check(Verdict::Accepted, 500, alone, Some((Verdict::Accepted, None)));
            check(Verdict::WrongAnswer, 500, alone, Some((Verdict::WrongAnswer, None)));
            for cpu in [950, 1050, 1100] {
                check(Verdict::Accepted, cpu, alone, None);
            }
            // It slept for longer than it may, and how long that is depends on the limit.
            check(Verdict::TimeLimit, 10, alone, None);
        }
        let usage = Usage { wall: Duration::from_secs(5), ..Usage::default() };
        let sleeper = FreshJudgement::new(Judgement::new(Verdict::Accepted, usage), true);
        assert_eq!(under(&sleeper, &Limits::default()), None, "the guard of 3 s would have rung");
    }

    #[test]
    fn a_run_under_the_same_limits_is_the_result_as_it_is() {
        let usage = Usage { cpu: Duration::from_millis(1110), ..Usage::default() };
        let message = Some("as it was".to_owned());
        let judgement = Judgement { message, ..Judgement::new(Verdict::TimeLimit, usage) };
        let judged = FreshJudgement::under(judgement.clone(), Limits::default());
        assert_eq!(under(&judged, &Limits::default()), Some(judgement));
        let longer = Limits { cpu: Duration::from_secs(2), ..Limits::default() };
        assert_eq!(under(&judged, &longer), None);
    }

    #[test]
    fn a_time_limit_is_certain_only_when_it_was_confirmed_alone_and_is_far_over() {
        check(Verdict::TimeLimit, 1100, 1110, 2, false, false);
        check(Verdict::TimeLimit, 1100, 1110, 2, true, true);
        check(Verdict::TimeLimit, 1099, 1110, 2, true, false);
        check(Verdict::TimeLimit, 0, 3000, 2, false, false);
        check(Verdict::TimeLimit, 0, 3000, 2, true, true);
    }

    #[test]
    fn alone_a_sleeper_is_certain_at_once() {
        let usage = Usage { wall: Duration::from_secs(3), ..Usage::default() };
        let judgement = Judgement::new(Verdict::TimeLimit, usage);
        assert!(is_certain(&judgement, &Limits::default(), true));
    }
}
