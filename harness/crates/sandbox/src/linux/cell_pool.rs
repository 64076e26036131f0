//! A worker's cells: made when a program needs one of another kind, and kept for the next program
//! of the same kind.
//!
//! # Theory of operation
//!
//! A [`CellPool`] belongs to one worker. It starts a launcher when it is opened, and asks the
//! launcher for a cell whenever a program needs one of another kind (see [`CellSpec`]). For each
//! run it opens the files the program gets.
//!
//! Failing: a cell that dies, or says that it is broken, is dropped, and the run is repeated once
//! in a new cell. A second failure is an error. A cell that does not answer within the longest time
//! the run may take plus ten seconds is killed with its launcher.

use super::cleanup;
use super::credentials;
use super::held_cell::{Failure, HeldCell, PreparedRun, Wait, wait};
use super::landlock::Abi;
use super::launcher_client::Launcher;
use super::memory_files::{Output, sealed};
use super::messages::{CellSpec, Job, ProgramSource, Reply};
use super::oom::OomKills;
use super::scratch_owner::ScratchLoan;
use super::serving::{self, ServingPlace, ServingPrograms};
use super::socket;
use super::users::User;
use crate::{Cancel, Error, Exec, Level, Limits, Profile, Start, Stdin};
use rustix::fs::{Mode, OFlags};
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most idle cells a worker keeps, apart from the one for solutions and those that serve: a
/// compiler's and a checker's, say.
const OTHER_CELLS: usize = 3;

pub(crate) struct CellPool {
    path: PathBuf,
    pub level: Level,
    landlock: Option<u32>,
    /// Whether inputs are copied: at full containment without landlock. There only its mode would
    /// keep a program that sees `/proc` from opening its input again for writing, because the file
    /// lies on a mount of the machine, outside the program's root folder.
    copies_inputs: bool,
    core: Option<u32>,
    /// Most recently used last. Declared before the launcher so that it is dropped first: dropping
    /// the launcher waits for it, and it waits for its cells, whose sockets must be closed by then.
    cells: Vec<HeldCell>,
    launcher: Launcher,
    pub serving: ServingPrograms,
}

impl CellPool {
    pub(super) fn open(path: &Path, level: Level, landlock: Option<u32>, core: Option<u32>) -> Result<CellPool, Error> {
        let launcher = Launcher::start(path, level)?;
        let mut pool = CellPool {
            path: path.into(),
            level,
            landlock,
            copies_inputs: level >= Level::Full && Abi::detect(landlock).is_none(),
            core,
            launcher,
            cells: Vec::new(),
            serving: ServingPrograms::default(),
        };
        // The cell that is needed in any case, so that what cannot work fails here and not in the
        // middle of a run.
        let spec = pool.spec(Profile::Solution, &[], None);
        let held = pool.take(&spec)?;
        pool.keep(held);
        Ok(pool)
    }

    /// The kind of cell a program needs. What the cell may see matters only where it confines.
    fn spec(&self, profile: Profile, readable: &[PathBuf], scratch: Option<&Path>) -> CellSpec {
        let confines = self.level >= Level::Confined;
        CellSpec {
            level: self.level,
            profile,
            core: self.core,
            landlock: self.landlock,
            uid: None,
            readable: if confines { readable.iter().map(OsString::from).collect() } else { Vec::new() },
            scratch: scratch.filter(|_| confines).map(OsString::from),
            serves: None,
        }
    }

    fn spec_for(&self, exec: &Exec, start: Start) -> CellSpec {
        let mut readable = exec.readable.clone();
        if by_path(exec.profile) {
            readable.push(exec.program.clone());
        }
        readable.sort();
        readable.dedup();
        let spec = self.spec(exec.profile, &readable, exec.scratch.as_deref());
        let serves = match start {
            Start::Exec => None,
            Start::Fork => Some(serving::name(exec)),
        };
        CellSpec { serves, ..spec }
    }

    /// Chooses how to start a run. If by a fork, there is room for its cell.
    pub(super) fn start_of(&mut self, exec: &Exec) -> Start {
        if !self.serving.wants(exec, self.level) {
            return Start::Exec;
        }
        let held: Vec<_> = self.cells.iter().filter_map(serving_of).collect();
        match self.serving.place(&serving::name(exec), &held) {
            ServingPlace::Free => Start::Fork,
            ServingPlace::Oldest => {
                self.let_go(|held| held.spec.serves.is_some());
                Start::Fork
            }
            ServingPlace::None => Start::Exec,
        }
    }

    /// Makes the program run the ordinary way from now on.
    pub(super) fn refuse(&mut self, exec: &Exec) {
        let name = serving::name(exec);
        self.let_go(|held| held.spec.serves.as_ref() == Some(&name));
        self.serving.refuse(name);
    }

