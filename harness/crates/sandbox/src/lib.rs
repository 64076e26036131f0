//! Runs one program, or two that talk to each other, under limits, measures it, and leaves nothing
//! of it behind.
//!
//! It reports facts ([`Outcome`]) and hands over what the program wrote. It judges nothing: it does
//! not know what a right output is. A failure on our side, such as a cell that cannot start or
//! clean up, is an [`Error`], never a fact about the program.

#![deny(missing_docs)]
#![cfg_attr(not(test), warn(unreachable_pub))]

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
compile_error!(
    "programs are run on Linux alone, on x86-64 and ARM64: elsewhere use WSL 2, a virtual machine or a container"
);

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::BorrowedFd;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// What a program is trusted with, beyond computing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Profile {
    /// A native program: no new processes, no exec, no files, no network. One thread unless
    /// `limits.processes` allows more.
    Solution,
    /// A managed language's runtime (JVM, Python): threads, large address-space reservations, reads
    /// its own runtime's files.
    Runtime,
    /// A runtime whose program may start processes and run any file it can see: a shell.
    Forking,
    /// A compiler, checker, generator: may start processes and write below its `scratch`.
    Tool,
}

/// Where standard input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stdin {
    /// Nothing: its end comes at once.
    Empty,
    /// Opened afresh, read-only, for this run.
    File(PathBuf),
    /// What another program wrote, from its beginning. Also opened afresh for this run.
    Captured(CapturedStream),
}

/// How a program is started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Start {
    /// Loaded for this run, by exec.
    #[default]
    Exec,
    /// Forked from a copy of itself that was loaded earlier and stopped before its own code:
    /// several times as fast, and just as contained. Where that is impossible (a level below
    /// `full`, a program without the [`stop`], more than one thread, a tool, a pair), the program
    /// is loaded anew; [`Outcome::start`] says which happened. CPU time does not include the
    /// loading, and memory does not include what only the loading touched.
    Fork,
}

/// One program to run, completely: nothing is inherited from the harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exec {
    /// Absolute path on this machine. A solution's file must not change while the cell is open: the
    /// cell holds it from run to run.
    pub program: PathBuf,
    /// Without `argv[0]`.
    pub args: Vec<OsString>,
    /// The whole environment.
    pub env: Vec<(OsString, OsString)>,
    /// What it reads from standard input.
    pub stdin: Stdin,
    /// What it is trusted with.
    pub profile: Profile,
    /// Files and folders it may read, beyond what every dynamic program needs (libc, the loader): a
    /// runtime, a tool chain, a test file. Visible under their own absolute paths.
    pub readable: Vec<PathBuf>,
    /// An existing folder it may write to; also its working directory. Visible under its own path.
    /// `None`: it cannot write at all and runs in an empty folder.
    pub scratch: Option<PathBuf>,
    /// Its working directory when it has no scratch folder, in place of the empty folder: one of
    /// `readable`.
    pub directory: Option<PathBuf>,
    /// What it may use.
    pub limits: Limits,
    /// Whether it may wait for a core beyond its time on the clock.
    pub core_wait: CoreWait,
    /// How it is started.
    pub start: Start,
    /// The arguments that make an interpreter stop before it begins the program; see [`stop`].
    /// Empty for a program with the stop linked in.
    pub serving: Vec<OsString>,
    /// Whether it may read the map of its own memory, in which a garbage collector looks for the
    /// end of its stack, and its own variables there, among which sanitizers look for their
    /// options. A runtime may anyway, where it has a `/proc`.
    pub own_maps: bool,
}

impl Exec {
    /// A program without arguments, environment, input or files of its own, on an idle machine.
    pub fn new(program: impl Into<PathBuf>, profile: Profile, limits: Limits) -> Exec {
        Exec {
            program: program.into(),
            args: Vec::new(),
            env: Vec::new(),
            stdin: Stdin::Empty,
            profile,
            readable: Vec::new(),
            scratch: None,
            directory: None,
            limits,
            core_wait: CoreWait::ALONE,
            start: Start::Exec,
            serving: Vec::new(),
            own_maps: false,
        }
    }

