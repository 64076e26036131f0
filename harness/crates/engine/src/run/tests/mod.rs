//! Whole runs on the scripted sandbox: no processes, no clocks. Gates decide what happens first.

mod ahead;
mod builds;
mod cancel;
mod elsewhere;
mod equal;
mod fail_fast;
mod faults;
mod grammars;
mod infer;
mod lazy;
mod limits;
mod loops;
mod order;
mod problems;
mod programs;
mod remembered;
mod schedule;
mod timing;
mod validators;

use super::*;
use crate::build::{self, Cache, Program};
use crate::fake::{self, FakeSandbox, Gate, Scene, StartedRun, Take};
use crate::store::{Key, STORE_LIMIT, Store};
use model::{
    ByteSize, Comparison, EffectiveLimits, FaultKind, Judging, LanguageShare, Limits, MeasuredLimit, Problem,
    ProblemId, ProgramSpec, Protocol, Rule, SkipReason, Solution, SolutionId, Test, TestId, TimeAllowed, TimeFactor,
    Verdict,
};
use sandbox::{Error, Exit, Level, Stdin, StopReason};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

const MS: fn(u64) -> Duration = Duration::from_millis;

/// What a program writes when it is right: the content of every answer file.
const RIGHT: &str = "yes\n";
const COMPILER: &str = "compiler";

/// A workspace of one problem, `p`, with tests on disk and programs that exist only in the script.
/// Unless scripted otherwise, every program is built, and every run writes [`RIGHT`] after 1 ms.
struct Stage {
    folder: tempfile::TempDir,
    fake: FakeSandbox,
    builds: FakeBuilds,
    plan: Plan,
    cancel: Cancel,
    settings: Settings,
    /// The time limit that was measured.
    stored: Mutex<Option<MeasuredLimit>>,
}

/// The compilers: one run of `compiler` on the source, and a program of the source's stem.
struct FakeBuilds {
    cache: Cache,
    /// Other outcomes, by stem. Everything else is built.
    odd: HashMap<String, Result<BuildOutcome, Fault>>,
    /// Whether everything was built before, so that no compiler runs.
    cached: bool,
    /// The factor of all programs.
    time_factor: f64,
    /// All that the language of all programs has, if it is more than that.
    share: Option<LanguageShare>,
    languages: Languages,
    /// Whether it pays to run this before many files are compiled.
    header: Option<&'static str>,
}

impl FakeBuilds {
    /// From now on programs can show where they crashed.
    fn diagnose(&mut self) {
        self.languages.entries.iter_mut().for_each(|entry| entry.diagnose = vec!["-g".to_owned()]);
    }
}

/// `rs`, and `py`, which is optional: both without factors, and without a diagnosis.
fn languages() -> Languages {
    let all = Languages::built_in().unwrap();
    let entry = |id: &str, of: &str, optional| build::LanguageEntry {
        id: id.to_owned(),
        extensions: vec![id.to_owned()],
        optional,
        diagnose: Vec::new(),
        processes: 1,
        time_factor: 1.0,
        memory_extra: 0,
        ..all.get(&Language(of.into())).unwrap().clone()
    };
    Languages { entries: vec![entry("rs", "rust", false), entry("py", "python", true)] }
}

impl Builds for FakeBuilds {
    fn build(&self, source: &SourceFile, cell: &mut Cell<'_>) -> Result<BuildOutcome, Fault> {
        let stem = source.path.file_stem().unwrap().to_str().unwrap();
        if !self.cached {
            let compiler = Program::native(Key::of(&[COMPILER], b""), Path::new("/fake").join(COMPILER));
            let limits = EffectiveLimits::of_tool(&Limits::default(), &compiler.share);
            let exec = compiler.exec(Stdin::File(source.path.clone()), &limits);
            if cell.run(&exec)?.is_none() {
                return Ok(BuildOutcome::Interrupted);
            }
        }
        if let Some(odd) = self.odd.get(stem) {
            return odd.clone();
        }
        let mut program = Program::native(Key::of(&["fake", stem], b""), Path::new("/fake").join(stem));
        program.share.time = self.time_factor;
        program.share = self.share.clone().unwrap_or(program.share);
        Ok(BuildOutcome::Ready { program, took: Duration::ZERO, cached: self.cached, warnings: String::new() })
    }

    fn prepare(&self, sources: &[SourceFile], _: usize, cell: &mut Cell<'_>) {
        if let Some(header) = self.header.filter(|_| !sources.is_empty()) {
            let program = Program::native(Key::of(&[header], b""), Path::new("/fake").join(header));
            let limits = EffectiveLimits::of_tool(&Limits::default(), &program.share);
            cell.run(&program.exec(Stdin::Empty, &limits)).unwrap();
        }
    }

    fn label(&self, language: &Language) -> Option<String> {
        Some(format!("{language} 1.0"))
    }

    fn home(&self) -> Home {
        Home::everything()
    }

    fn languages(&self) -> &Languages {
        &self.languages
    }

    fn scratch(&self) -> Result<Staging, Fault> {
        self.cache.stage()
    }
}