    /// Ends all cells but those of tools.
    pub(super) fn forget(&mut self) {
        self.cells.retain(|held| held.spec.profile == Profile::Tool);
    }

    fn let_go(&mut self, which: impl FnMut(&HeldCell) -> bool) {
        if let Some(oldest) = self.cells.iter().position(which) {
            self.cells.remove(oldest);
        }
    }

    /// Takes a cell as `spec` says, and makes one if none is idle. The caller gives it back with
    /// [`CellPool::keep`] unless it failed.
    fn take(&mut self, spec: &CellSpec) -> Result<HeldCell, Error> {
        if let Some(at) = self.cells.iter().position(|held| held.spec == *spec) {
            return Ok(self.cells.remove(at));
        }
        let user = User::fresh()?;
        let uid = user.as_ref().map(User::uid);
        if let Some(uid) = uid.filter(|_| self.level < Level::Full) {
            cleanup::may_leave(uid);
        }
        let order = CellSpec { uid, ..spec.clone() };
        let socket = match self.request_cell(&order) {
            Ok(socket) => socket,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.cells.clear();
                self.launcher = Launcher::start(&self.path, self.level)?;
                self.request_cell(&order).map_err(|error| Error::system("the launcher does not answer", error))?
            }
            Err(error) => return Err(Error::system("cannot ask for a cell", error)),
        };
        let mut shortage = None;
        let why = match wait(socket.as_fd(), None, Duration::from_secs(20)) {
            Wait::Ready => match socket::receive_from(socket.as_fd(), &mut [0; 4096]) {
                Ok(Some((Reply::Ready { is_blind }, _, pid))) => {
                    let (spec, kills) = (spec.clone(), OomKills::default());
                    let is_blind = is_blind && self.level < Level::FullCgroup;
                    return Ok(HeldCell { spec, user, socket, pid, is_blind, program: None, used: 0, kills });
                }
                Ok(Some((Reply::Unfit(why, errno), ..))) => {
                    shortage = errno;
                    why
                }
                Ok(Some(_)) => "it talks nonsense".into(),
                Ok(None) => "it died while it was set up".into(),
                Err(error) => error.to_string(),
            },
            Wait::Cancelled | Wait::TimedOut => "it does not answer".into(),
        };
        // That says nothing about the level, and another one would not find it either.
        if let Some(folder) = gone(spec, &why) {
            return Err(Error::Gone { folder });
        }
        let level = self.level;
        let reason = format!("cannot set up a cell at level {}: {why}", level.name());
        Err(Error::Level { level, reason, shortage })
    }

    fn request_cell(&self, spec: &CellSpec) -> io::Result<OwnedFd> {
        let (ours, theirs) = socket::pair()?;
        socket::ask_for_senders(ours.as_fd())?;
        let control = self.launcher.control.as_ref().ok_or(io::ErrorKind::BrokenPipe)?;
        socket::send(control.as_fd(), spec, &[theirs.as_fd()])?;
        Ok(ours)
    }

    /// Puts a cell back. If there are too many, lets go of the one that was idle longest, but never
    /// of the one for solutions.
    pub(super) fn keep(&mut self, held: HeldCell) {
        self.cells.push(held);
        // Cells that serve are counted separately; see `start_of`.
        if self.cells.iter().filter(|held| held.spec.serves.is_none()).count() > OTHER_CELLS + 1 {
            let plain = self.spec(Profile::Solution, &[], None);
            self.let_go(|held| held.spec != plain && held.spec.serves.is_none());
        }
    }

    /// Takes a cell and opens everything that `exec` needs.
    pub(super) fn ready<'a>(
        &mut self,
        exec: &'a Exec,
        start: Start,
    ) -> Result<(HeldCell, PreparedRun, Option<ScratchLoan<'a>>), Failure> {
        if by_path(exec.profile) {
            let metadata = std::fs::metadata(&exec.program).map_err(|error| Error::program(&exec.program, error))?;
            if metadata.is_dir() {
                return Err(Error::program(&exec.program, io::ErrorKind::IsADirectory.into()).into());
            }
        }
        let mut prepared = self.prepare(exec, start)?;
        let mut held = self.take(&self.spec_for(exec, start))?;
        held.used = self.serving.clock;
        held.kills.count(self.level);
        if held.user.is_some()
            && let Some(path) = self.closed(exec)
        {
            self.keep(held);
            return Err(Error::Closed { path }.into());
        }
        if !by_path(exec.profile) && held.program.as_ref() != Some(&exec.program) {
            match rustix::fs::open(&exec.program, OFlags::PATH | OFlags::CLOEXEC, Mode::empty()) {
                Ok(file) => prepared.program = Some(file.into()),
                Err(error) => {
                    self.keep(held);
                    return Err(Error::program(&exec.program, error.into()).into());
                }
            }
            held.program = Some(exec.program.clone());
            prepared.job.program = ProgramSource::Opened;
        }
        let scratch_loan = match (&exec.scratch, &held.user) {
            (Some(scratch), Some(user)) => Some(ScratchLoan::to(scratch, user.uid())?),
            (Some(_), None) | (None, _) => None,
        };
        Ok((held, prepared, scratch_loan))
    }

    /// What a program needs and cannot have. It would say that there is no such file, which looks
    /// like a crash of the program.
    fn closed(&self, exec: &Exec) -> Option<PathBuf> {
        match exec.profile {
            // Where nothing else contains root's programs, they have the rights of a user who owns
            // nothing.
            Profile::Runtime | Profile::Forking if self.level == Level::Measured => {
                exec.readable.iter().find_map(|path| closed_to_others(path))
            }
            // Landlock takes open files, and that user can open none in a folder that it may not
            // enter.
            Profile::Runtime | Profile::Forking | Profile::Tool
                if self.level == Level::Confined && credentials::reader().is_none() =>
            {
                exec.readable.iter().chain(&exec.scratch).find_map(|path| closed_way(path))
            }
            Profile::Runtime | Profile::Forking | Profile::Solution | Profile::Tool => None,
        }
    }

    /// Kills everything of this worker when a cell does not answer. The next run starts a new
    /// launcher.
    pub(super) fn kill_all(&mut self) -> Failure {
        self.cells.clear();
        self.launcher.end();
        Failure::Cell("the cell does not answer".into())
    }

    /// Runs `attempt`, and once more in new cells if the first ones fail. A second failure is an
    /// error.
    pub(super) fn twice<T>(
        &mut self,
        what: &Path,
        cancel: &Cancel,
        mut attempt: impl FnMut(&mut CellPool) -> Result<Option<T>, Failure>,
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

    fn input(&self, path: &Path, profile: Profile, start: Start) -> Result<File, Error> {
        let (file, mode) = open_input(path)?;
        let root = rustix::process::geteuid().is_root();
        // As root we run programs as another user, who can open `/dev/stdin` only if he may read
        // the file.
        let private = root && mode & 0o004 == 0;
        // At this level tools may change modes and times, and the file may belong to their user.
        let own = !root && profile == Profile::Tool && self.level >= Level::Full;
        // What a server may open by name was granted by landlock before this input was known.
        let served = start == Start::Fork;
        if self.copies_inputs || private || own || served { copy(file) } else { Ok(file) }
    }

    fn prepare(&mut self, exec: &Exec, start: Start) -> Result<PreparedRun, Error> {
        let stdin = match &exec.stdin {
            Stdin::Empty => empty()?,
            Stdin::File(path) => self.input(path, exec.profile, start)?,
            Stdin::Captured(captured) if captured.len == 0 => empty()?,
            // A copy: the time of its last reading would tell the next program something.
            Stdin::Captured(captured) => copy(reopen(&captured.file)?)?,
        };
        let args = match start {
            Start::Exec => exec.args.as_slice(),
            Start::Fork => serving::arguments(exec),
        };
        let job = Job {
            program: if by_path(exec.profile) {
                ProgramSource::Path(c_string(exec.program.as_os_str())?)
            } else {
                ProgramSource::AsBefore
            },
            argv: [exec.program.as_os_str()]
                .into_iter()
                .chain(args.iter().map(OsString::as_os_str))
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
            directory: match exec.scratch.as_ref().or(exec.directory.as_ref()) {
                Some(path) => Some(c_string(path.as_os_str())?),
                // A runtime may ask for its working directory.
                None if matches!(exec.profile, Profile::Runtime | Profile::Forking) && self.level < Level::Full => {
                    Some(c"/".into())
                }
                None => None,
            },
            limits: match start {
                Start::Exec => exec.limits.clone(),
                // A server's limit on processes has room for one task besides it, and so contains
                // what the server could start. See `client::single`.
                Start::Fork => Limits { processes: 1, ..exec.limits.clone() },
            },
            core_wait: exec.core_wait,
            start,
            own_maps: exec.own_maps,
        };
        let (stdout, stderr) = (Output::new()?, Output::new()?);
        Ok(PreparedRun { job, stdin, stdout, stderr, program: None })
    }
}