    /// How much time on the clock is allowed to a program that has used `cpu` of CPU time: its wall
    /// guard, plus the time it may have waited for a core meanwhile. A sleeper waits for no core,
    /// so it meets the same guard on any machine. Where the kernel reports how long the program
    /// really waited for a core, that time does not count either.
    pub fn wall_after(&self, cpu: Duration) -> Duration {
        wall_after(self.limits.wall, self.core_wait, cpu)
    }

    /// The most time on the clock that a run may take.
    fn longest(&self) -> Duration {
        self.wall_after(self.limits.cpu).saturating_add(longest_queue(self.limits.wall))
    }
}

/// The most time spent queuing for a core that is left out of the time on the clock. The bound
/// makes every run end, even on a machine that never gives it a core.
fn longest_queue(wall: Duration) -> Duration {
    wall.saturating_mul(9)
}

fn wall_after(wall: Duration, core_wait: CoreWait, cpu: Duration) -> Duration {
    wall.saturating_add(cpu.saturating_mul(core_wait.others()))
}

/// What is left of `wall`, which began as the guard `guard`, after `elapsed`. `queued`, the time
/// spent waiting for a core, is asked for only when nothing is left otherwise. Waiting for a core
/// is neither sleeping nor computing.
fn wall_left(guard: Duration, wall: Duration, elapsed: Duration, queued: impl FnOnce() -> Duration) -> Duration {
    match wall.saturating_sub(elapsed) {
        Duration::ZERO => wall.saturating_add(queued().min(longest_queue(guard))).saturating_sub(elapsed),
        left => left,
    }
}

/// What a program wrote to one stream, held outside the heap, cut at the output limit. Cheap to
/// clone: all clones are the same stream.
#[derive(Clone, Debug)]
pub struct CapturedStream {
    /// A memory file. Its position is arbitrary: use positioned reads.
    pub file: Arc<File>,
    /// Bytes in `file`. When more were written, [`Outcome::stdout_bytes`] has the total.
    pub len: u64,
}

impl CapturedStream {
    /// Its last 4 KiB. Empty if they cannot be read.
    fn tail(&self) -> Vec<u8> {
        let length = self.len.min(4096);
        let mut bytes = vec![0; length as usize];
        match self.file.read_exact_at(&mut bytes, self.len - length) {
            Ok(()) => bytes,
            Err(_) => Vec::new(),
        }
    }

    /// Makes a stream of `bytes`: an input that was never a file.
    ///
    /// # Errors
    /// When no memory or no descriptor is left for it.
    pub fn of(bytes: &[u8]) -> Result<CapturedStream, Error> {
        let file = linux::memory_file(bytes).map_err(|error| Error::system("cannot make a memory file", error))?;
        Ok(CapturedStream { file: Arc::new(file), len: bytes.len() as u64 })
    }

    /// Reads its first `bound` bytes.
    ///
    /// # Errors
    /// When the memory file cannot be read.
    pub fn bytes(&self, bound: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut file = &*self.file;
        file.seek(SeekFrom::Start(0))?;
        file.take(bound.min(self.len)).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// [`CapturedStream::bytes`] as text, for messages. If it cannot be read, the text says so.
    pub fn words(&self, bound: u64) -> String {
        match self.bytes(bound) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => format!("(its words could not be read: {error})\n"),
        }
    }
}

/// Makes an empty file in memory, for what needs a file and no disk.
///
/// # Errors
/// When no memory or no descriptor is left for it.
pub fn blank_file() -> Result<File, Error> {
    linux::blank_file().map_err(|error| Error::system("cannot make a memory file", error))
}

/// Equal when they are the same stream, not merely the same bytes.
impl PartialEq for CapturedStream {
    fn eq(&self, other: &CapturedStream) -> bool {
        Arc::ptr_eq(&self.file, &other.file)
    }
}

