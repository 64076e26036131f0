//! What need not be run again: judgements, and what validators said, remembered from run to run.
//!
//! A judgement is kept under the hash of everything it depends on: the solution (its source, compiler and flags), input, answer, how it is
//! judged (the comparison with its options, or the checker's own build and arguments), the limits, the containment level, the
//! harness's own program file, and the machine. None of these is a time or a name on disk.
//!
//! **What is not kept.** Faults and skipped tests are no results. A result that could have been another one is none either: CPU time or time on the
//! clock within a tenth of its limit, memory in the last tenth, a time-limit that was not confirmed alone. And nothing is kept when
//! an input or answer was changed while the run went on: hashes are checked again before anything is written.
//!
//! **Evidence is kept with the result**, not found again by a second run: a report that shows a failure then shows the run whose verdict it
//! gives, also of a program that fails only sometimes, and costs nothing. It is bounded (excerpts of 4 KiB, a window of lines,
//! a transcript of 64 KiB), a few hundred bytes for the usual failure; one that is larger than [`LARGEST`] is not kept,
//! and its test is run again.
//!
//! This module does not decide anything and starts nothing. The store below it does not know what it keeps.

mod bytes;

pub use bytes::{Reader, Writer};

use crate::build::{Built, Program};
use crate::plan::{Plan, PlannedSolution};
use crate::run::one::Context;
use crate::run::order;
use crate::run::pool::Pool;
use crate::run::retime;
use crate::store::{FileHashes, Hashed, Key, Section, Stamp, Store};
use model::{Judgement, Judging, Limits, Test, TestResult, Verdict, Worth};
use sandbox::Level;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest value that is kept.
const LARGEST: usize = 128 << 10;

const SHELF: &str = "results";

/// How long runs took, under their names: for a guess, not for a result.
const LENGTHS: &str = "lengths";

/// The memory of the harness, open.
pub struct Memo {
    store: Store,
    hashes: FileHashes,
    /// What every result depends on: the harness itself and the machine. `None`: nothing is remembered.
    ground: Option<Key>,
    /// Contents that this run has hashed.
    contents: BTreeMap<PathBuf, Hashed>,
}

impl Memo {
    /// A memory in `store`, for programs contained at `level`.
    pub fn new(mut store: Store, level: Level) -> Memo {
        let mut hashes = FileHashes::default();
        let own = if store.is_some() { own_content(&mut store, &mut hashes) } else { None };
        let ground = own.map(|own| {
            let machine = machine();
            Key::of_parts([&b"ground/1"[..], own.as_bytes(), machine.as_bytes(), level.name().as_bytes()])
        });
        Memo { store, hashes, ground, contents: BTreeMap::new() }
    }

    /// The hash of everything that `parts` and all results depend on. `None`: remember nothing.
    pub fn key(&self, parts: &[&[u8]]) -> Option<Key> {
        let ground = self.ground?;
        Some(Key::of_parts([&ground.as_bytes()[..]].into_iter().chain(parts.iter().copied())))
    }

