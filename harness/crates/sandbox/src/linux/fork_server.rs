//! Makes runs cheaper than exec: a program is loaded once and forked for each run.
//!
//! # Theory of operation
//!
//! The program gets a cell of its own. The cell starts it as always, under the limits of a run, but
//! with a socket as its standard input and [`MARK`] in its environment. The stop, an object linked
//! into the program (`stop/stop.rs`), sees that and halts before the first constructor: now the
//! program is the *server*. For each run the cell sends it the three streams. The server clones
//! itself with `CLONE_PARENT`, so the new process, the run's *child*, is the cell's own child: it
//! is waited for, measured, limited and killed like any other. It announces itself with one byte,
//! to which the kernel adds its process number. Then it takes its streams, which closes the socket,
//! and goes on into the program.
//!
//! *Why `.preinit_array`.* By then the loader has done what costs most, and of the program's code
//! only resolvers of indirect functions have run. After it come the constructors, which belong to
//! each run. Static and dynamic programs both have it. An entry point of our own would come too
//! early in static programs, a preloaded library does not reach them, and ptrace is slow and often
//! forbidden.
//!
//! *What is trusted.* Nothing that the server or its child says. A program may contain code that
//! runs before the stop and can replace it. So everything that contains a run works from outside:
//!
//! * Both are under the limits, the user, the namespaces, the landlock and the filter of any run of
//!   this program, from their first instruction on. The limit on processes leaves room for the
//!   server and one child. The filter lets the server make that child only with a secret. Each
//!   request for a run brings the secret, and the stop wipes it before the program's own code runs.
//!   A program that forges the stop can keep the secret, but the limit on processes has no room for
//!   a second child.
//! * The child's number comes from the kernel, and the cell checks that it is its own child.
//! * CPU time is the child's plus what the server used meanwhile: computing in the server is not
//!   free.
//! * No other program is ever in this cell, so there is nobody to disturb. Streams are not reused.
//!   When anything is odd, the cell kills everything in it and reports that it cannot serve. The
//!   run is then repeated the ordinary way, and so is every later run of the program.
//!
//! A program that forges the stop can remember things from run to run, and use as much memory again
//! in its server. It deceives nobody but itself, and only as long as the server lives.
//!
//! *What differs from an ordinary run.* Address layout, stack protector and hash seeds are the same
//! for the runs of one server, hence a new one every [`RUNS`] runs. A child's figures begin at the
//! fork. CPU time does not include the loading. Of the loading, the memory peak includes only the
//! pages that were written, so it is never above that of an ordinary run, and below it by no more
//! than an empty program uses.

use super::children::{Deaths, ReapOutcome, end_of, is_child, reap};
use super::landlock::OpenProgram;
use super::messages::Job;
use super::process_tree::{self, KillScope};
use super::ready::ready;
use super::socket;
use super::spawner::{Limit, Spawner};
use crate::stop::MARK;
use rustix::fd::AsFd;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags,
    recvmsg, sendmsg,
};
use std::ffi::CString;
use std::fs::File;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

/// Runs of one server: after this many, what all forks of a process have in common is renewed.
const RUNS: u32 = 256;

/// How long loading a program, or a fork, may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(5);

/// The place of a server, and the server while there is one.
pub(super) struct ForkServer {
    /// The cell's end, on which the kernel reports who wrote.
    ours: OwnedFd,
    theirs: OwnedFd,
    null: OwnedFd,
    /// The secret with which the filter lets the server fork.
    pub secret: u64,
    alive: Option<LiveServer>,
}

struct LiveServer {
    pid: libc::pid_t,
    runs: u32,
    /// What it serves: the program's number, if it came as a descriptor, and the job.
    program: Option<u64>,
    job: Job,
    /// Its CPU time at the last request for a fork.
    before: Duration,
}

impl LiveServer {
    fn serves(&self, begin: &ServerStart<'_>) -> bool {
        let program = begin.program.map(|program| program.number);
        self.job.is_like(begin.job) && self.program == program && self.runs < RUNS
    }
}

/// What a server is started for, and under which limits.
pub(super) struct ServerStart<'a> {
    pub job: &'a Job,
    /// The program, if it came as a descriptor.
    pub program: Option<&'a OpenProgram>,
    pub limits: &'a [Limit],
    /// Whether the cell is process 1.
    pub init: bool,
}

/// Why there is no fork.
#[derive(Debug)]
pub(super) enum ForkRefusal {
    Unserved(String),
    /// The harness has something to say.
    Interrupted,
}

fn unserved<T>(why: impl Into<String>) -> Result<T, ForkRefusal> {
    Err(ForkRefusal::Unserved(why.into()))
}

impl ForkServer {
    /// Call before the system-call filter is in force.
    pub(super) fn prepare(secret: u64) -> io::Result<ForkServer> {
        let (ours, theirs) = socket::pair()?;
        rustix::net::sockopt::set_socket_passcred(&ours, true)?;
        let null = File::options().read(true).write(true).open("/dev/null")?.into();
        Ok(ForkServer { ours, theirs, null, secret, alive: None })
    }

    pub(super) fn is_alive(&self) -> bool {
        self.alive.is_some()
    }