impl Stage {
    /// `solutions` are file names (`p.rs`, `p--slow.rs`), `tests` names within `secret`. Two
    /// workers.
    fn new(solutions: &[&str], tests: &[&str]) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("testdata/p/secret")).unwrap();
        let test = |name: &&str| {
            let file = |extension: &str| root.join(format!("testdata/p/secret/{name}.{extension}"));
            fs::write(file("in"), format!("input {name}\n")).unwrap();
            fs::write(file("ans"), RIGHT).unwrap();
            Arc::new(Test::new(TestId(format!("secret/{name}").into()), file("in"), file("ans")))
        };
        let tests: Vec<_> = tests.iter().map(test).collect();
        let problem = Arc::new(Problem {
            title: "P".to_owned(),
            tests: tests.clone(),
            dir: root.join("problems/p"),
            ..Problem::new(ProblemId::parse("p").unwrap())
        });
        let planned = |file: &&str| {
            let (stem, extension) = file.rsplit_once('.').unwrap();
            let id = SolutionId::parse(stem, extension).unwrap();
            let path = root.join("solutions").join(file);
            let display = format!("solutions/{file}");
            let solution = Arc::new(Solution::new(id, Language(extension.into()), path, display));
            let (problem, tests) = (Arc::clone(&problem), tests.clone());
            PlannedSolution { problem, solution, tests, time: TimeAllowed::Limit(TimeFactor::default()) }
        };
        let plan = Plan { solutions: solutions.iter().map(planned).collect() };
        let fake = FakeSandbox::new();
        for planned in &plan.solutions {
            fake.on(&planned.solution.id.stem(), None, writes(RIGHT));
        }
        fake.on(COMPILER, None, writes(""));
        let cache = Cache::open(&root.join("cache")).unwrap();
        Stage {
            stored: Mutex::default(),
            fake,
            builds: FakeBuilds {
                cache,
                odd: HashMap::new(),
                cached: false,
                time_factor: 1.0,
                share: None,
                languages: languages(),
                header: None,
            },
            plan,
            cancel: Cancel::new().unwrap(),
            settings: Settings { jobs: 2, crowding: || Crowding::NONE, ..Settings::default() },
            folder,
        }
    }

    fn jobs(mut self, jobs: usize) -> Stage {
        self.settings.jobs = jobs;
        self
    }

    fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Scripts a program on one test. Called several times, it scripts one run after the other.
    fn on(&self, program: &str, test: &str, scene: Scene) -> &Stage {
        self.fake.on(program, Some(&self.input(test)), scene);
        self
    }

    fn gate(&self, program: &str, test: &str) -> Gate {
        self.fake.gate(program, Some(&self.input(test)))
    }

    fn input(&self, test: &str) -> String {
        self.root().join(format!("testdata/p/secret/{test}.in")).to_str().unwrap().to_owned()
    }

    /// Adds `//@ expect: …` to the solution with this index.
    fn expect(&mut self, solution: usize, verdicts: &[Verdict]) {
        let rule = Rule { tests: None, verdicts: verdicts.iter().copied().collect(), ..Rule::default() };
        Arc::make_mut(&mut self.plan.solutions[solution].solution).expectation.rules.push(rule);
    }

    fn change_problem(&mut self, change: impl Fn(&mut Problem)) {
        for planned in &mut self.plan.solutions {
            change(Arc::make_mut(&mut planned.problem));
        }
    }

    /// A program of the problem's own.
    fn spec(&self, file: &str, protocol: Protocol, args: &[&str]) -> ProgramSpec {
        let args = args.iter().map(|arg| (*arg).to_owned()).collect();
        let file = self.root().join("problems/p").join(file);
        ProgramSpec { protocol, file, args, accepts_answers: true }
    }

    /// A store of results in the stage's own folder.
    fn store(&self) -> Store {
        Store::open(&self.root().join("store"), STORE_LIMIT)
    }

    fn runner(&self) -> Runner<'_> {
        let ports = Ports { sandbox: &self.fake, builds: &self.builds, limits: self };
        Runner::new(ports, self.settings.clone(), self.root(), &self.cancel).unwrap()
    }

    fn run(&self) -> Transcript {
        self.run_hearing(|_| {})
    }

    /// `hear` gets every progress on the coordinator's thread, so it can open a gate when something
    /// else is done.
    fn run_hearing(&self, hear: impl FnMut(&Progress)) -> Transcript {
        self.run_with(Store::none(), hear)
    }

    fn run_with(&self, store: Store, hear: impl FnMut(&Progress)) -> Transcript {
        Self::heard(store, hear, |cache, listener| self.runner().execute(&self.plan, cache, listener))
    }

    /// The same, with the tests validated.
    fn judge_with(&self, store: Store, hear: impl FnMut(&Progress)) -> Transcript {
        Self::heard(store, hear, |cache, listener| self.runner().judge(&self.plan, Vec::new(), cache, listener))
    }

    fn heard<H: FnMut(&Progress)>(
        store: Store,
        hear: H,
        work: impl FnOnce(&mut ResultCache, &mut Listener<H>) -> Summary,
    ) -> Transcript {
        let mut listener = Listener { hear, printed: Vec::new(), progress: Vec::new() };
        let summary = work(&mut ResultCache::new(store, Level::Measured), &mut listener);
        let Listener { printed, progress, .. } = listener;
        Transcript { summary, printed, progress }
    }

    /// The runs of programs other than the compiler, as `program test`, in the order they were
    /// started.
    fn runs(&self) -> Vec<String> {
        let runs = self.fake.diary().into_iter().filter(|entry| entry.program != COMPILER);
        runs.map(|entry| format!("{} {}", entry.program, name(&entry))).collect()
    }

    /// How often a program was run on a test.
    fn times(&self, program: &str, test: &str) -> usize {
        self.runs().iter().filter(|run| **run == format!("{program} {test}")).count()
    }
}

