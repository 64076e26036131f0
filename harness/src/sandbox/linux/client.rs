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

use super::messages::{CellSpec, Job, JobLimits, Reply, Request};
use super::wire;
use crate::model::{ByteSize, Fault, FaultKind};
use crate::sandbox::facts;
use crate::sandbox::{Cancel, Cell, Completed, CompletedPair, Exec, Level, Profile, Sandbox, Stdin};
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::time::{Duration, Instant};

/// The port on Linux.
pub struct LinuxSandbox {
    pub launcher: PathBuf,
    pub level: Level,
}

impl Sandbox for LinuxSandbox {
    fn level(&self) -> Level {
        self.level
    }

    fn open(&self, core: Option<usize>) -> Result<Box<dyn Cell>, Fault> {
        let core = core.and_then(|core| u32::try_from(core).ok());
        Ok(Box::new(Keeper::open(&self.launcher, self.level, core)?))
    }
}

/// Kept cells of one worker, besides the one for solutions: a compiler's and a checker's, say.
const KEPT: usize = 3;

pub struct Keeper {
    path: PathBuf,
    level: Level,
    core: Option<u32>,
    /// Most recently used last. Before the launcher, which is waited for when it is dropped and itself waits for its cells: their
    /// sockets must be closed by then.
    cells: Vec<(CellSpec, OwnedFd)>,
    launcher: Launcher,
    null: File,
}

/// A running launcher. Dropping it ends the process and everything below it.
struct Launcher {
    child: process::Child,
    control: Option<OwnedFd>,
}

impl Drop for Launcher {
    fn drop(&mut self) {
        drop(self.control.take());
        // It ends by itself now, at once when its cells are idle. There is nobody to tell if it does not.
        let _ = self.child.wait();
    }
}

impl Keeper {
    pub fn open(path: &Path, level: Level, core: Option<u32>) -> Result<Keeper, Fault> {
        let null = File::open("/dev/null").map_err(|error| fault("cannot open /dev/null", &error))?;
        let launcher = launch(path)?;
        let mut keeper = Keeper { path: path.into(), level, core, launcher, cells: Vec::new(), null };
        // The cell that is needed in any case, so that what cannot work fails here and not in the middle of a run.
        let spec = keeper.spec(Profile::Solution, &[], None);
        keeper.cell(&spec)?;
        Ok(keeper)
    }

