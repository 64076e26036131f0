//! The harness's side: a worker's launcher and its cells, and one run from [`Exec`] to [`Completed`].
//!
//! # Theory of operation
//!
//! A [`Keeper`] belongs to one worker. It starts a launcher when it is opened and asks it for a cell whenever a program needs one of
//! another kind (see [`CellSpec`]); cells are kept for the next program of the same kind. For a run it opens what the program gets, sends the job, and
//! sleeps until the cell answers or the run is cancelled.
//!
//! Failing: a cell that dies, or says that it is broken, is dropped and the run repeated in a new one, once. The second time is a fault.
//! A cell that does not answer in the run's wall time and ten seconds is killed with its launcher.

use super::cgroup;
use super::cleanup;
use super::ladder;
use super::launcher::SCOPED;
use super::messages::{CellSpec, Job, JobLimits, Reply, Request, Source};
use super::note::Note;
use super::output_pool::{Output, OutputPool, seal};
use super::pair::{self, Terms};
use super::scratch_owner::Lent;
use super::users::User;
use super::wire;
use crate::facts::{self, Facts, Killed};
use crate::folder::Watch;
use crate::{Cancel, Cell, Completed, CompletedPair, Error, Exec, Level, Profile, Sandbox, Stdin};
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The port on Linux.
pub struct LinuxSandbox {
    pub launcher: PathBuf,
    pub level: Level,
    pub landlock: Option<u32>,
    pub note: Option<Note>,
    /// Whether the level holds: known from the start, or found out in the first cell, before it runs anything else.
    pub proven: OnceLock<Result<(), Error>>,
}

impl Sandbox for LinuxSandbox {
    fn level(&self) -> Level {
        self.level
    }

    fn open(&self, core: Option<usize>) -> Result<Box<dyn Cell>, Error> {
        let core = core.and_then(|core| u32::try_from(core).ok());
        let opened = Keeper::open(&self.launcher, self.level, self.landlock, core).and_then(|mut keeper| {
            // Other workers wait here for the first one's answer.
            let prove = || ladder::prove(&mut keeper, &self.launcher, self.level);
            self.proven.get_or_init(prove).clone().map(|()| keeper)
        });
        match opened {
            Ok(keeper) => Ok(Box::new(keeper)),
            Err(error) => match &self.note {
                Some(note) => {
                    note.forget();
                    Err(Error::LevelLost(Box::new(error)))
                }
                None => Err(error),
            },
        }
    }
}

/// Kept cells of one worker, besides the one for solutions: a compiler's and a checker's, say.
const KEPT: usize = 3;

pub struct Keeper {
    path: PathBuf,
    level: Level,
    landlock: Option<u32>,
    core: Option<u32>,
    /// Most recently used last. Before the launcher, which is waited for when it is dropped and itself waits for its cells: their
    /// sockets must be closed by then.
    cells: Vec<Held>,
    launcher: Launcher,
    null: File,
    outputs: OutputPool,
}

/// A cell that is set up and idle, or in use by the run that took it out.
pub struct Held {
    spec: CellSpec,
    /// Whom its programs run as, where that is somebody else than the harness.
    user: Option<User>,
    pub socket: OwnedFd,
    /// The program that it was given as a descriptor last, and holds.
    program: Option<PathBuf>,
}

/// Why an attempt came to nothing.
pub enum Failure {
    /// The cell failed; another one may do better.
    Cell(String),
    Error(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Error(error)
    }
}

/// A running launcher. Dropping it ends the process and everything below it.
struct Launcher {
    child: process::Child,
    control: Option<OwnedFd>,
    /// After the process itself is gone.
    _cleanup: cleanup::Watch,
}