impl Eq for CapturedStream {}

/// A finished run.
#[derive(Debug)]
pub struct CompletedRun {
    /// What happened.
    pub outcome: Outcome,
    /// What it wrote to standard output.
    pub stdout: CapturedStream,
    /// What it wrote to standard error.
    pub stderr: CapturedStream,
}

/// Two programs that talked to each other: each one's stdout was the other's stdin.
#[derive(Debug)]
pub struct CompletedPair {
    /// The run of the first program.
    pub first: CompletedRun,
    /// The run of the second program.
    pub second: CompletedRun,
    /// Which of the two ended first, by itself or stopped at a limit of its own. `None` when
    /// neither did before the deadline.
    pub ended_first: Option<Side>,
    /// Neither ended because each waited for the other: nothing more would have come before the
    /// deadline. Not every machine can detect this.
    pub deadlock: bool,
    /// Everything that went over the pipes, in order, bounded: who wrote which bytes.
    pub transcript: Vec<(Side, Vec<u8>)>,
    /// Whether more was said than the transcript holds.
    pub transcript_cut: bool,
}

/// One of two programs that talk to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The one that was named first.
    First,
    /// The one that was named second.
    Second,
}

/// How strongly a program is contained, weakest first. See the README for what each level gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    /// rlimits, own session, deadlines, output caps: any Linux.
    Measured,
    /// + landlock and seccomp: no files, network, fork, exec.
    Confined,
    /// + all namespaces, read-only root, tree kill.
    Full,
    /// + a cgroup: exact CPU, peak and process count of the tree.
    FullCgroup,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 4] = [Level::Measured, Level::Confined, Level::Full, Level::FullCgroup];

    /// Its name for people and files: `full+cgroup`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Measured => "measured",
            Level::Confined => "confined",
            Level::Full => "full",
            Level::FullCgroup => "full+cgroup",
        }
    }

    /// What this level adds to the one below: a fragment for people.
    pub const fn gives(self) -> &'static str {
        match self {
            Level::Measured => "limits, deadlines, its processes killed at the end",
            Level::Confined => "and no files, network, new processes or signals",
            Level::Full => "and a root folder, processes, users and a network of its own",
            Level::FullCgroup => "and memory and time of all its processes counted by the kernel",
        }
    }

    /// What it needs, or what to change, on a machine where it does not work: a fragment.
    pub(crate) fn needs(self) -> Option<&'static str> {
        match self {
            Level::Measured => None,
            Level::Confined => Some(
                "it needs a kernel from 5.13 with landlock, and a container that lets seccomp and landlock through",
            ),
            Level::Full => Some(advice::namespaces(advice::setting)),
            Level::FullCgroup => Some(
                "systemd's user manager gives a cgroup where it runs (`loginctl enable-linger`) and you have not limited \
                 this one; \
                 a container needs its own, writable",
            ),
        }
    }

    /// The level with this name.
    pub fn parse(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// The port: opens cells. One cell per worker.
pub trait Sandbox: Sync {
    /// The level that programs run at now. It may fall while the sandbox is in use, and never
    /// rises.
    fn level(&self) -> Level;

    /// How the level fell, if it did.
    fn descent(&self) -> Option<Descent> {
        None
    }

    /// Whether the machine can start so many threads and processes at once. A program that may have
    /// them, and was refused one, says nothing about itself where it cannot.
    fn starts(&self, tasks: u32) -> bool;

    /// Opens a cell whose programs run on `core`, where one is given (and pinning works).
    ///
    /// # Errors
    /// When no cell can be set up.
    fn open(&self, core: Option<usize>) -> Result<Box<dyn Cell>, Error>;
}

/// A level stopped working on this machine, and programs have run at a lower one since.
#[derive(Clone, Debug)]
pub struct Descent {
    /// The level that stopped working.
    pub from: Level,
    /// The level that programs run at since.
    pub to: Level,
    /// What showed that it no longer works.
    pub why: Error,
}

/// Runs programs one after the other for one worker.
pub trait Cell: Send {
    /// The level its last program ran at, or its next one will.
    fn level(&self) -> Level;

    /// Runs `exec` to its end. When `cancel` is raised, kills it at once with everything it
    /// started, and returns `Ok(None)`.
    ///
    /// # Errors
    /// When the program cannot be started ([`Error::Program`] if it is missing) or measured.
    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<CompletedRun>, Error>;

    /// Runs two programs connected by pipes of at least 1 MiB, with one wall deadline for the pair.
    /// When one is done, the other's input ends, and whatever it still writes is read and thrown
    /// away, so neither dies of a broken pipe. At the deadline the input of both ends. What still
    /// runs then may run on to its own limits, for as long as `terms` grants.
    ///
    /// # Errors
    /// As [`Cell::run`].
    fn run_pair(
        &mut self,
        first: &Exec,
        second: &Exec,
        terms: Terms,
        cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Error>;

    /// Runs a program whose standard input and output are connected to a partner outside the cell,
    /// such as a person at a terminal. The program has its own limits.
    ///
    /// # Errors
    /// As [`Cell::run`].
    fn converse(&mut self, exec: &Exec, partner: Partner<'_>, cancel: &Cancel) -> Result<Option<CompletedRun>, Error>;

    /// Ends the cells in which solutions and runtimes ran, so that no count that a cell keeps, such
    /// as that of its processes, leads from one program to the next.
    fn forget(&mut self);
}

/// The limits of a dialogue.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The deadline for both programs, on the clock. Both are stopped then. The first one keeps to
    /// it after the second one has ended, too. It grows by the time that they wait for a core.
    pub wall: Duration,
    /// How long the second one may go on, on the clock, once the first one has ended.
    pub alone: Duration,
    /// Whether it still matters how the first one ends, after this end of the second one.
    pub is_open_after: fn(Exit) -> bool,
    /// How long the first one may go on where it does not.
    pub grace: Duration,
    /// How many bytes of the dialogue are kept.
    pub transcript: u64,
}

/// Whom [`Cell::converse`] connects a program to.
pub struct Partner<'a> {
    /// What it says, until end of file: a terminal or a pipe, read whenever something is there.
    pub words: BorrowedFd<'a>,
    /// Takes what the program says, as it comes.
    pub hear: &'a mut dyn FnMut(&[u8]),
    /// How long the program may take to end by itself, once the words have ended.
    pub grace: Duration,
}

/// How to make a sandbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// A program whose `main` begins with [`init`]: the running one, see [`Config::own`].
    pub launcher: PathBuf,
    /// Exactly this level. `None`: the highest that works here.
    pub level: Option<Level>,
    /// If no level is asked for and the one in use stops working, never fall below this one, and in
    /// no case to a level that keeps nothing from programs.
    pub least: Option<Level>,
    /// Use landlock as on a kernel that knows no later version than this one: for trying out older
    /// kernels.
    pub landlock: Option<u32>,
    /// A folder that remembers the level that worked. The level is tried again only just before the
    /// first program runs.
    pub notes: Option<PathBuf>,
}