    /// Hashes those of `files` that are not hashed yet, with all workers.
    pub fn hash<'f>(&mut self, files: impl Iterator<Item = &'f Path>, pool: &Pool<'_>) {
        /// Files a job: the small ones of a problem with thousands of tests should not cost a message each.
        const TOGETHER: usize = 64;
        if self.ground.is_none() {
            return;
        }
        let mut unknown: Vec<&Path> = Vec::new();
        for file in files {
            if self.contents.contains_key(file) {
                continue;
            }
            match self.hashes.known(&mut self.store, file) {
                Some(hashed) => {
                    self.contents.insert(file.to_path_buf(), hashed);
                }
                None => unknown.push(file),
            }
        }
        unknown.sort_unstable();
        unknown.dedup();
        let parts: Vec<&[&Path]> = unknown.chunks(TOGETHER).collect();
        let work = |_: &mut _, index: usize| {
            // A file that cannot be read has no hash here, and gives its fault when it is judged.
            let part: &[&Path] = parts[index];
            Ok(part.iter().map(|file| Hashed::of(file).ok()).collect::<Vec<_>>())
        };
        pool.in_order(usize::MAX, parts.len(), work, |index, hashed| {
            for (file, hashed) in parts[index].iter().zip(hashed.into_iter().flatten()) {
                if let Some(hashed) = hashed {
                    self.hashes.remember(&mut self.store, file, &hashed);
                    self.contents.insert(file.to_path_buf(), hashed);
                }
            }
        });
        self.hashes.keep(&mut self.store);
    }

    /// The hash of a file that was hashed in this run.
    pub fn content(&self, file: &Path) -> Option<&Key> {
        self.contents.get(file).map(|hashed| &hashed.key)
    }

    /// Whether files have the content that was hashed in this run.
    pub fn unchanged(&self, files: &[&Path]) -> bool {
        files.iter().all(|file| self.contents.get(*file).is_some_and(|hashed| hashed.is_still(file)))
    }

    /// What is remembered of a program: all values, by key.
    pub fn of_program(&mut self, program: &Program) -> Section {
        match self.ground {
            Some(_) => self.store.load(SHELF, &program.key),
            None => Section::default(),
        }
    }

    /// Keeps values of a program.
    pub fn keep(&mut self, program: &Program, values: impl IntoIterator<Item = (Key, Vec<u8>)>) {
        let mut section = self.store.blank(SHELF, &program.key);
        for (key, value) in values {
            if value.len() <= LARGEST {
                section.add(key, value);
            }
        }
        self.store.keep(&mut section);
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The one section of [`LENGTHS`]. Not bound to the ground: a run is about as long under another harness.
    fn lengths() -> Key {
        Key::of(&[LENGTHS, "1"], b"")
    }
}

/// The memory of one run of a plan.
pub struct Notebook<'a> {
    memo: &'a mut Memo,
    plan: &'a Plan,
    /// What long runs took, to be kept at the end.
    lengths: Vec<(Key, Vec<u8>)>,
    /// For each solution that was built and can be remembered.
    pages: Vec<Option<Page<'a>>>,
    /// One run at a time: nothing was disturbed by neighbours.
    alone: bool,
}

struct Page<'a> {
    program: &'a Program,
    /// First for tests in no group, then for each group.
    rooms: Vec<Room>,
    fresh: Vec<Fresh<'a>>,
    /// Tests that are still without a result.
    open: usize,
}

/// What is the same for all tests of a group.
struct Room {
    /// The hash of everything but input and answer.
    name: Key,
    /// Those the program is judged by.
    limits: Limits,
}

impl Page<'_> {
    fn room(&self, planned: &PlannedSolution, test: &Test) -> &Room {
        &self.rooms[planned.problem.group_of(&test.id).map_or(0, |at| at + 1)]
    }
}

/// A result that was not known before.
struct Fresh<'a> {
    test: &'a Test,
    key: Key,
    value: Vec<u8>,
}