impl Launcher {
    /// Ends it with all that is below it. It does so itself when its socket is closed, at once when its cells are idle;
    /// killed, it could leave behind what a tool started.
    fn end(&mut self) {
        drop(self.control.take());
        let patience = Instant::now() + Duration::from_secs(5);
        let mut pause = Duration::from_micros(200);
        while let Ok(None) = self.child.try_wait() {
            if Instant::now() > patience {
                // There is nobody to tell if it cannot be killed.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        self.end();
    }
}

impl Keeper {
    pub fn open(path: &Path, level: Level, landlock: Option<u32>, core: Option<u32>) -> Result<Keeper, Error> {
        let null = File::open("/dev/null").map_err(|error| Error::system("cannot open /dev/null", error))?;
        let launcher = launch(path, level)?;
        let mut keeper = Keeper {
            path: path.into(),
            level,
            landlock,
            core,
            launcher,
            cells: Vec::new(),
            null,
            outputs: OutputPool::default(),
        };
        // The cell that is needed in any case, so that what cannot work fails here and not in the middle of a run.
        let spec = keeper.spec(Profile::Solution, &[], None);
        let held = keeper.take(&spec)?;
        keeper.keep(held);
        Ok(keeper)
    }

    /// The kind of cell that a program needs. Only where the cell confines does it matter what it shall see.
    fn spec(&self, profile: Profile, readable: &[PathBuf], scratch: Option<&Path>) -> CellSpec {
        let confines = self.level >= Level::Confined;
        CellSpec {
            level: self.level,
            profile,
            core: self.core,
            landlock: self.landlock,
            uid: None,
            readable: if confines { readable.to_vec() } else { Vec::new() },
            scratch: if confines { scratch.map(Path::to_path_buf) } else { None },
        }
    }

    fn spec_for(&self, exec: &Exec) -> CellSpec {
        let mut readable = exec.readable.clone();
        if by_path(exec.profile) {
            readable.push(exec.program.clone());
        }
        readable.sort();
        readable.dedup();
        self.spec(exec.profile, &readable, exec.scratch.as_deref())
    }

    /// A cell as `spec` says, made if none is idle. Whoever takes it gives it back with [`Keeper::keep`] unless it failed.
    fn take(&mut self, spec: &CellSpec) -> Result<Held, Error> {
        if let Some(at) = self.cells.iter().position(|held| held.spec == *spec) {
            return Ok(self.cells.remove(at));
        }
        let user = User::fresh()?;
        let uid = user.as_ref().map(User::uid);
        if let Some(uid) = uid.filter(|_| self.level < Level::Full) {
            cleanup::may_leave(uid);
        }
        let asked = CellSpec { uid, ..spec.clone() };
        let socket = match self.request_cell(&asked) {
            Ok(socket) => socket,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.cells.clear();
                self.launcher = launch(&self.path, self.level)?;
                self.request_cell(&asked).map_err(|error| Error::system("the launcher does not answer", error))?
            }
            Err(error) => return Err(Error::system("cannot ask for a cell", error)),
        };
        let mut buffer = [0; 4096];
        let why = match wait(socket.as_fd(), None, Duration::from_secs(20)) {
            Wait::Ready => match wire::receive(socket.as_fd(), &mut buffer) {
                Ok(Some((length, _))) => match Reply::read(&buffer[..length]) {
                    Ok(Reply::Ready) => return Ok(Held { spec: spec.clone(), user, socket, program: None }),
                    Ok(Reply::Unfit(why)) => why,
                    Ok(_) => "it talks nonsense".into(),
                    Err(error) => error.to_string(),
                },
                Ok(None) => "it died while it was set up".into(),
                Err(error) => error.to_string(),
            },
            Wait::Cancelled | Wait::TimedOut => "it does not answer".into(),
        };
        let level = self.level;
        Err(Error::Level { level, reason: format!("cannot set up a cell at level {}: {why}", level.name()) })
    }

    fn request_cell(&self, spec: &CellSpec) -> io::Result<OwnedFd> {
        let (ours, theirs) = wire::pair()?;
        let control = self.launcher.control.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        wire::send(control.as_fd(), &spec.write(), &[theirs.as_fd()])?;
        Ok(ours)
    }

    /// Lets go of the one that was idle longest when there are too many, but not of the one for solutions.
    pub fn keep(&mut self, held: Held) {
        self.cells.push(held);
        if self.cells.len() > KEPT + 1 {
            let plain = self.spec(Profile::Solution, &[], None);
            if let Some(oldest) = self.cells.iter().position(|held| held.spec != plain) {
                self.cells.remove(oldest);
            }
        }
    }

    /// Takes a cell and opens everything that `exec` needs.
    pub fn ready<'a>(&mut self, exec: &'a Exec) -> Result<(Held, Prepared, Option<Lent<'a>>), Failure> {
        if by_path(exec.profile) {
            let metadata = std::fs::metadata(&exec.program).map_err(|error| Error::program(&exec.program, error))?;
            if metadata.is_dir() {
                return Err(Error::program(&exec.program, io::ErrorKind::IsADirectory.into()).into());
            }
        }
        let mut prepared = self.prepare(exec)?;
        let mut held = self.take(&self.spec_for(exec))?;
        if !by_path(exec.profile) && held.program.as_ref() != Some(&exec.program) {
            match File::options().read(true).custom_flags(libc::O_PATH).open(&exec.program) {
                Ok(file) => prepared.program = Some(file),
                Err(error) => {
                    self.keep(held);
                    return Err(Error::program(&exec.program, error).into());
                }
            }
            held.program = Some(exec.program.clone());
            prepared.job.program = Source::Opened;
        }
        let lent = match (&exec.scratch, &held.user) {
            (Some(scratch), Some(user)) => Some(Lent::to(scratch, user.uid())?),
            (Some(_), None) | (None, _) => None,
        };
        Ok((held, prepared, lent))
    }

