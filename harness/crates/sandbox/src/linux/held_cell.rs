//! Talks to one cell: a job goes there, an answer comes back.

use super::memory_files::Output;
use super::messages::{CellSpec, Job, Reply, Request};
use super::oom::OomKills;
use super::ready::ready;
use super::socket;
use super::usage_watch::UsageWatch;
use super::users::User;
use crate::facts::Facts;
use crate::{Cancel, Error, Exec};
use rustix::process::Pid;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A cell that is set up, either idle or in use by the run that took it.
pub(crate) struct HeldCell {
    pub spec: CellSpec,
    /// The user its programs run as, if that is not the harness's own.
    pub user: Option<User>,
    pub socket: OwnedFd,
    /// The cell's process number as this process sees it, if it does.
    pub pid: Option<Pid>,
    /// Whether it cannot see what it started, and nothing else bounds that.
    pub is_blind: bool,
    /// The last program it was given as a descriptor, which it still holds.
    pub program: Option<PathBuf>,
    /// When it last ran a program by a fork: see `ServingPrograms::clock`.
    pub used: u64,
    /// Kills for want of memory before its program started.
    pub kills: OomKills,
}

/// Why an attempt failed.
pub(crate) enum Failure {
    /// The cell failed; another one may do better.
    Cell(String),
    Error(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Error(error)
    }
}

/// The answers of a cell that is not broken.
pub(crate) enum Answer {
    Done(Facts),
    Cancelled,
    Unserved,
    NotStarted(String, Option<i32>),
}

impl HeldCell {
    /// The cell whose programs this process looks at, because it cannot.
    pub(super) fn blind(&self) -> Option<Pid> {
        self.pid.filter(|_| self.is_blind)
    }

    /// Sends a request while a program runs. If the cell no longer hears us, its end of file comes
    /// next.
    pub(super) fn request(&self, request: &Request) {
        let _ = socket::send(self.socket.as_fd(), request, &[]);
    }

    /// Stops the program of a run that is cancelled. False when the cell does not answer.
    pub(super) fn stop(&self, patience: Duration) -> Result<bool, Failure> {
        self.request(&Request::Stop);
        match wait(self.socket.as_fd(), None, patience) {
            Wait::Ready => self.answer().map(|_| true),
            Wait::Cancelled | Wait::TimedOut => Ok(false),
        }
    }

    /// Reads the answer that is there.
    pub(super) fn answer(&self) -> Result<Answer, Failure> {
        match socket::receive(self.socket.as_fd(), &mut [0; 4096]) {
            Ok(Some((Reply::Done(facts), _))) => Ok(Answer::Done(facts)),
            Ok(Some((Reply::Cancelled, _))) => Ok(Answer::Cancelled),
            Ok(Some((Reply::NotStarted(step, errno), _))) => Ok(Answer::NotStarted(step, errno)),
            Ok(Some((Reply::Unserved(_), _))) => Ok(Answer::Unserved),
            Ok(Some((Reply::Broken(why) | Reply::Unfit(why, _), _))) => Err(Failure::Cell(why)),
            Ok(Some((Reply::Ready { .. }, _))) => Err(Failure::Cell("the cell talks nonsense".into())),
            Ok(None) => Err(Failure::Cell("the cell died".into())),
            Err(error) => Err(Failure::Cell(format!("receiving an answer: {error}"))),
        }
    }
}

/// How long a cell may take to clean up and answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// Everything a run needs, opened, including the program unless the cell holds it.
pub(crate) struct PreparedRun {
    pub job: Job,
    pub stdin: File,
    pub stdout: Output,
    pub stderr: Output,
    pub program: Option<File>,
}

impl PreparedRun {
    /// Hands the run to a cell.
    pub(super) fn send(&self, held: &HeldCell, exec: &Exec) -> Result<(), Failure> {
        let message = Request::Run(self.job.clone());
        socket::send(held.socket.as_fd(), &message, &self.borrow()).map_err(|error| {
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

/// What ended the wait for a cell.
pub(crate) enum Wait {
    Ready,
    Cancelled,
    TimedOut,
}

/// Sleeps until `socket` has something, `cancel` is raised or `patience` is over. Something on the
/// socket wins over `cancel`.
pub(crate) fn wait(socket: BorrowedFd<'_>, cancel: Option<&Cancel>, patience: Duration) -> Wait {
    let end = Instant::now() + patience;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match ready([Some(socket), cancel.map(Cancel::fd)], [], left) {
            [true, _] => return Wait::Ready,
            [false, true] => return Wait::Cancelled,
            [false, false] if left.is_zero() => return Wait::TimedOut,
            [false, false] => {}
        }
    }
}

/// Does [`wait`], and ends the program when it has written or taken too much.
pub(super) fn wait_watching(held: &HeldCell, mut watch: UsageWatch<'_>, cancel: &Cancel, patience: Duration) -> Wait {
    let end = Instant::now() + patience;
    while Instant::now() < end {
        let left = watch.next().min(end).saturating_duration_since(Instant::now());
        match wait(held.socket.as_fd(), Some(cancel), left) {
            Wait::TimedOut => {
                if let Some(why) = watch.verdict() {
                    held.request(&Request::End(why));
                    break;
                }
            }
            waited @ (Wait::Ready | Wait::Cancelled) => return waited,
        }
    }
    wait(held.socket.as_fd(), Some(cancel), end.saturating_duration_since(Instant::now()))
}

pub(crate) fn not_started(exec: &Exec, step: &str, errno: Option<i32>) -> Error {
    let Some(errno) = errno else {
        return Error::Limited { program: exec.program.clone(), limit: step.to_owned() };
    };
    let error = io::Error::from_raw_os_error(errno);
    match step {
        "exec" => Error::exec(&exec.program, error),
        _ => Error::system(format!("cannot start {}: {step}", exec.program.display()), error),
    }
}
