//! A sandbox that plays a script, for tests of the code on top of it: no processes, no clocks.
//!
//! The outcome of a run is looked up by the program's file name and its standard input. Gates,
//! which are plain channels, let a test decide when a run ends. The diary records the order in
//! which runs started, and on which cores.

use sandbox::{
    Cancel, CapturedStream, Cell, CompletedPair, CompletedRun, Descent, Error, Exec, Exit, Level, Outcome, Partner,
    Sandbox, Side, Stdin, StopReason, Terms, Usage,
};
use std::collections::HashMap;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The outcome of a scripted run.
#[derive(Clone, Debug)]
pub enum Scene {
    Completes(Take),
    Fails(Error),
    /// A bug of ours: the worker panics.
    Panics(String),
}

/// A finished run, to be played.
#[derive(Clone, Debug)]
pub struct Take {
    pub outcome: Outcome,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The files that it leaves in its scratch folder, by path within it. Folders are created as
    /// needed.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Take {
    /// Ends well after 1 ms of CPU time and 1 MiB, having written `stdout`.
    pub fn writes(stdout: impl Into<Vec<u8>>) -> Take {
        let outcome = Outcome {
            exit: Exit::Code(0),
            stopped: None,
            usage: Usage { cpu: Duration::from_millis(1), wall: Duration::from_millis(2), memory: 1 << 20 },
            memory_refused: false,
            starved: false,
            task_refused: None,
            start: sandbox::Start::Exec,
            stdout_bytes: 0,
            stderr_bytes: 0,
        };
        Take { outcome, stdout: stdout.into(), stderr: Vec::new(), files: Vec::new() }
    }

    /// Ends with `exit`, having written nothing.
    pub fn exits(exit: Exit) -> Take {
        let mut take = Take::writes("");
        take.outcome.exit = exit;
        take
    }

    /// Is killed for `stopped`.
    pub fn is_stopped(stopped: StopReason) -> Take {
        let mut take = Take::exits(Exit::Signal(9));
        take.outcome.stopped = Some(stopped);
        take
    }

    #[must_use]
    pub fn cpu(mut self, cpu: Duration) -> Take {
        self.outcome.usage.cpu = cpu;
        self.outcome.usage.wall = self.outcome.usage.wall.max(cpu);
        self
    }

    #[must_use]
    pub fn says(mut self, stderr: impl Into<Vec<u8>>) -> Take {
        self.stderr = stderr.into();
        self
    }

    #[must_use]
    pub fn leaves(mut self, file: &str, content: impl Into<Vec<u8>>) -> Take {
        self.files.push((file.to_owned(), content.into()));
        self
    }

    /// What becomes of it where it is given this much CPU time: no run that ends by itself took
    /// more. The outcome of a stopped one is scripted, since a stop may come late.
    fn within(mut self, cpu: Duration) -> Take {
        if self.outcome.stopped.is_none() && self.outcome.usage.cpu > cpu {
            self.outcome.usage.cpu = cpu;
            self.outcome.exit = Exit::Signal(9);
            self.outcome.stopped = Some(StopReason::Cpu);
        }
        self
    }

    /// The finished run of a cell without a scratch folder.
    pub fn completed(&self) -> CompletedRun {
        self.play(None).unwrap()
    }

    fn play(&self, scratch: Option<&Path>) -> io::Result<CompletedRun> {
        for (file, content) in &self.files {
            let scratch = scratch.ok_or_else(|| io::Error::other("a program without a scratch folder cannot write"))?;
            let path = scratch.join(file);
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            std::fs::write(path, content)?;
        }
        let mut outcome = self.outcome.clone();
        outcome.stdout_bytes = outcome.stdout_bytes.max(self.stdout.len() as u64);
        outcome.stderr_bytes = outcome.stderr_bytes.max(self.stderr.len() as u64);
        Ok(CompletedRun { outcome, stdout: captured(&self.stdout)?, stderr: captured(&self.stderr)? })
    }
}

fn captured(bytes: &[u8]) -> io::Result<CapturedStream> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(CapturedStream { file: file.into(), len: bytes.len() as u64 })
}

/// One run that was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartedRun {
    /// File name of the program.
    pub program: String,
    pub stdin: Stdin,
    /// The core that the cell was opened for.
    pub core: Option<usize>,
    pub exec: Exec,
}