    fn attempt(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Failure> {
        let (held, prepared, _lent) = self.ready(exec)?;
        prepared.send(&held, exec)?;
        let patience = exec.wall_after(exec.limits.cpu) + PATIENCE;
        let mut cancelled = false;
        let mut waited = match Watch::of(exec) {
            None => wait(held.socket.as_fd(), Some(cancel), patience),
            Some(watch) => wait_watching(&held, watch, cancel, patience),
        };
        if let Wait::Cancelled = waited {
            cancelled = true;
            held.tell(&Request::Stop);
            waited = wait(held.socket.as_fd(), None, PATIENCE);
        }
        let reply = match waited {
            Wait::Ready => held.hear()?,
            Wait::Cancelled | Wait::TimedOut => return Err(self.kill_all()),
        };
        // What failed does not come back.
        self.keep(held);
        match reply {
            _ if cancelled => Ok(None),
            Heard::Done(facts) => {
                let (stdout, stderr) = (prepared.stdout, prepared.stderr);
                let completed =
                    facts::complete(exec, &facts, Arc::clone(&stdout.file), Arc::clone(&stderr.file), seal)?;
                if exec.profile == Profile::Solution && self.level >= Level::Confined {
                    self.outputs.give_back(stdout, &completed.stdout);
                    self.outputs.give_back(stderr, &completed.stderr);
                }
                Ok(Some(completed))
            }
            Heard::Cancelled => Ok(None),
            Heard::NotStarted(step, errno) => Err(not_started(exec, &step, errno).into()),
        }
    }

    /// A cell that does not answer is beyond asking: everything of this worker is killed. The next run starts a new launcher.
    pub fn kill_all(&mut self) -> Failure {
        self.cells.clear();
        self.launcher.end();
        Failure::Cell("the cell does not answer".into())
    }

    /// Runs `attempt` again in new cells when the first ones fail. The second time is a fault.
    fn twice<T>(
        &mut self,
        what: &Path,
        cancel: &Cancel,
        mut attempt: impl FnMut(&mut Keeper) -> Result<Option<T>, Failure>,
    ) -> Result<Option<T>, Error> {
        let mut failures = Vec::new();
        while failures.len() < 2 {
            if cancel.is_raised() {
                return Ok(None);
            }
            match attempt(self) {
                Ok(result) => return Ok(result),
                Err(Failure::Cell(why)) => failures.push(why),
                Err(Failure::Error(error)) => return Err(error),
            }
        }
        Err(Error::Cells { program: what.into(), reasons: failures })
    }

    fn empty(&self) -> Result<File, Error> {
        self.null.try_clone().map_err(|error| Error::system("cannot open /dev/null", error))
    }

    fn prepare(&mut self, exec: &Exec) -> Result<Prepared, Error> {
        let stdin = match &exec.stdin {
            Stdin::Empty => self.empty()?,
            Stdin::File(path) => open_input(path)?,
            Stdin::Captured(captured) if captured.len == 0 => self.empty()?,
            Stdin::Captured(captured) => reopen(&captured.file)?,
        };
        let job = Job {
            program: if by_path(exec.profile) {
                Source::Path(c_string(exec.program.as_os_str())?)
            } else {
                Source::AsBefore
            },
            argv: [exec.program.as_os_str()]
                .into_iter()
                .chain(exec.args.iter().map(OsString::as_os_str))
                .map(c_string)
                .collect::<Result<_, _>>()?,
            env: exec
                .env
                .iter()
                .map(|(name, value)| {
                    let mut variable = name.clone();
                    variable.push("=");
                    variable.push(value);
                    c_string(&variable)
                })
                .collect::<Result<_, _>>()?,
            directory: match &exec.scratch {
                Some(path) => Some(c_string(path.as_os_str())?),
                // A runtime may want to know where it is.
                None if exec.profile == Profile::Runtime && self.level < Level::Full => Some(c"/".into()),
                None => None,
            },
            limits: JobLimits {
                cpu: exec.limits.cpu,
                wall: exec.limits.wall,
                crowding: exec.crowding,
                memory: exec.limits.memory,
                output: exec.limits.output,
                stack: exec.limits.stack,
                processes: exec.limits.processes,
                open_files: exec.limits.open_files,
                file_size: exec.limits.file_size,
                scratch: exec.limits.scratch,
            },
        };
        let (stdout, stderr) = (self.outputs.take()?, self.outputs.take()?);
        Ok(Prepared { job, stdin, stdout, stderr, program: None })
    }
}

impl Cell for Keeper {
    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Error> {
        self.twice(&exec.program, cancel, |keeper| keeper.attempt(exec, cancel))
    }