fn serving_of(held: &HeldCell) -> Option<serving::ServingCell<'_>> {
    held.spec.serves.as_ref().map(|name| serving::ServingCell { name, used: held.used })
}

/// Whether a program is started by its path. Solutions are started from a descriptor, so that no
/// folder above them need be open to their user or visible in their cell. Runtimes and tools find
/// their libraries from their own path, so it must be the real one.
fn by_path(profile: Profile) -> bool {
    match profile {
        Profile::Solution => false,
        Profile::Runtime | Profile::Forking | Profile::Tool => true,
    }
}

/// Opens an empty input, anew for each run: through the flags of a shared one, a program could pass
/// something to the next.
fn empty() -> Result<File, Error> {
    File::open("/dev/null").map_err(|error| Error::system("cannot open /dev/null", error))
}

/// Opens a test file, and returns its mode too.
fn open_input(path: &Path) -> Result<(File, u32), Error> {
    // Without O_NONBLOCK a pipe in the place of a test file would block us here.
    let file = File::options()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(path)
        .map_err(|error| Error::input(path, error))?;
    let metadata = file.metadata().map_err(|error| Error::input(path, error))?;
    if metadata.is_file() {
        return Ok((file, metadata.mode()));
    }
    Err(Error::input(path, io::Error::other("not a regular file")))
}