impl Config {
    /// Makes the running program its own launcher.
    ///
    /// # Errors
    /// When the system cannot say where the running program is.
    pub fn own() -> Result<Config, Error> {
        let launcher = std::env::current_exe()
            .map_err(|error| Error::system("cannot find the running program's own file", error))?;
        Ok(Config { launcher, level: None, least: None, landlock: None, notes: None })
    }
}

/// The first argument that makes a program a launcher of cells; see [`init`].
pub const CELL_ARGUMENT: &str = "__cell";

/// The first line of `main` in a program that runs others.
///
/// Cells are forked from a fresh, small process: the running program, started once more with an
/// argument that only this function knows. There it never returns. In the first process it does
/// nothing.
pub fn init() {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == CELL_ARGUMENT) {
        cell_main();
    }
}

mod advice;
mod builder;
mod cancel;
mod core_wait;
mod elf;
mod error;
mod facts;
mod limits;
mod linux;
mod memory;
mod outcome;
mod own_limits;
mod room;
mod scratch_watch;
mod tasks;
mod umask;

pub mod leftovers;
pub mod stop;

pub use cancel::Cancel;
pub use core_wait::CoreWait;
pub use error::{Error, MORE_MEMORY, MORE_PROCESSES, is_exhaustion};
pub use limits::Limits;
#[cfg(fuzzing)]
pub use linux::fuzzing;
pub use linux::{Patience, cell_main, doctor, end_with_all_below, open};
pub use memory::says_memory_refused;
pub use outcome::{Exit, Outcome, StopReason, Usage};
pub use own_limits::lift_own_limits;
pub use room::{has_plenty, has_room, memory_kills};
pub use tasks::Task;
pub use umask::keep_others_out;