    fn run_pair(
        &mut self,
        first: &Exec,
        second: &Exec,
        wall: Duration,
        transcript: u64,
        grace: Duration,
        cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Error> {
        let terms = Terms { wall, grace, transcript };
        self.twice(&first.program, cancel, |keeper| pair::run(keeper, [first, second], &terms, cancel))
    }
}

/// What a cell can say about a run without being broken.
pub enum Heard {
    Done(Facts),
    Cancelled,
    NotStarted(String, i32),
}

impl Held {
    /// Says something while a program runs. If it does not hear us any more, its end of file comes next.
    pub fn tell(&self, request: &Request) {
        let _ = wire::send(self.socket.as_fd(), &request.write(), &[]);
    }

    /// Reads the answer that is there.
    pub fn hear(&self) -> Result<Heard, Failure> {
        let mut buffer = [0; 4096];
        let reply = match wire::receive(self.socket.as_fd(), &mut buffer) {
            Ok(Some((length, _))) => Reply::read(&buffer[..length]),
            Ok(None) => return Err(Failure::Cell("the cell died".into())),
            Err(error) => Err(error),
        };
        match reply {
            Ok(Reply::Done(facts)) => Ok(Heard::Done(facts)),
            Ok(Reply::Cancelled) => Ok(Heard::Cancelled),
            Ok(Reply::NotStarted(step, errno)) => Ok(Heard::NotStarted(step, errno)),
            Ok(Reply::Broken(why) | Reply::Unfit(why)) => Err(Failure::Cell(why)),
            Ok(Reply::Ready) => Err(Failure::Cell("the cell talks nonsense".into())),
            Err(error) => Err(Failure::Cell(format!("receiving an answer: {error}"))),
        }
    }
}

/// How long a cell may take to clean up and answer.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// Everything that a run needs, opened: the program too, unless the cell holds it.
pub struct Prepared {
    pub job: Job,
    pub stdin: File,
    pub stdout: Output,
    pub stderr: Output,
    program: Option<File>,
}

impl Prepared {
    /// Hands the run to a cell.
    pub fn send(&self, held: &Held, exec: &Exec) -> Result<(), Failure> {
        let message = Request::Run(self.job.clone()).write();
        wire::send(held.socket.as_fd(), &message, &self.borrow()).map_err(|error| {
            if error.kind() == io::ErrorKind::ArgumentListTooLong {
                Failure::Error(Error::system(format!("cannot start {}", exec.program.display()), error))
            } else {
                Failure::Cell(format!("sending a job: {error}"))
            }
        })
    }