impl<'a> Notebook<'a> {
    /// Hashes every test of every solution that was built.
    pub fn open(memo: &'a mut Memo, context: &Context<'a>, pool: &Pool<'_>, alone: bool) -> Notebook<'a> {
        let plan = context.plan;
        let pages: Vec<_> = (0..plan.solutions.len()).map(|solution| page(memo, context, solution)).collect();
        let built = plan.solutions.iter().zip(&pages).filter(|(_, page)| page.is_some());
        let tests = built.flat_map(|(planned, _)| &planned.tests);
        memo.hash(tests.flat_map(|test| [&*test.input, &*test.answer]), pool);
        Notebook { memo, plan, lengths: Vec::new(), pages, alone }
    }

    /// The judgements of a solution's tests that are known.
    pub fn known(&mut self, solution: usize) -> Vec<(usize, Judgement)> {
        let Some(page) = &mut self.pages[solution] else { return Vec::new() };
        let section = self.memo.of_program(page.program);
        if section.is_empty() {
            return Vec::new();
        }
        let planned = &self.plan.solutions[solution];
        let tests = planned.tests.iter().enumerate();
        let known: Vec<_> = tests
            .filter_map(|(at, test)| {
                let key = name(self.memo, &page.room(planned, test).name, test)?;
                Some((at, bytes::read_judgement(section.get(&key)?)?))
            })
            .collect();
        page.open -= known.len();
        known
    }

    /// What each of these runs took the last time; zero where that is not known, or was next to nothing.
    pub fn lengths(&mut self, jobs: &[(usize, usize)]) -> Vec<Duration> {
        let section =
            if jobs.is_empty() { Section::default() } else { self.memo.store.load(LENGTHS, &Memo::lengths()) };
        let length = |(solution, test): &(usize, usize)| {
            if section.is_empty() {
                return Duration::ZERO;
            }
            let value = section.get(&length_name(self.plan, *solution, *test));
            let millis = value.and_then(|value| Some(u64::from_le_bytes(*value.first_chunk()?)));
            Duration::from_millis(millis.unwrap_or(0))
        };
        jobs.iter().map(length).collect()
    }

    /// Takes a final result that was not known; keeps the solution's results when this was the last one.
    pub fn note(&mut self, solution: usize, test: usize, result: &TestResult) {
        let Some(page) = &mut self.pages[solution] else { return };
        if let TestResult::Judged(judgement) = result
            && judgement.usage.wall >= order::LONG
        {
            let millis = u64::try_from(judgement.usage.wall.as_millis()).unwrap_or(u64::MAX);
            self.lengths.push((length_name(self.plan, solution, test), millis.to_le_bytes().to_vec()));
        }
        let planned = &self.plan.solutions[solution];
        let test = &*planned.tests[test];
        let room = page.room(planned, test);
        if let TestResult::Judged(judgement) = result
            && is_certain(judgement, &room.limits, self.alone)
            && let Some(key) = name(self.memo, &room.name, test)
        {
            page.fresh.push(Fresh { test, key, value: bytes::write_judgement(judgement) });
        }
        page.open -= 1;
        if page.open == 0 {
            let mut fresh = std::mem::take(&mut page.fresh);
            fresh.retain(|fresh| self.memo.unchanged(&[&fresh.test.input, &fresh.test.answer]));
            self.memo.keep(page.program, fresh.into_iter().map(|fresh| (fresh.key, fresh.value)));
        }
    }
}

impl Drop for Notebook<'_> {
    /// Once for the whole run: two harnesses that write at the same time wait for each other.
    fn drop(&mut self) {
        if !self.lengths.is_empty() {
            let mut section = self.memo.store.blank(LENGTHS, &Memo::lengths());
            for (key, value) in self.lengths.drain(..) {
                section.add(key, value);
            }
            self.memo.store.keep(&mut section);
        }
    }
}

/// What the length of a run is kept under: names, so that it is still known when the program has changed.
fn length_name(plan: &Plan, solution: usize, test: usize) -> Key {
    let planned = &plan.solutions[solution];
    Key::of(&[&planned.solution.id.to_string(), &planned.tests[test].id.to_string()], b"")
}