/// The memory limit of the programs that try a level out, in bytes. They are the launcher's own
/// binary: a debug build of the harness takes 8.4 MB before it does anything, most of them pages of
/// its file, and what a look at its memory finds must never depend on luck.
pub const TRIAL_MEMORY: u64 = 16 << 20;

/// A program that does nothing but compute for `rounds` rounds, always the same: for measuring how
/// exact the times are.
pub fn exercise(config: &Config, rounds: u64) -> Exec {
    let limits = Limits { cpu: Duration::from_secs(30), wall: Duration::from_secs(120), ..Limits::default() };
    let args = vec![CELL_ARGUMENT.into(), EXERCISE.into(), rounds.to_string().into()];
    Exec { args, ..Exec::new(&config.launcher, Profile::Solution, limits) }
}

/// The second argument of [`exercise`].
const EXERCISE: &str = "exercise";

/// What [`exercise`] runs.
fn compute(rounds: u64) {
    let (mut x, mut round) = (1u64, 0);
    while round < rounds {
        // Knuth's linear congruence: each round needs the one before.
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round);
        round += 1;
    }
    std::hint::black_box(x);
}

/// Compiles what the README shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_the_queue_is_no_time_on_the_clock_up_to_nine_guards() {
        let check = |wall: u64, elapsed: u64, queued: u64, left: u64| {
            let [guard, wall, elapsed, queued, left] = [10, wall, elapsed, queued, left].map(Duration::from_secs);
            assert_eq!(wall_left(guard, wall, elapsed, || queued), left, "{wall:?} {elapsed:?} {queued:?}");
        };
        // A wall that has not run out does not grow by waiting.
        check(10, 4, 3, 6);
        check(10, 12, 0, 0);
        check(10, 12, 2, 0);
        check(10, 12, 5, 3);
        // Nine guards, even where the wall has grown with CPU time on a crowded machine.
        check(10, 99, 1000, 1);
        check(10, 100, 1000, 0);
        check(15, 104, 1000, 1);
        check(15, 105, 1000, 0);
        let forever = wall_left(Duration::MAX, Duration::MAX, Duration::MAX, || Duration::MAX);
        assert_eq!(forever, Duration::ZERO);
    }

    #[test]
    fn where_waiting_counts_neither_waiting_nor_computing_adds_anything() {
        let second = Duration::from_secs(1);
        let check = |core_wait: CoreWait, left: u32| {
            let wall = wall_after(second, core_wait, 100 * second);
            let guard = core_wait.excusing(second);
            assert_eq!(wall_left(guard, wall, 2 * second, || 2 * second), left * second, "{core_wait:?}");
        };
        check(CoreWait::Counted, 0);
        check(CoreWait::ALONE, 1);
        check(CoreWait::Excused { programs: 3 }, 199);
    }

    #[test]
    fn the_queue_is_asked_for_only_where_the_wall_has_run_out() {
        let second = Duration::from_secs(1);
        assert_eq!(wall_left(second, second, Duration::ZERO, || unreachable!("there is time")), second);
    }
}