    fn borrow(&self) -> Vec<BorrowedFd<'_>> {
        let mut fds = vec![self.stdin.as_fd(), self.stdout.writer.as_fd(), self.stderr.writer.as_fd()];
        fds.extend(self.program.as_ref().map(AsFd::as_fd));
        fds
    }
}

fn launch(path: &Path, level: Level) -> Result<Launcher, Error> {
    let (ours, theirs) = wire::pair().map_err(|error| Error::system("cannot make a socket", error))?;
    let child = launcher(path, level)
        .stdin(theirs)
        .stdout(process::Stdio::null())
        .stderr(process::Stdio::null())
        // Not the terminal's foreground group: Ctrl-C is for the harness, which tells the cells.
        .process_group(0)
        .spawn()
        .map_err(|error| Error::system(format!("cannot start the launcher {}", path.display()), error))?;
    Ok(Launcher { child, control: Some(ours), _cleanup: cleanup::Watch::begin() })
}

/// The launcher's command, with nothing of our environment. Where its cells shall have cgroups and systemd manages them,
/// systemd-run asks for a scope of its own and becomes the launcher in it, as the same process.
fn launcher(path: &Path, level: Level) -> Command {
    const ASKS: [&str; 3] = ["/usr/bin/systemd-run", "/bin/systemd-run", "/run/current-system/sw/bin/systemd-run"];
    let asks = ASKS.map(Path::new).into_iter().find(|ask| ask.exists());
    let Some(ask) = asks.filter(|_| level == Level::FullCgroup && cgroup::needs_scope()) else {
        let mut command = Command::new(path);
        command.arg(crate::CELL_ARGUMENT).env_clear();
        return command;
    };
    let mut command = Command::new(ask);
    let user = rustix::process::geteuid();
    command.env_clear().args((!user.is_root()).then_some("--user"));
    command.args(["--scope", "--quiet", "--collect", "--property=Delegate=yes", "--", "/usr/bin/env", "-i"]);
    command.arg(path).args([crate::CELL_ARGUMENT, SCOPED]);
    // Where systemd's user manager and its bus are.
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_else(|| format!("/run/user/{}", user.as_raw()).into());
    command.env("XDG_RUNTIME_DIR", runtime);
    command.envs(std::env::var_os("DBUS_SESSION_BUS_ADDRESS").map(|bus| ("DBUS_SESSION_BUS_ADDRESS", bus)));
    command
}

/// Solutions are started from a descriptor, so that no folder above them need be open to their user or visible in their cell. Runtimes
/// and tools find their libraries from their own path and need it to be true.
fn by_path(profile: Profile) -> bool {
    match profile {
        Profile::Solution => false,
        Profile::Runtime | Profile::Tool => true,
    }
}

fn open_input(path: &Path) -> Result<File, Error> {
    // Without O_NONBLOCK a pipe in the place of a test file would block us here.
    let file = File::options()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)
        .map_err(|error| Error::input(path, error))?;
    if file.metadata().map_err(|error| Error::input(path, error))?.is_file() {
        return Ok(file);
    }
    Err(Error::input(path, io::Error::other("not a regular file")))
}

/// A stream from its beginning: with the descriptor itself its position would be shared, and it could be written to.
fn reopen(file: &File) -> Result<File, Error> {
    File::open(format!("/proc/self/fd/{}", file.as_raw_fd()))
        .map_err(|error| Error::system("cannot open a captured output", error))
}

fn c_string(text: &OsStr) -> Result<CString, Error> {
    CString::new(text.to_os_string().into_vec()).map_err(|error| {
        let text = String::from_utf8_lossy(text.as_bytes()).into_owned();
        Error::system(format!("cannot pass {text:?} to a program"), error.into())
    })
}

enum Wait {
    Ready,
    Cancelled,
    TimedOut,
}

/// Sleeps until `socket` has something, `cancel` is raised, or `patience` is over. What is there already comes first.
fn wait(socket: BorrowedFd<'_>, cancel: Option<&Cancel>, patience: Duration) -> Wait {
    let end = Instant::now() + patience;
    let entry = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    let mut watched = [entry(socket.as_raw_fd()), entry(cancel.map_or(-1, |cancel| cancel.fd().as_raw_fd()))];
    loop {
        let left = end.saturating_duration_since(Instant::now());
        // SAFETY: two live entries.
        let ready = unsafe {
            libc::poll(watched.as_mut_ptr(), 2, i32::try_from(left.as_millis()).unwrap_or(i32::MAX).saturating_add(1))
        };
        if ready > 0 {
            return if watched[0].revents != 0 { Wait::Ready } else { Wait::Cancelled };
        }
        if left.is_zero() {
            return Wait::TimedOut;
        }
    }
}

/// [`wait`], and ends the program when it has written too much.
fn wait_watching(held: &Held, mut watch: Watch<'_>, cancel: &Cancel, patience: Duration) -> Wait {
    let end = Instant::now() + patience;
    while Instant::now() < end {
        match wait(held.socket.as_fd(), Some(cancel), watch.next().min(end).saturating_duration_since(Instant::now())) {
            Wait::TimedOut if watch.overflows() => {
                held.tell(&Request::End(Killed::Output));
                break;
            }
            Wait::TimedOut => {}
            waited @ (Wait::Ready | Wait::Cancelled) => return waited,
        }
    }
    wait(held.socket.as_fd(), Some(cancel), end.saturating_duration_since(Instant::now()))
}

pub fn not_started(exec: &Exec, step: &str, errno: i32) -> Error {
    let error = io::Error::from_raw_os_error(errno);
    if step == "exec" && matches!(errno, libc::ENOENT | libc::EACCES | libc::ENOEXEC | libc::ENOTDIR | libc::ELOOP) {
        return Error::program(&exec.program, error);
    }
    Error::system(format!("cannot start {}: {step}", exec.program.display()), error)
}