    /// The kind of cell that a program needs. Only where the cell confines does it matter what it shall see.
    fn spec(&self, profile: Profile, readable: &[PathBuf], scratch: Option<&Path>) -> CellSpec {
        let confines = self.level >= Level::Confined;
        CellSpec {
            level: self.level,
            profile,
            core: self.core,
            uid: user(profile, self.level),
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

    /// Index into `cells` of a cell as `spec` says, made if there is none.
    fn cell(&mut self, spec: &CellSpec) -> Result<usize, Fault> {
        if let Some(at) = self.cells.iter().position(|(kept, _)| kept == spec) {
            let used = self.cells.remove(at);
            self.cells.push(used);
            return Ok(self.cells.len() - 1);
        }
        if self.cells.len() > KEPT {
            // The one for solutions stays.
            let plain = self.spec(Profile::Solution, &[], None);
            if let Some(oldest) = self.cells.iter().position(|(kept, _)| *kept != plain) {
                self.cells.remove(oldest);
            }
        }
        let socket = match self.request_cell(spec) {
            Ok(socket) => socket,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.cells.clear();
                self.launcher = launch(&self.path)?;
                self.request_cell(spec).map_err(|error| fault("the launcher does not answer", &error))?
            }
            Err(error) => return Err(fault("cannot ask for a cell", &error)),
        };
        let mut buffer = [0; 4096];
        let why = match wait(socket.as_fd(), None, Duration::from_secs(20)) {
            Wait::Ready => match wire::receive(socket.as_fd(), &mut buffer) {
                Ok(Some((length, _))) => match Reply::read(&buffer[..length]) {
                    Ok(Reply::Ready) => {
                        self.cells.push((spec.clone(), socket));
                        return Ok(self.cells.len() - 1);
                    }
                    Ok(Reply::Unfit(why)) => why,
                    Ok(_) => "it talks nonsense".into(),
                    Err(error) => error.to_string(),
                },
                Ok(None) => "it died while it was set up".into(),
                Err(error) => error.to_string(),
            },
            Wait::Cancelled | Wait::TimedOut => "it does not answer".into(),
        };
        Err(Fault::new(FaultKind::Sandbox, format!("cannot set up a cell at level {}: {why}", self.level.name())))
    }

    fn request_cell(&self, spec: &CellSpec) -> io::Result<OwnedFd> {
        let (ours, theirs) = wire::pair()?;
        let control = self.launcher.control.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        wire::send(control.as_fd(), &spec.write(), &[theirs.as_fd()])?;
        Ok(ours)
    }

    /// One attempt at a run. `Err(Ok(why))` when the cell failed and another may do better.
    fn attempt(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Result<String, Fault>> {
        if by_path(exec.profile) {
            let metadata = std::fs::metadata(&exec.program).map_err(|error| Err(missing(exec, &error)))?;
            if metadata.is_dir() {
                return Err(Err(missing(exec, &io::ErrorKind::IsADirectory.into())));
            }
        }
        let spec = self.spec_for(exec);
        let at = self.cell(&spec).map_err(Err)?;
        let prepared = self.prepare(exec).map_err(Err)?;
        let _lent = match (&exec.scratch, spec.uid) {
            (Some(scratch), Some(uid)) => Some(Lent::to(scratch, uid).map_err(Err)?),
            (Some(_), None) | (None, _) => None,
        };
        let message = Request::Run(prepared.job.clone()).write();
        let socket = self.cells[at].1.as_fd();
        if let Err(error) = wire::send(socket, &message, &prepared.borrow()) {
            if error.kind() == io::ErrorKind::ArgumentListTooLong {
                return Err(Err(fault(format!("cannot start {}", exec.program.display()), &error)));
            }
            self.cells.remove(at);
            return Err(Ok(format!("sending a job: {error}")));
        }
        let patience = exec.limits.wall + Duration::from_secs(10);
        match self.answer(at, cancel, patience) {
            Ok(Some(Reply::Done(facts))) => {
                facts::complete(exec, &facts, prepared.stdout, prepared.stderr).map(Some).map_err(Err)
            }
            Ok(Some(Reply::NotStarted(step, errno))) => Err(Err(not_started(exec, &step, errno))),
            Ok(Some(Reply::Broken(why) | Reply::Unfit(why))) => {
                self.cells.remove(at);
                Err(Ok(why))
            }
            Ok(Some(Reply::Ready)) => {
                self.cells.remove(at);
                Err(Ok("the cell talks nonsense".into()))
            }
            Ok(Some(Reply::Cancelled) | None) => Ok(None),
            Err(why) => {
                self.cells.remove(at);
                Err(Ok(why))
            }
        }
    }

    /// The cell's answer; `None` after a cancellation.
    fn answer(&mut self, at: usize, cancel: &Cancel, patience: Duration) -> Result<Option<Reply>, String> {
        let socket = self.cells[at].1.as_fd();
        let mut buffer = [0; 4096];
        let mut cancelled = false;
        match wait(socket, Some(cancel), patience) {
            Wait::Ready => {}
            Wait::Cancelled => {
                cancelled = true;
                // If it does not hear us any more, its end of file comes next.
                let _ = wire::send(socket, &Request::Stop.write(), &[]);
                match wait(socket, None, Duration::from_secs(10)) {
                    Wait::Ready => {}
                    Wait::Cancelled | Wait::TimedOut => return Err(self.kill_all()),
                }
            }
            Wait::TimedOut => return Err(self.kill_all()),
        }
        let socket = self.cells[at].1.as_fd();
        match wire::receive(socket, &mut buffer) {
            Ok(Some((length, _))) if !cancelled => Reply::read(&buffer[..length]).map(Some).map_err(|e| e.to_string()),
            Ok(Some(_)) => Ok(None),
            Ok(None) if cancelled => {
                self.cells.remove(at);
                Ok(None)
            }
            Ok(None) => Err("the cell died".into()),
            Err(error) => Err(format!("receiving an answer: {error}")),
        }
    }

    /// A cell that does not answer is beyond asking: everything of this worker is killed. The next run starts a new launcher.
    fn kill_all(&mut self) -> String {
        // Killing what is dead already is no error worth telling.
        let _ = self.launcher.child.kill();
        "the cell does not answer".into()
    }

    fn prepare(&self, exec: &Exec) -> Result<Prepared, Fault> {
        let stdin = match &exec.stdin {
            Stdin::Empty => self.null.try_clone().map_err(|error| fault("cannot open /dev/null", &error))?,
            Stdin::File(path) => open_input(path)?,
        };
        let memory = || memory_file().map_err(|error| fault("cannot make a memory file", &error));
        let by_path = by_path(exec.profile);
        let program = if by_path {
            None
        } else {
            let open = File::options().read(true).custom_flags(libc::O_PATH).open(&exec.program);
            Some(open.map_err(|error| missing(exec, &error))?)
        };
        let job = Job {
            program: if by_path { Some(c_string(exec.program.as_os_str())?) } else { None },
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
                memory: exec.limits.memory.0,
                output: exec.limits.output.0,
                stack: exec.limits.stack.0,
                processes: exec.limits.processes,
                open_files: exec.limits.open_files,
                file_size: exec.limits.file_size.0,
            },
        };
        Ok(Prepared { job, stdin, stdout: memory()?, stderr: memory()?, program })
    }
}

impl Cell for Keeper {
    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Fault> {
        let mut failures = Vec::new();
        while failures.len() < 2 {
            if cancel.is_raised() {
                return Ok(None);
            }
            match self.attempt(exec, cancel) {
                Ok(result) => return Ok(result),
                Err(Ok(why)) => failures.push(why),
                Err(Err(fault)) => return Err(fault),
            }
        }
        let message =
            format!("two cells in a row failed to run {}: {}", exec.program.display(), failures.join("; then "));
        Err(Fault::new(FaultKind::Sandbox, message))
    }