fn page<'a>(memo: &Memo, context: &Context<'a>, solution: usize) -> Option<Page<'a>> {
    let planned = &context.plan.solutions[solution];
    let program = match &context.builds[solution] {
        Ok(Built::Ready { program, .. }) => program,
        Ok(Built::Rejected { .. } | Built::Interrupted) | Err(_) => return None,
    };
    // Debug forms are complete, and only as stable as they need to be: another harness has another ground.
    let judging = match &planned.problem.judging {
        Judging::Compare(comparison) => format!("{comparison:?}"),
        Judging::Checker(spec) | Judging::Interactor(spec) => {
            let tool = context.tools.get(&spec.file).ok()?;
            let kind = if matches!(planned.problem.judging, Judging::Checker(_)) { "checker" } else { "interactor" };
            let how = (tool.key, spec.protocol, spec.file.file_name(), &spec.args, planned.problem.passes);
            format!("{kind} {how:?}")
        }
    };
    let room = |limits: &Limits, worth: Worth| {
        let limits = program.limits(limits);
        let terms = format!("{limits:?} {worth:?}");
        let name = memo.key(&[b"result", program.key.as_bytes(), terms.as_bytes(), judging.as_bytes()])?;
        Some(Room { name, limits })
    };
    let groups = planned.problem.groups.iter().zip(&planned.group_limits);
    let groups = groups.map(|(group, limits)| room(limits, group.worth()));
    let rooms: Option<Vec<Room>> = std::iter::once(room(&planned.limits, Worth::Nothing)).chain(groups).collect();
    Some(Page { program, rooms: rooms?, fresh: Vec::new(), open: planned.tests.len() })
}

/// What the result of a test is kept under.
fn name(memo: &Memo, room: &Key, test: &Test) -> Option<Key> {
    let (input, answer) = (memo.content(&test.input)?, memo.content(&test.answer)?);
    Some(Key::of_parts([&room.as_bytes()[..], input.as_bytes(), answer.as_bytes()]))
}

/// Whether the same run would be judged the same again, as far as times and memory tell.
fn is_certain(judgement: &Judgement, limits: &Limits, alone: bool) -> bool {
    let near = |used: Duration, limit: Duration| used.abs_diff(limit) * 10 <= limit;
    let usage = &judgement.usage;
    match judgement.verdict {
        // Confirmed alone, and stopped by the clock or as far over as it was let run.
        Verdict::TimeLimit => {
            (judgement.retimed || alone) && (usage.cpu >= retime::extended(limits.cpu) || !near(usage.cpu, limits.cpu))
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

/// The content of the running program: another build of the harness may judge otherwise.
fn own_content(store: &mut Store, hashes: &mut FileHashes) -> Option<Key> {
    let path = env::current_exe().ok()?;
    // The file may have been replaced since it was started. Where the system still gives the running one, that one is hashed.
    let running = Path::new("/proc/self/exe");
    let replaced = running.exists() && Stamp::of(running).ok() != Stamp::of(&path).ok();
    let hashed = hashes.of(store, if replaced { running } else { &path }).ok()?;
    hashes.keep(store);
    Some(hashed.key)
}

/// The processor and the kernel: times of another machine are not this one's, also where several share a home folder.
fn machine() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let kernel = read("/proc/sys/kernel/osrelease");
    format!("{} {} {} {}", env::consts::OS, env::consts::ARCH, processor(), kernel.trim())
}

/// The processor's model, as far as it is known: `AMD EPYC 7R13 Processor`.
pub fn processor() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
    model.map_or_else(|| env::consts::ARCH.to_owned(), |(_, model)| model.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{ByteSize, Usage};

    fn check(verdict: Verdict, cpu: u64, wall: u64, memory: u64, retimed: bool, certain: bool) {
        let usage =
            Usage { cpu: Duration::from_millis(cpu), wall: Duration::from_millis(wall), memory: ByteSize::mib(memory) };
        let judgement = Judgement {
            verdict,
            usage,
            points: None,
            note: None,
            checker_cpu: None,
            retimed,
            cached: false,
            evidence: None,
        };
        // 1 s, 3 s on the clock, 256 MiB.
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
        let judgement = Judgement {
            verdict: Verdict::TimeLimit,
            usage,
            note: None,
            points: None,
            checker_cpu: None,
            retimed: false,
            cached: false,
            evidence: None,
        };
        assert!(is_certain(&judgement, &Limits::default(), true));
    }
}