/// Copies the bytes into memory, where nobody can change them.
fn copy(mut input: File) -> Result<File, Error> {
    let copied = sealed(&mut input).map_err(|error| Error::system("cannot copy an input into memory", error))?;
    reopen(&copied)
}

/// Opens a stream again from its beginning: the descriptor itself would share its position, and
/// could be written to.
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

/// The folder on the way to `path`, or `path` itself, that only its owner and group may use.
fn closed_to_others(path: &Path) -> Option<PathBuf> {
    let path = std::fs::canonicalize(path).ok()?;
    let needed = if path.is_dir() { 0o005 } else { 0o004 };
    closed_way(&path).or_else(|| lacks(&path, needed).then(|| path.clone()))
}

/// The folder on the way to `path` that only its owner and group may enter.
fn closed_way(path: &Path) -> Option<PathBuf> {
    let path = std::fs::canonicalize(path).ok()?;
    let mut folders: Vec<&Path> = path.ancestors().skip(1).collect();
    folders.reverse();
    folders.into_iter().find(|folder| lacks(folder, 0o001)).map(Path::to_path_buf)
}

fn lacks(path: &Path, mode: u32) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| meta.mode() & mode != mode)
}

/// What a cell was to have and is not there any more. A missing path that it was only allowed to
/// read counts if it is `why` there is no cell.
fn gone(spec: &CellSpec, why: &str) -> Option<PathBuf> {
    let readable = spec.readable.iter().filter(|path| why.contains(&*path.to_string_lossy()));
    spec.scratch.iter().chain(readable).map(PathBuf::from).find(|path| !path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_others_may_not_use_is_found_from_the_top() {
        let folder = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(folder.path()).unwrap();
        let (middle, file) = (top.join("middle"), top.join("middle/file"));
        fs::create_dir(&middle).unwrap();
        fs::write(&file, "").unwrap();
        let mode = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        let check = |modes: [u32; 3], path: &Path, expected: Option<&Path>| {
            [&top, &middle, &file].into_iter().zip(modes).for_each(|(path, bits)| mode(path, bits));
            assert_eq!(closed_to_others(path).as_deref(), expected, "{modes:?}");
        };
        check([0o755, 0o755, 0o644], &file, None);
        check([0o711, 0o711, 0o644], &file, None);
        check([0o711, 0o711, 0o644], &middle, Some(&middle));
        check([0o755, 0o755, 0o600], &file, Some(&file));
        check([0o755, 0o700, 0o644], &file, Some(&middle));
        check([0o700, 0o700, 0o600], &file, Some(&top));
        check([0o755, 0o755, 0o644], &top.join("missing"), None);
    }

    #[test]
    fn what_was_removed_is_told_from_what_the_machine_lacks() {
        let folder = tempfile::tempdir().unwrap();
        let (here, away) = (folder.path().join("here"), folder.path().join("away"));
        fs::create_dir(&here).unwrap();
        let spec = |scratch: &Path, readable: &[&Path]| CellSpec {
            level: Level::Full,
            profile: Profile::Tool,
            core: None,
            landlock: None,
            uid: None,
            readable: readable.iter().map(Into::into).collect(),
            scratch: Some(scratch.into()),
            serves: None,
        };
        let why = format!("{}: No such file or directory", away.display());
        assert_eq!(gone(&spec(&away, &[]), "it died"), Some(away.clone()));
        assert_eq!(gone(&spec(&here, &[&here, &away]), &why), Some(away.clone()));
        assert_eq!(gone(&spec(&here, &[&here, &away]), "namespaces: Operation not permitted"), None);
        assert_eq!(gone(&spec(&here, &[&here]), &format!("{}: Permission denied", here.display())), None);
    }
}