    fn run_pair(
        &mut self,
        first: &Exec,
        second: &Exec,
        wall: Duration,
        transcript: ByteSize,
        grace: Duration,
        cancel: &Cancel,
    ) -> Result<Option<CompletedPair>, Fault> {
        let _ = (first, second, wall, transcript, grace, cancel);
        Err(Fault::new(FaultKind::Sandbox, "interactive runs are not built yet"))
    }
}

/// A scratch folder that belongs to the programs' user for the time of a run, and to us again afterwards. Only root needs this.
struct Lent<'a>(&'a Path);

impl<'a> Lent<'a> {
    fn to(folder: &'a Path, uid: u32) -> Result<Lent<'a>, Fault> {
        hand(folder, uid).map_err(|error| fault(format!("cannot hand over {}", folder.display()), &error))?;
        Ok(Lent(folder))
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        // What cannot be taken back stays readable and removable for root.
        let _ = hand(self.0, 0);
    }
}

/// Gives a folder and all in it to a user. Never follows a link.
fn hand(path: &Path, uid: u32) -> io::Result<()> {
    std::os::unix::fs::lchown(path, Some(uid), Some(uid))?;
    if std::fs::symlink_metadata(path)?.is_dir() {
        for entry in std::fs::read_dir(path)? {
            hand(&entry?.path(), uid)?;
        }
    }
    Ok(())
}

/// Everything that a run needs, opened.
struct Prepared {
    job: Job,
    stdin: File,
    stdout: File,
    stderr: File,
    program: Option<File>,
}

impl Prepared {
    fn borrow(&self) -> Vec<BorrowedFd<'_>> {
        let mut fds = vec![self.stdin.as_fd(), self.stdout.as_fd(), self.stderr.as_fd()];
        fds.extend(self.program.as_ref().map(AsFd::as_fd));
        fds
    }
}

