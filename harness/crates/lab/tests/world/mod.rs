//! Programs that are functions, in a sandbox that calls them.

use engine::build::{BuildOutcome, Cache, Languages, Program, SourceFile, Staging};
use engine::cell;
use engine::run::{Builds, Crowding, LimitTrouble, OpenLimits, Ports, Runner, Settings, Sink};
use lab::hunt::{Bounds, Hunt, Outcome, Until, hunt};
use lab::source::{Corpus, Source};
use model::{
    Diagnostic, Event, Fault, Key, Language, Limits, MeasuredLimit, Problem, ProblemId, Progress, Solution, SolutionId,
};
use sandbox::{
    Cancel, CapturedStream, Cell, CompletedPair, CompletedRun, Error, Exec, Exit, Level, Outcome as Facts, Partner,
    Sandbox, Stdin, StopReason, Terms, Usage,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The end of a program's run.
pub enum Ran {
    Prints(String),
    /// Prints, and takes this many milliseconds.
    PrintsAfter(String, u64),
    Crash,
    /// It is stopped at the time limit.
    Slow,
    /// Ctrl-C comes while it runs.
    Interrupted,
}

pub fn prints(value: impl std::fmt::Display) -> Ran {
    Ran::Prints(format!("{value}\n"))
}

pub fn numbers(input: &[u8]) -> Vec<i64> {
    String::from_utf8_lossy(input).split_whitespace().map(|word| word.parse().unwrap()).collect()
}

type Function = fn(&[u8]) -> Ran;
type Maker = fn(&[String]) -> Vec<u8>;

/// A problem whose solutions are functions; the first is right.
pub struct World {
    programs: Vec<(&'static str, Function)>,
    pub generator: Option<Maker>,
    pub jobs: usize,
    pub crowding: fn() -> Crowding,
    /// Each run of a program, and the CPU time that it was given.
    runs: Arc<Mutex<Vec<(String, Duration)>>>,
}

impl World {
    pub fn new(programs: &[(&'static str, Function)]) -> World {
        World {
            programs: programs.to_vec(),
            generator: None,
            jobs: 2,
            crowding: || Crowding::NONE,
            runs: Arc::default(),
        }
    }

    /// Hunts without a clock. `change` adjusts the hunt.
    pub fn hunt(&self, source: Source, until: Until, change: impl FnOnce(&mut Hunt)) -> Outcome {
        let solutions = self.solutions();
        let mut wanted = Hunt {
            problem: Arc::new(problem()),
            right: vec![Arc::clone(&solutions[0])],
            suspects: solutions[1..].to_vec(),
            source: Some(source),
            corpus: Corpus::default(),
            grammar: None,
            seed: 7,
            from: 0,
            bounds: Bounds { time: None, inputs: Some(20_000), bytes: 1 << 16 },
            until,
            shrink: Duration::from_secs(3600),
            reference_in_time: false,
            clearly_slow: false,
            weak: BTreeSet::new(),
        };
        change(&mut wanted);
        self.with_runner(|runner| hunt(runner, &wanted, &mut Nobody, &mut |_| {}))
    }

    /// The CPU time, in milliseconds, that each run of this program was given.
    pub fn given(&self, program: &str) -> Vec<u128> {
        let runs = self.runs.lock().unwrap();
        runs.iter().filter(|(name, _)| name == program).map(|(_, cpu)| cpu.as_millis()).collect()
    }

    fn solutions(&self) -> Vec<Arc<Solution>> {
        self.programs.iter().map(|(name, _)| Arc::new(solution(name))).collect()
    }

    fn with_runner<T>(&self, work: impl FnOnce(&Runner<'_>) -> T) -> T {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(folder.path()).unwrap();
        let (builds, cancel) = (NamedBounds(cache, Languages::built_in().unwrap()), Cancel::new().unwrap());
        let ports = Ports { sandbox: self, builds: &builds, limits: &Nobody };
        let settings = Settings { jobs: self.jobs, crowding: self.crowding, ..Settings::default() };
        work(&Runner::new(ports, settings, Path::new("/"), &cancel).unwrap())
    }
}

fn problem() -> Problem {
    let limits = Limits::default();
    Problem {
        title: String::new(),
        limits: limits.clone(),
        tool_limits: limits,
        ..Problem::new(ProblemId::parse("sum").unwrap())
    }
}

fn solution(name: &str) -> Solution {
    let problem = ProblemId::parse("sum").unwrap();
    let id = SolutionId { problem, label: Some(name.into()), extension: "rs".into() };
    Solution::new(id, Language("rust".into()), PathBuf::from(format!("/{name}.rs")), format!("{name}.rs"))
}

struct Nobody;

impl Sink for Nobody {
    fn event(&mut self, _: &Event) {}
    fn progress(&mut self, _: &Progress) {}
}

impl OpenLimits for Nobody {
    fn package(&self, problem: &Arc<Problem>) -> (Arc<Problem>, Vec<Arc<Solution>>) {
        (Arc::clone(problem), Vec::new())
    }

    fn remembered(&self, _: &Problem) -> Option<MeasuredLimit> {
        None
    }

    fn keep(&self, _: &Problem, _: &MeasuredLimit) -> Result<(), LimitTrouble> {
        Ok(())
    }

    fn words(&self, _: &Problem, _: &LimitTrouble) -> Option<Diagnostic> {
        None
    }
}

/// Builds nothing: a program is called by the name of its source.
struct NamedBounds(Cache, Languages);

impl Builds for NamedBounds {
    fn home(&self) -> beneath::Home {
        beneath::Home::everything()
    }

    fn build(&self, source: &SourceFile, _: &mut cell::Cell<'_>) -> Result<BuildOutcome, Fault> {
        let name = source.path.with_extension("");
        let program = Program::native(Key::of(&[&name.to_string_lossy()], b""), name);
        Ok(BuildOutcome::Ready { program, took: Duration::ZERO, cached: true, warnings: String::new() })
    }

    fn label(&self, language: &Language) -> Option<String> {
        Some(language.to_string())
    }

    fn languages(&self) -> &Languages {
        &self.1
    }

    fn scratch(&self) -> Result<Staging, Fault> {
        self.0.stage()
    }
}

impl Sandbox for World {
    fn level(&self) -> Level {
        Level::Measured
    }

    fn starts(&self, _: u32) -> bool {
        true
    }

    fn open(&self, _: Option<usize>) -> Result<Box<dyn Cell>, Error> {
        let (programs, generator, runs) = (self.programs.clone(), self.generator, Arc::clone(&self.runs));
        Ok(Box::new(Caller { programs, generator, runs }))
    }
}

struct Caller {
    programs: Vec<(&'static str, Function)>,
    generator: Option<Maker>,
    runs: Arc<Mutex<Vec<(String, Duration)>>>,
}

impl Cell for Caller {
    fn forget(&mut self) {}

    fn level(&self) -> Level {
        Level::Measured
    }

    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<CompletedRun>, Error> {
        let input = match &exec.stdin {
            Stdin::Empty => Vec::new(),
            Stdin::File(path) => std::fs::read(path).unwrap(),
            Stdin::Captured(captured) => captured.bytes(u64::MAX).unwrap(),
        };
        let name = exec.program.file_name().unwrap().to_string_lossy().into_owned();
        self.runs.lock().unwrap().push((name.clone(), exec.limits.cpu));
        let ran = if name == "generator" {
            let words: Vec<String> = exec.args.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            Ran::Prints(String::from_utf8(self.generator.unwrap()(&words)).unwrap())
        } else {
            let program = self.programs.iter().find(|(other, _)| *other == name);
            program.unwrap_or_else(|| panic!("no program {name}")).1(&input)
        };
        if let Ran::Interrupted = ran {
            cancel.raise();
            return Ok(None);
        }
        Ok(Some(completed(&ran, &exec.limits)))
    }

    fn run_pair(&mut self, _: &Exec, _: &Exec, _: Terms, _: &Cancel) -> Result<Option<CompletedPair>, Error> {
        unreachable!("there is no interactor")
    }

    fn converse(&mut self, _: &Exec, _: Partner<'_>, _: &Cancel) -> Result<Option<CompletedRun>, Error> {
        unreachable!("there is no interactor")
    }
}

/// Who takes longer than it may is stopped.
fn completed(ran: &Ran, limits: &sandbox::Limits) -> CompletedRun {
    let most = limits.cpu.min(limits.wall);
    let stop = if most == limits.cpu { StopReason::Cpu } else { StopReason::Wall };
    let stopped = ("", Exit::Signal(9), Some(stop), most + Duration::from_millis(1));
    let (text, exit, stopped, cpu) = match ran {
        Ran::PrintsAfter(_, cpu) if Duration::from_millis(*cpu) > most => stopped,
        Ran::PrintsAfter(text, cpu) => (text.as_str(), Exit::Code(0), None, Duration::from_millis(*cpu)),
        Ran::Prints(text) => (text.as_str(), Exit::Code(0), None, Duration::from_millis(1)),
        Ran::Crash => ("", Exit::Signal(11), None, Duration::from_millis(1)),
        Ran::Slow | Ran::Interrupted => stopped,
    };
    let usage = Usage { cpu, wall: cpu * 2, memory: 1 << 20 };
    let stdout_bytes = text.len() as u64;
    let start = sandbox::Start::Exec;
    let outcome = Facts {
        exit,
        stopped,
        usage,
        memory_refused: false,
        starved: false,
        task_refused: None,
        stdout_bytes,
        stderr_bytes: 0,
        start,
    };
    CompletedRun {
        outcome,
        stdout: CapturedStream::of(text.as_bytes()).unwrap(),
        stderr: CapturedStream::of(b"").unwrap(),
    }
}