    /// Forks the child of a run, with these streams; it is a child of the cell. If there is no
    /// server, or none that fits, starts one.
    pub(super) fn child(
        &mut self,
        spawner: &mut Spawner,
        begin: &ServerStart<'_>,
        streams: &[OwnedFd],
        sockets: &ControlSockets<'_>,
    ) -> Result<libc::pid_t, ForkRefusal> {
        if self.alive.as_ref().is_some_and(|alive| alive.serves(begin)) {
            match self.fork(streams, sockets) {
                // The last run may have killed the server too: a signal to its own group reaches
                // it.
                Err(ForkRefusal::Unserved(_)) => {}
                result => return result,
            }
        }
        self.end(begin.init, spawner.secret).or_else(unserved)?;
        self.begin(spawner, begin, sockets)?;
        self.fork(streams, sockets)
    }

    /// Loads the program and waits until it has stopped.
    fn begin(
        &mut self,
        spawner: &mut Spawner,
        begin: &ServerStart<'_>,
        sockets: &ControlSockets<'_>,
    ) -> Result<(), ForkRefusal> {
        // Discards what an earlier server said that nobody read, and what it was sent and did not
        // read.
        for end in [&self.ours, &self.theirs] {
            while message(end).is_ok() {}
        }
        let ServerStart { job, program, limits, .. } = *begin;
        let copy =
            |fd: &OwnedFd| fd.try_clone().map_err(|error| ForkRefusal::Unserved(format!("a descriptor: {error}")));
        let streams = [copy(&self.theirs)?, copy(&self.null)?, copy(&self.null)?];
        let mut serving = job.clone();
        serving.env.insert(0, CString::new(MARK).unwrap_or_default());
        let pid = match spawner.start(&serving, &streams, program, limits) {
            Ok(pid) => pid,
            Err(failure) => return unserved(format!("{}: error {}", failure.step, failure.errno)),
        };
        let program = program.map(|program| program.number);
        self.alive = Some(LiveServer { pid, runs: 0, program, job: job.clone(), before: Duration::ZERO });
        match self.hear(pid, sockets)? {
            who if who == pid => Ok(()),
            _ => unserved("another process spoke for the program"),
        }
    }

    fn fork(&mut self, streams: &[OwnedFd], sockets: &ControlSockets<'_>) -> Result<libc::pid_t, ForkRefusal> {
        let Some(alive) = &mut self.alive else { return unserved("there is no server") };
        alive.runs += 1;
        alive.before = process_tree::cpu_clock(alive.pid);
        let server = alive.pid;
        let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut room);
        let streams: Vec<BorrowedFd<'_>> = streams.iter().map(AsFd::as_fd).collect();
        control.push(SendAncillaryMessage::ScmRights(&streams));
        let secret = self.secret.to_ne_bytes();
        let flags = SendFlags::NOSIGNAL | SendFlags::DONTWAIT;
        if let Err(error) = sendmsg(&self.ours, &[IoSlice::new(&secret)], &mut control, flags) {
            return unserved(format!("asking for a fork: {error}"));
        }
        match self.hear(server, sockets)? {
            child if child != server && is_child(child) => Ok(child),
            _ => unserved("the server spoke, and no child of the cell"),
        }
    }

    /// CPU time of the server since the last request for a fork.
    pub(super) fn cpu(&self) -> Duration {
        let used = |alive: &LiveServer| process_tree::cpu_clock(alive.pid).saturating_sub(alive.before);
        self.alive.as_ref().map_or(Duration::ZERO, used)
    }

    /// Whether the server is still there and nothing else has ended. Call after the child was
    /// reaped.
    pub(super) fn is_sound(&self) -> bool {
        matches!(reap(None), ReapOutcome::NoneYet)
    }

    /// Kills the server, and whatever else is in the cell.
    pub(super) fn end(&mut self, init: bool, key: u64) -> Result<(), String> {
        if let Some(alive) = self.alive.take() {
            process_tree::kill(alive.pid, key);
            let rest = if init { KillScope::Namespace } else { KillScope::Descendants };
            rest.reap(key)?;
        }
        Ok(())
    }

    /// Waits for a byte and returns its sender.
    fn hear(&self, server: libc::pid_t, sockets: &ControlSockets<'_>) -> Result<libc::pid_t, ForkRefusal> {
        let end = Instant::now() + PATIENCE;
        loop {
            // Checked before the poll: it may have ended after it spoke.
            let ended = end_of(server).is_some();
            let left = if ended { Duration::ZERO } else { end.saturating_duration_since(Instant::now()) };
            let reads = [self.ours.as_fd(), sockets.harness, sockets.deaths.as_fd()].map(Some);
            let [spoke, interrupted, died] = ready(reads, [], left);
            if spoke {
                return message(&self.ours).or_else(|error| unserved(format!("hearing the server: {error}")));
            }
            if ended {
                return unserved("it ended before it served");
            }
            if interrupted {
                return Err(ForkRefusal::Interrupted);
            }
            if died {
                sockets.deaths.heard();
            }
            if left.is_zero() {
                return unserved("it does not stop before its own code");
            }
        }
    }
}

/// Takes the waiting packet, discards what came with it, and returns its sender.
fn message(end: &OwnedFd) -> io::Result<libc::pid_t> {
    let mut room = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmCredentials(1))];
    let mut control = RecvAncillaryBuffer::new(&mut room);
    let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
    recvmsg(end, &mut [IoSliceMut::new(&mut [0; 8])], &mut control, flags)?;
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmCredentials(sender) = message {
            return Ok(sender.pid.as_raw_nonzero().get());
        }
    }
    Ok(0)
}

/// What a cell listens to while it waits for its server.
pub(super) struct ControlSockets<'a> {
    pub harness: BorrowedFd<'a>,
    pub deaths: &'a Deaths,
}