fn launch(path: &Path) -> Result<Launcher, Fault> {
    let (ours, theirs) = wire::pair().map_err(|error| fault("cannot make a socket", &error))?;
    let child = Command::new(path)
        .arg(crate::sandbox::CELL_ARGUMENT)
        .env_clear()
        .stdin(theirs)
        .stdout(process::Stdio::null())
        .stderr(process::Stdio::null())
        // Not the terminal's foreground group: Ctrl-C is for the harness, which tells the cells.
        .process_group(0)
        .spawn()
        .map_err(|error| fault(format!("cannot start the launcher {}", path.display()), &error))?;
    Ok(Launcher { child, control: Some(ours) })
}

/// Whom a program becomes when the harness is root. Below level full a tool keeps root: without a root folder of its own it could not
/// reach a tool chain in somebody's home.
fn user(profile: Profile, level: Level) -> Option<u32> {
    // SAFETY: cannot fail.
    let root = unsafe { libc::geteuid() } == 0;
    let drops = match profile {
        Profile::Solution => true,
        Profile::Runtime | Profile::Tool => level >= Level::Full,
    };
    // Within the range that systemd sets aside for users that exist only while something runs.
    (root && drops).then(|| 61_184 + process::id() % 4_000)
}

/// Solutions are started from a descriptor, so that no folder above them need be open to their user or visible in their cell. Runtimes
/// and tools find their libraries from their own path and need it to be true.
fn by_path(profile: Profile) -> bool {
    match profile {
        Profile::Solution => false,
        Profile::Runtime | Profile::Tool => true,
    }
}

fn open_input(path: &Path) -> Result<File, Fault> {
    let failed =
        |error: &io::Error| Fault::caused(FaultKind::Content, format!("cannot read {}", path.display()), error);
    // Without O_NONBLOCK a pipe in the place of a test file would block us here.
    let file = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path).map_err(|error| failed(&error))?;
    if file.metadata().map_err(|error| failed(&error))?.is_file() {
        return Ok(file);
    }
    Err(Fault::new(FaultKind::Content, format!("cannot read {}: not a regular file", path.display())))
}

fn memory_file() -> io::Result<File> {
    // SAFETY: a constant name and known flags.
    let fd = unsafe { libc::memfd_create(c"output".as_ptr(), libc::MFD_CLOEXEC) };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: fresh and open, owned by nobody else.
    Ok(unsafe { File::from_raw_fd(fd) })
}

fn c_string(text: &OsStr) -> Result<CString, Fault> {
    CString::new(text.to_os_string().into_vec()).map_err(|error| {
        let text = String::from_utf8_lossy(text.as_bytes()).into_owned();
        fault(format!("cannot pass {text:?} to a program"), &error)
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

fn not_started(exec: &Exec, step: &str, errno: i32) -> Fault {
    let error = io::Error::from_raw_os_error(errno);
    if step == "exec" && matches!(errno, libc::ENOENT | libc::EACCES | libc::ENOEXEC | libc::ENOTDIR | libc::ELOOP) {
        return missing(exec, &error);
    }
    fault(format!("cannot start {}: {step}", exec.program.display()), &error)
}

fn missing(exec: &Exec, error: &io::Error) -> Fault {
    Fault::caused(FaultKind::MissingTool, format!("cannot start {}", exec.program.display()), error)
}

fn fault(what: impl std::fmt::Display, error: &dyn std::error::Error) -> Fault {
    Fault::caused(FaultKind::Sandbox, what, error)
}
