//! Failures on our side. An error is never a fact about the program.

use crate::Level;
use libc::{EACCES, EINVAL, EIO, ELIBBAD, ELOOP, ENAMETOOLONG, ENOENT, ENOEXEC, ENOTDIR};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Cheap to clone: several workers may have to get the same one.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The program does not exist or cannot be executed.
    #[error("cannot start {}", program.display())]
    Program {
        /// The program's path.
        program: PathBuf,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// Its standard input cannot be opened, or is not a regular file.
    #[error("cannot read {}", path.display())]
    Input {
        /// The input's path.
        path: PathBuf,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// The machine ran out of something that the sandbox itself needs: space, inodes, descriptors,
    /// memory, processes.
    #[error("{what}")]
    Exhausted {
        /// What failed: a lower-case fragment.
        what: String,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// The system refused something else.
    #[error("{what}")]
    System {
        /// What failed: a lower-case fragment.
        what: String,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// Whoever started the harness has set a limit below what a run may have.
    #[error("cannot start {}: {limit}", program.display())]
    Limited {
        /// The program's path.
        program: PathBuf,
        /// What is more than which limit.
        limit: String,
    },
    /// Programs run as another user, who may not read this.
    #[error("another user, as whom programs run here, may not enter or read {}", path.display())]
    Closed {
        /// The file or folder that is closed to it.
        path: PathBuf,
    },
    /// A folder that was handed over is not there any more.
    #[error("{} was removed while a program was to work in it", folder.display())]
    Gone {
        /// The folder.
        folder: PathBuf,
    },
    /// The level does not work here.
    #[error("{reason}")]
    Level {
        /// The level that was asked for.
        level: Level,
        /// What failed in the trial.
        reason: String,
        /// The error number when the machine ran out of something: another moment may do better.
        shortage: Option<i32>,
    },
    /// The level was remembered as working, and no longer does. The next [`open`](crate::open)
    /// chooses anew.
    #[error(transparent)]
    LevelLost(Box<Error>),
    /// Two cells in a row died or broke the protocol.
    #[error("two cells in a row failed to run {}: {}", program.display(), reasons.join("; then "))]
    Cells {
        /// The program that was to run in them.
        program: PathBuf,
        /// How each one failed.
        reasons: Vec<String>,
    },
}

impl Error {
    /// A system call of ours failed. `what` is a lower-case fragment.
    pub(crate) fn system(what: impl Into<String>, error: io::Error) -> Error {
        let (what, out) = (what.into(), is_exhaustion(&error));
        let source = Arc::new(error);
        if out { Error::Exhausted { what, source } } else { Error::System { what, source } }
    }

    pub(crate) fn program(program: impl Into<PathBuf>, error: io::Error) -> Error {
        Error::Program { program: program.into(), source: Arc::new(error) }
    }

    /// What `execve` said of this program.
    pub(crate) fn exec(program: &Path, error: io::Error) -> Error {
        match error.raw_os_error() {
            Some(errno) if BAD_PROGRAM.contains(&errno) => Error::program(program, error),
            _ => Error::system(format!("cannot start {}: exec", program.display()), error),
        }
    }

    /// What the system says of a program that it refuses for what the program is: its format, or
    /// its loader. `None` where the reason may be the machine's: a disk mounted `noexec`, say.
    pub fn bad_program(&self) -> Option<&io::Error> {
        let Error::Program { program, source } = self else { return None };
        let errno = source.raw_os_error().filter(|errno| BAD_PROGRAM.contains(errno))?;
        // A disk that fails says `EIO`, too.
        let is_read = errno != EIO || std::fs::read(program).is_ok();
        let may_run = rustix::fs::access(program, rustix::fs::Access::EXEC_OK).is_ok();
        (is_read && may_run).then_some(&**source)
    }

    pub(crate) fn input(path: impl Into<PathBuf>, error: io::Error) -> Error {
        Error::Input { path: path.into(), source: Arc::new(error) }
    }

    /// Whether the machine ran out of something: another moment may do better.
    pub(crate) fn is_shortage(&self) -> bool {
        match self {
            Error::Exhausted { .. } | Error::Level { shortage: Some(_), .. } => true,
            Error::LevelLost(cause) => cause.is_shortage(),
            Error::Program { source, .. } | Error::Input { source, .. } | Error::System { source, .. } => {
                is_exhaustion(source)
            }
            Error::Level { .. }
            | Error::Limited { .. }
            | Error::Closed { .. }
            | Error::Gone { .. }
            | Error::Cells { .. } => false,
        }
    }

    /// What to do about it: a lower-case fragment.
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Error::Level { shortage: Some(errno), .. } => shortage_hint(*errno),
            Error::Level { level, .. } => level.needs().or(Some(AGAIN)),
            Error::Limited { .. } => Some("start the harness where this limit is not as low"),
            Error::Closed { .. } => Some(
                "open it to everybody, name a folder elsewhere for the cache with HARNESS_CACHE_DIR, or run as an \
                 ordinary user",
            ),
            Error::Gone { .. } => Some("keep cleaners away from it, and run again"),
            // What ran out is the cause, and another level would lack it, too.
            Error::LevelLost(cause) if cause.is_shortage() => cause.hint(),
            Error::LevelLost(cause) if matches!(**cause, Error::Limited { .. }) => cause.hint(),
            Error::LevelLost(_) => Some("it worked before: run again to choose a level anew"),
            Error::Program { program, source }
                if source.kind() == io::ErrorKind::PermissionDenied && is_noexec(program) =>
            {
                Some(
                    "nothing may be executed on that file system (`noexec`): name a folder elsewhere with \
                     HARNESS_CACHE_DIR",
                )
            }
            // The file exists, but the user that programs run as may not use it.
            Error::Program { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => {
                Some("let every user read and execute it: nobody runs as root here")
            }
            Error::Program { source, .. }
            | Error::Input { source, .. }
            | Error::System { source, .. }
            | Error::Exhausted { source, .. }
                if is_exhaustion(source) =>
            {
                source.raw_os_error().and_then(shortage_hint)
            }
            // Anybody may take the names by which the users of cells are taken.
            Error::System { source, .. } if source.kind() == io::ErrorKind::AddrInUse => Some(
                "end the program that holds the names `harness-user-…`, which `ss -xp` shows, or run as an ordinary user",
            ),
            Error::Program { program, source } if source.kind() == io::ErrorKind::NotFound && !program.exists() => {
                Some("it is gone: keep cleaners away from it, and run again")
            }
            Error::Program { .. } => Some("see that it is there, and that it was made for this machine"),
            Error::Input { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => {
                Some("let this user read it")
            }
            Error::Input { .. } => Some("see that the file is there and stays as it is, then run again"),
            Error::Exhausted { .. } | Error::System { .. } | Error::Cells { .. } => Some(lacking().unwrap_or(AGAIN)),
        }
    }
}

/// What `execve` says of a program that it refuses for its format or its loader. `EIO`: the loader
/// is shorter than the head of a program.
const BAD_PROGRAM: [i32; 9] = [EACCES, EINVAL, EIO, ELIBBAD, ELOOP, ENAMETOOLONG, ENOENT, ENOEXEC, ENOTDIR];

/// What to do where something is missing that every Linux has.
fn lacking() -> Option<&'static str> {
    let places = [
        ("/proc/self", "mount /proc here: `mount -t proc proc /proc`"),
        ("/dev/null", "mount /dev here, or make what it lacks: `mknod -m 666 /dev/null c 1 3`"),
    ];
    places.into_iter().find(|(place, _)| !std::path::Path::new(place).exists()).map(|(_, hint)| hint)
}

/// What to do when no process can be started.
pub const MORE_PROCESSES: &str =
    "allow more processes, with `ulimit -u` or the container's limit, or run fewer jobs at a time";

/// What to do when memory runs out.
pub const MORE_MEMORY: &str = "free memory, or run fewer jobs at a time";

/// What to do where nobody knows more.
const AGAIN: &str = "run again; if it fails again, see what this machine can do";

fn shortage_hint(errno: i32) -> Option<&'static str> {
    match errno {
        libc::EMFILE => Some("allow more open files, with `ulimit -n`, or run fewer jobs at a time"),
        libc::ENFILE => Some("end programs that hold files open, or raise `fs.file-max`"),
        libc::ENOSPC | libc::EDQUOT => Some("make room"),
        libc::EAGAIN => Some(MORE_PROCESSES),
        libc::ENOMEM | libc::ENOBUFS => Some(MORE_MEMORY),
        _ => None,
    }
}

fn is_noexec(program: &Path) -> bool {
    rustix::fs::statvfs(program).is_ok_and(|disk| disk.f_flag.contains(rustix::fs::StatVfsMountFlags::NOEXEC))
}

/// Whether the machine ran out of something: another moment, or another machine, may do better.
pub fn is_exhaustion(error: &io::Error) -> bool {
    const ERRNOS: [i32; 7] =
        [libc::ENOSPC, libc::EDQUOT, libc::EMFILE, libc::ENFILE, libc::ENOMEM, libc::EAGAIN, libc::ENOBUFS];
    error.raw_os_error().is_some_and(|errno| ERRNOS.contains(&errno))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error as _;

    #[test]
    fn running_out_is_told_from_being_refused_and_the_cause_stays() {
        let kind = |errno| Error::system("x", io::Error::from_raw_os_error(errno));
        assert!(matches!(kind(libc::EMFILE), Error::Exhausted { .. }));
        assert!(kind(libc::EMFILE).hint().unwrap().contains("ulimit -n"));
        assert!(kind(libc::EAGAIN).hint().unwrap().contains("ulimit -u"));
        assert!(kind(libc::ENOMEM).hint().unwrap().contains("memory"));
        let lost = Error::LevelLost(Box::new(kind(libc::EMFILE)));
        assert_eq!(lost.hint(), kind(libc::EMFILE).hint(), "another level would lack it, too");
        let level = |shortage| Error::Level { level: Level::Full, reason: "x".into(), shortage };
        assert_eq!(level(Some(libc::EAGAIN)).hint(), Some(MORE_PROCESSES));
        assert_eq!(Error::LevelLost(Box::new(level(Some(libc::EAGAIN)))).hint(), Some(MORE_PROCESSES));
        assert_eq!(level(None).hint(), Level::Full.needs());
        let limited =
            Error::Limited { program: "/p".into(), limit: "9 files are more than the 8 of `ulimit -Hn`".into() };
        assert_eq!(limited.to_string(), "cannot start /p: 9 files are more than the 8 of `ulimit -Hn`");
        assert!(limited.hint().is_some() && Error::LevelLost(Box::new(limited.clone())).hint() == limited.hint());
        assert!(matches!(kind(libc::EPERM), Error::System { .. }));
        assert!(kind(libc::EADDRINUSE).hint().unwrap().contains("harness-user-"));
        assert_eq!(kind(libc::EPERM).source().unwrap().to_string(), io::Error::from_raw_os_error(1).to_string());
        let lost = Error::LevelLost(Box::new(kind(libc::EPERM)));
        assert_eq!((lost.to_string(), lost.source().is_some()), ("x".to_owned(), true));
    }

    #[test]
    fn what_execve_refuses_for_what_a_program_is_is_an_error_of_the_program() {
        let check = |errno: i32, is_program: bool| {
            let error = Error::exec(Path::new("/proc/self/exe"), io::Error::from_raw_os_error(errno));
            assert_eq!(matches!(error, Error::Program { .. }), is_program, "{error:?}");
            assert_eq!(error.bad_program().is_some(), is_program, "{error:?}");
        };
        for errno in [EACCES, EINVAL, EIO, ELIBBAD, ELOOP, ENAMETOOLONG, ENOENT, ENOEXEC, ENOTDIR] {
            check(errno, true);
        }
        for errno in [libc::ENOMEM, libc::EAGAIN, libc::E2BIG, libc::EPERM, libc::EMFILE] {
            check(errno, false);
        }
    }

    #[test]
    fn every_error_has_a_hint_and_a_shortage_the_same_one_wherever_it_shows() {
        let of = |errno| io::Error::from_raw_os_error(errno);
        let errnos =
            [libc::ENOSPC, libc::EDQUOT, libc::EMFILE, libc::ENFILE, libc::ENOMEM, libc::EAGAIN, libc::ENOBUFS];
        for errno in errnos.into_iter().chain([libc::ENOENT, libc::ENOEXEC, libc::EIO, libc::EPERM]) {
            let mut all = vec![
                Error::program("/p", of(errno)),
                Error::input("/i", of(errno)),
                Error::system("x", of(errno)),
                Error::Exhausted { what: "x".into(), source: Arc::new(of(errno)) },
            ];
            all.extend(Level::ALL.map(|level| {
                let shortage = errnos.contains(&errno).then_some(errno);
                Error::Level { level, reason: "x".into(), shortage }
            }));
            for error in all {
                let hint = error.hint().unwrap();
                let lost = Error::LevelLost(Box::new(error.clone()));
                assert!(lost.hint().is_some(), "{lost:?}");
                if errnos.contains(&errno) {
                    assert_eq!((Some(hint), lost.hint()), (shortage_hint(errno), Some(hint)), "{error:?}");
                }
            }
        }
        // A program without its interpreter is there.
        let hint = |program: &str| Error::program(program, of(libc::ENOENT)).hint().unwrap();
        assert!(hint("/nowhere/p").contains("cleaners") && hint("/proc/self/exe").contains("made for this machine"));
        let others = [
            Error::Limited { program: "/p".into(), limit: "x".into() },
            Error::Closed { path: "/p".into() },
            Error::Gone { folder: "/p".into() },
            Error::Cells { program: "/p".into(), reasons: vec!["x".into()] },
        ];
        assert!(others.iter().all(|error| error.hint().is_some()));
    }
}