/// Lets one run end. Dropping it does the same.
pub struct Gate(#[allow(dead_code)] Sender<()>);

type Key = (String, Option<PathBuf>);

struct Script {
    scenes: HashMap<Key, Vec<Scene>>,
    gates: HashMap<Key, Receiver<()>>,
    diary: Vec<StartedRun>,
    watchers: Vec<Sender<StartedRun>>,
    cells: Vec<Option<usize>>,
    unfit: Option<Error>,
    level: Level,
    /// The level falls to this one when this program runs on this standard input.
    fall: Option<(Key, Level)>,
    descent: Option<Descent>,
    /// The most threads and processes that the machine starts.
    starts: u32,
}

/// Cheap to clone. All clones are the same sandbox, so a test can keep one and hand over another.
#[derive(Clone)]
pub struct FakeSandbox {
    script: Arc<Mutex<Script>>,
}

impl Default for FakeSandbox {
    fn default() -> FakeSandbox {
        FakeSandbox::new()
    }
}

impl FakeSandbox {
    /// Nothing scripted: every run fails with an error that says so.
    pub fn new() -> FakeSandbox {
        let script = Script {
            scenes: HashMap::new(),
            gates: HashMap::new(),
            diary: Vec::new(),
            watchers: Vec::new(),
            cells: Vec::new(),
            unfit: None,
            level: Level::Measured,
            fall: None,
            descent: None,
            starts: u32::MAX,
        };
        FakeSandbox { script: Arc::new(Mutex::new(script)) }
    }

    /// Scripts `program` (a file name) on `stdin`, or on any standard input if that is `None`. Each
    /// further call adds a scene. The scenes play in order, and the last one repeats.
    pub fn on(&self, program: &str, stdin: Option<&str>, scene: Scene) -> &FakeSandbox {
        self.lock().scenes.entry(key(program, stdin)).or_default().push(scene);
        self
    }

    /// Keeps the next run of `program` on `stdin` from ending until the gate is dropped or the run
    /// is cancelled.
    #[must_use]
    pub fn gate(&self, program: &str, stdin: Option<&str>) -> Gate {
        let (sender, receiver) = channel();
        self.lock().gates.insert(key(program, stdin), receiver);
        Gate(sender)
    }

    /// Sends an entry for every run that starts from now on.
    pub fn watch(&self) -> Receiver<StartedRun> {
        let (sender, receiver) = channel();
        self.lock().watchers.push(sender);
        receiver
    }

    /// From now on no cell can be opened.
    pub fn refuse_cells(&self, error: Error) {
        self.lock().unfit = Some(error);
    }

    /// Runs programs at `from` until `program` runs on `stdin`. From then on that worker runs them
    /// at `to`.
    pub fn fall(&self, [from, to]: [Level; 2], program: &str, stdin: &str) {
        let mut script = self.lock();
        (script.level, script.fall) = (from, Some((key(program, Some(stdin)), to)));
    }

    /// A machine that starts `tasks` threads and processes at most.
    pub fn starts_at_most(&self, tasks: u32) {
        self.lock().starts = tasks;
    }

    /// The runs that were started, in that order.
    pub fn diary(&self) -> Vec<StartedRun> {
        self.lock().diary.clone()
    }

    /// The cores that cells were opened for, in that order.
    pub fn cells(&self) -> Vec<Option<usize>> {
        self.lock().cells.clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key(program: &str, stdin: Option<&str>) -> Key {
    (program.into(), stdin.map(PathBuf::from))
}

impl Sandbox for FakeSandbox {
    fn level(&self) -> Level {
        self.lock().level
    }

    fn descent(&self) -> Option<Descent> {
        self.lock().descent.clone()
    }

    fn starts(&self, tasks: u32) -> bool {
        tasks <= self.lock().starts
    }

    fn open(&self, core: Option<usize>) -> Result<Box<dyn Cell>, Error> {
        let mut script = self.lock();
        if let Some(error) = &script.unfit {
            return Err(error.clone());
        }
        script.cells.push(core);
        Ok(Box::new(FakeCell { sandbox: self.clone(), core, level: script.level }))
    }
}

struct FakeCell {
    sandbox: FakeSandbox,
    core: Option<usize>,
    level: Level,
}

impl Cell for FakeCell {
    fn forget(&mut self) {}

    fn level(&self) -> Level {
        self.level
    }

    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<CompletedRun>, Error> {
        if cancel.is_raised() {
            return Ok(None);
        }
        let program = exec.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stdin = match &exec.stdin {
            Stdin::Empty | Stdin::Captured(_) => None,
            Stdin::File(path) => Some(path.clone()),
        };
        let (scene, gate) = {
            let mut script = self.sandbox.lock();
            let entry =
                StartedRun { program: program.clone(), stdin: exec.stdin.clone(), core: self.core, exec: exec.clone() };
            script.watchers.retain(|watcher| watcher.send(entry.clone()).is_ok());
            script.diary.push(entry);
            let exact = (program.clone(), stdin);
            if let Some((_, to)) = script.fall.take_if(|(key, _)| *key == exact) {
                let why = Error::Level { level: script.level, reason: "it is gone".to_owned(), shortage: None };
                script.descent = Some(Descent { from: script.level, to, why });
                (script.level, self.level) = (to, to);
            }
            let any = (program.clone(), None);
            let scenes = if script.scenes.contains_key(&exact) {
                script.scenes.get_mut(&exact)
            } else {
                script.scenes.get_mut(&any)
            };
            let scene = scenes.map(|scenes| if scenes.len() > 1 { scenes.remove(0) } else { scenes[0].clone() });
            let gate = script.gates.remove(&exact).or_else(|| script.gates.remove(&any));
            (scene, gate)
        };
        while let Some(gate) = &gate {
            match gate.recv_timeout(Duration::from_millis(5)) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if cancel.is_raised() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        match scene {
            None => Err(missing(&exec.program, format!("no scene for {program} on {:?}", exec.stdin))),
            Some(Scene::Fails(error)) => Err(error),
            #[allow(clippy::panic)]
            Some(Scene::Panics(message)) => panic!("{message}"),
            Some(Scene::Completes(take)) => {
                let played = take.within(exec.limits.cpu).play(exec.scratch.as_deref());
                played.map(Some).map_err(|error| missing(&exec.program, error.to_string()))
            }
        }
    }

    /// Plays both scenes independently. Reports that the first program ended first, with an empty
    /// transcript.
    fn run_pair(
        &mut self,
        first: &Exec,
        second: &Exec,
        _: Terms,
        cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Error> {
        let (Some(first), Some(second)) = (self.run(first, cancel)?, self.run(second, cancel)?) else {
            return Ok(None);
        };
        Ok(Some(CompletedPair {
            first,
            second,
            ended_first: Some(Side::First),
            deadlock: false,
            transcript: Vec::new(),
            transcript_cut: false,
        }))
    }

    fn converse(&mut self, _: &Exec, _: Partner<'_>, _: &Cancel) -> Result<Option<CompletedRun>, Error> {
        unreachable!("no test plays against an interactor")
    }
}

/// An error that is not retried.
pub fn missing(program: &Path, why: String) -> Error {
    Error::Program { program: program.into(), source: Arc::new(io::Error::other(why)) }
}

/// An error of the cell.
pub fn broken(why: &str) -> Error {
    Error::Cells { program: "/fake".into(), reasons: vec![why.to_owned()] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandbox::{Limits, Profile};
    use std::os::unix::fs::FileExt;

    fn exec(program: &str, stdin: &str) -> Exec {
        let program = PathBuf::from("/bin").join(program);
        Exec { stdin: Stdin::File(stdin.into()), ..Exec::new(program, Profile::Solution, Limits::default()) }
    }

    #[test]
    fn the_exact_input_goes_before_any_and_the_last_scene_stays() {
        let fake = FakeSandbox::new();
        fake.on("p", None, Scene::Completes(Take::writes("any")));
        fake.on("p", Some("1"), Scene::Completes(Take::writes("one")));
        fake.on("p", Some("1"), Scene::Fails(broken("x")));
        let mut cell = fake.open(Some(1)).unwrap();
        let cancel = Cancel::new().unwrap();
        let mut text = |stdin| {
            let done = cell.run(&exec("p", stdin), &cancel).map(Option::unwrap)?;
            let mut bytes = vec![0; done.stdout.len as usize];
            done.stdout.file.read_exact_at(&mut bytes, 0).unwrap();
            Ok::<_, Error>(String::from_utf8(bytes).unwrap())
        };
        assert_eq!(text("2").unwrap(), "any");
        assert_eq!(text("1").unwrap(), "one");
        assert!(text("1").is_err() && text("1").is_err());
        assert_eq!(fake.diary().len(), 4);
        assert_eq!((fake.cells(), fake.diary()[0].core), (vec![Some(1)], Some(1)));
    }

    #[test]
    fn a_gated_run_ends_when_the_gate_drops_or_the_run_is_cancelled() {
        let fake = FakeSandbox::new();
        fake.on("p", None, Scene::Completes(Take::writes("")));
        let started = fake.watch();
        for by_cancel in [false, true] {
            let gate = fake.gate("p", Some("1"));
            let cancel = Cancel::new().unwrap();
            let mut cell = fake.open(None).unwrap();
            let other = cancel.clone();
            let run = std::thread::spawn(move || cell.run(&exec("p", "1"), &other).unwrap().is_some());
            started.recv().unwrap();
            if by_cancel {
                cancel.raise();
                assert!(!run.join().unwrap());
                drop(gate);
            } else {
                drop(gate);
                assert!(run.join().unwrap());
            }
        }
    }
}