/// The name of the test that a run reads.
fn name(entry: &StartedRun) -> String {
    match &entry.stdin {
        Stdin::Empty | Stdin::Captured(_) => "-".to_owned(),
        Stdin::File(path) => path.file_stem().unwrap().to_str().unwrap().to_owned(),
    }
}

struct Listener<H> {
    hear: H,
    printed: Vec<Event>,
    progress: Vec<Progress>,
}

impl<H: FnMut(&Progress)> Sink for Listener<H> {
    fn event(&mut self, event: &Event) {
        self.printed.push(event.clone());
    }

    fn progress(&mut self, progress: &Progress) {
        self.progress.push(progress.clone());
        (self.hear)(progress);
    }
}

/// What a run reported.
struct Transcript {
    summary: Summary,
    printed: Vec<Event>,
    progress: Vec<Progress>,
}

impl Transcript {
    fn solutions(&self) -> Vec<&record::SolutionRecord> {
        fn finished(event: &Event) -> Option<&record::SolutionRecord> {
            match event {
                Event::Finished(solution) => Some(solution),
                Event::Started(_) | Event::Compiler(_) | Event::Inferred(_) | Event::Diagnosed(_) | Event::Done(_) => {
                    None
                }
            }
        }
        self.printed.iter().filter_map(finished).collect()
    }

    fn test(&self, solution: usize, test: usize) -> &record::TestRecord {
        &self.solutions()[solution].tests[test]
    }

    fn fault(&self, solution: usize, test: usize) -> &Fault {
        let test = self.test(solution, test);
        test.fault.as_ref().unwrap_or_else(|| panic!("no fault: {test:?}"))
    }

    /// One line per solution, in the order they were reported: `p--slow.rs unmet .T`. Verdicts have
    /// their letters (accepted a dot), faults `!`, and skipped tests a small letter: `b` not built,
    /// `f` fail-fast, `i` interrupted, `t` no tool, `d` decided before.
    fn lines(&self) -> Vec<String> {
        let letter = |test: &record::TestRecord| match (test.skipped, test.verdict) {
            (Some(SkipReason::NotBuilt), _) => 'b',
            (Some(SkipReason::FailFast), _) => 'f',
            (Some(SkipReason::Interrupted), _) => 'i',
            (Some(SkipReason::NoTool), _) => 't',
            (Some(SkipReason::Decided), _) => 'd',
            (None, Some(verdict)) => verdict.letter(),
            (None, None) => '!',
        };
        let line = |solution: &&record::SolutionRecord| {
            let strip: String = solution.tests.iter().map(letter).collect();
            format!("{} {} {strip}", solution.short(), solution.status.name())
        };
        self.solutions().iter().map(line).collect()
    }
}

fn writes(output: &str) -> Scene {
    Scene::Completes(Take::writes(output))
}

/// Right, after this much CPU time.
fn takes(ms: u64) -> Scene {
    Scene::Completes(Take::writes(RIGHT).cpu(MS(ms)))
}

/// A failure of the sandbox that becomes a fault of this kind.
fn faults(kind: FaultKind) -> Scene {
    let source = Arc::new(std::io::Error::other("scripted"));
    Scene::Fails(match kind {
        FaultKind::MissingTool => fake::missing(Path::new("/fake"), "scripted".to_owned()),
        FaultKind::Content => Error::Input { path: "/fake".into(), source },
        FaultKind::Sandbox => fake::broken("scripted"),
        FaultKind::Build | FaultKind::Checker | FaultKind::Internal => unreachable!("no fault of a sandbox's"),
    })
}

fn panics() -> Scene {
    Scene::Panics("scripted".to_owned())
}

/// How many runs have been judged so far, if `progress` says so.
fn judged(progress: &Progress) -> Option<usize> {
    match progress {
        Progress::Running { done, .. } => Some(*done),
        Progress::Building { .. }
        | Progress::Validating { .. }
        | Progress::Generating { .. }
        | Progress::Measuring { .. }
        | Progress::Retiming { .. }
        | Progress::Begun { .. }
        | Progress::Judged { .. }
        | Progress::Ended { .. }
        | Progress::Waiting => None,
    }
}
