//! One program of a dialogue, as the relay between the two sees it: its standard input and output
//! pass through the relay. Knows nothing of its partner.

use super::cell_pool::CellPool;
use super::held_cell::{Answer, Failure, HeldCell, PreparedRun, not_started};
use super::memory_files::seal;
use super::messages::Request;
use super::process_tree;
use super::queue::Queue;
use super::scratch_owner::ScratchLoan;
use super::usage_watch::UsageWatch;
use crate::facts::{self, Facts, Kill};
use crate::{CompletedRun, Error, Exec, Start};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Bytes that the relay buffers in each direction.
pub(super) const BUFFER: usize = 1 << 20;

/// How long the harness may be suspended, with Ctrl-Z say, while two programs talk.
const SUSPENDED: Duration = Duration::from_secs(24 * 60 * 60);

/// One program, seen from the relay.
pub(super) struct Party<'a> {
    pub exec: &'a Exec,
    pub held: HeldCell,
    _scratch_loan: Option<ScratchLoan<'a>>,
    /// What it writes, until it ends its output.
    pub output: Option<File>,
    /// What it reads, until its input ends.
    pub input: Option<File>,
    /// Under way to its input.
    pub pending: Vec<u8>,
    /// When its output ended, while its partner does not know yet; later, when the relay last
    /// checked whether it goes on.
    pub hung_up: Option<Instant>,
    /// A copy of what it wrote, up to its cap.
    record: Arc<File>,
    stderr: Arc<File>,
    written: u64,
    /// Looks at its folder and its memory, until the program was ended for them.
    pub watch: Option<UsageWatch<'a>>,
    pub machine: MachineWait,
    pub facts: Option<Facts>,
}

/// What its processes have waited for the machine and computed, those included that were seen
/// before they ended.
#[derive(Default)]
pub(super) struct MachineWait {
    queue: Queue,
    looked: Option<Instant>,
    pub queued: Duration,
    pub computed: Duration,
}

impl MachineWait {
    /// Looks at what `cell` has started.
    fn look(&mut self, cell: libc::pid_t) {
        let stats = process_tree::below_cell(cell);
        self.computed = self.computed.max(process_tree::cpu_of_all(&stats));
        self.queued = self.queue.see(stats);
    }
}

impl<'a> Party<'a> {
    /// `latest`: after this time on the clock, whoever relays its words has ended it.
    pub(super) fn start(pool: &mut CellPool, exec: &'a Exec, latest: Duration) -> Result<Party<'a>, Failure> {
        let (held, mut prepared, scratch_loan) = pool.ready(exec, Start::Exec)?;
        // A program may open its streams once more by name, each for what it is for.
        let pipe = |mode| wide_pipe(mode).map_err(|error| Failure::Error(Error::system("cannot make a pipe", error)));
        let (stdin, input) = pipe(0o444)?;
        let (output, stdout) = pipe(0o222)?;
        for end in [&input, &output] {
            set_nonblocking(end).map_err(|error| Failure::Error(Error::system("cannot make a pipe", error)))?;
        }
        prepared.stdin = stdin;
        let record = Arc::clone(&prepared.stdout.file);
        prepared.stdout.writer = stdout;
        // Time on the clock is the relay's to keep. The cell does not know when the relay is
        // suspended, and would end a program that only waits for it, or for its partner.
        prepared.job.limits.wall = latest + SUSPENDED;
        prepared.send(&held, exec)?;
        // Our copies of the program's own ends are closed with `prepared`: an end of file must be
        // seen.
        let PreparedRun { stderr, .. } = prepared;
        let watch = UsageWatch::of(exec, held.blind(), Start::Exec);
        Ok(Party {
            exec,
            held,
            _scratch_loan: scratch_loan,
            output: Some(output),
            input: Some(input),
            pending: Vec::new(),
            hung_up: None,
            record,
            stderr: stderr.file,
            written: 0,
            watch,
            machine: MachineWait::default(),
            facts: None,
        })
    }

    /// Its output, unless the partner still has to read what came before.
    pub(super) fn readable(&self, partner: &Party<'_>) -> Option<BorrowedFd<'_>> {
        self.output.as_ref().filter(|_| partner.pending.len() < BUFFER && !self.is_past_cap()).map(AsFd::as_fd)
    }

    /// Its input, while something is under way to it.
    pub(super) fn writable(&self) -> Option<BorrowedFd<'_>> {
        self.input.as_ref().filter(|_| !self.pending.is_empty()).map(AsFd::as_fd)
    }

    /// Whether it is alive, as far as the relay can see.
    pub(super) fn goes_on(&self) -> bool {
        self.held.pid.is_none_or(|pid| process_tree::goes_on(pid.as_raw_nonzero().get()))
    }

    /// Its cell, until the cell has answered.
    pub(super) fn cell(&self) -> Option<BorrowedFd<'_>> {
        self.facts.is_none().then(|| self.held.socket.as_fd())
    }

    /// Writes the buffered input as far as the pipe has room. If the reader is gone, drops the
    /// rest.
    pub(super) fn flush(&mut self) {
        while let Some(mut input) = self.input.as_ref().filter(|_| !self.pending.is_empty()) {
            match input.write(&self.pending) {
                Ok(written) => drop(self.pending.drain(..written)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.end_input(),
            }
        }
    }

    pub(super) fn end_input(&mut self) {
        self.input = None;
        self.pending.clear();
    }

    /// Whether it has written more than it may.
    pub(super) fn is_past_cap(&self) -> bool {
        self.written > self.exec.limits.output
    }

    /// Ends the program when it has written more than it may.
    pub(super) fn bound_output(&mut self) {
        if self.is_past_cap() && self.output.take().is_some() && self.facts.is_none() {
            self.held.request(&Request::End(Kill::No));
        }
    }

    /// Reads its output, up to its cap.
    pub(super) fn listen<'b>(&mut self, buffer: &'b mut [u8]) -> Option<&'b [u8]> {
        let mut output = self.output.as_ref().filter(|_| !self.is_past_cap())?;
        let bytes = match output.read(buffer) {
            Ok(0) => {
                self.output = None;
                self.hung_up = Some(Instant::now());
                return None;
            }
            Ok(length) => &buffer[..length],
            Err(error) if matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {
                return None;
            }
            Err(_) => {
                self.output = None;
                return None;
            }
        };
        let cap = self.exec.limits.output;
        let room = usize::try_from(cap.saturating_sub(self.written)).unwrap_or(usize::MAX).min(bytes.len());
        self.written += bytes.len() as u64;
        // One byte more than the cap shows `complete` that there was more.
        let recorded = (room + 1).min(bytes.len());
        // A memory file of ours takes what is below its cap. If it were full, only the record would
        // be shorter.
        let _ = (&*self.record).write_all(&bytes[..recorded]);
        Some(&bytes[..room])
    }

    /// Takes the answer of its cell, which has arrived: the program has ended.
    pub(super) fn take_facts(&mut self) -> Result<(), Failure> {
        match self.held.answer()? {
            Answer::Done(facts) => {
                self.facts = Some(facts);
                self.end_input();
                Ok(())
            }
            Answer::NotStarted(step, errno) => Err(not_started(self.exec, &step, errno).into()),
            Answer::Cancelled | Answer::Unserved => Err(Failure::Cell("the cell stopped a run by itself".into())),
        }
    }

    /// Looks at how long it has waited for the machine, while it goes on and if the last look, or
    /// the first call, is as long ago as `least`. A process that has ended can no longer say it.
    pub(super) fn look_at_wait(&mut self, now: Instant, least: Duration) {
        let is_late = now >= *self.machine.looked.get_or_insert(now) + least;
        let Some(cell) = self.held.pid.filter(|_| self.facts.is_none() && is_late) else { return };
        self.machine.looked = Some(now);
        self.machine.look(cell.as_raw_nonzero().get());
    }

    /// Ends the program when it has written too much to its folder, or taken too much memory.
    pub(super) fn bound_use(&mut self) {
        let why = self.watch.as_mut().filter(|_| self.facts.is_none()).and_then(UsageWatch::verdict);
        if let Some(why) = why {
            self.held.request(&Request::End(why));
            self.watch = None;
        }
    }
}

pub(super) fn finish(party: Party<'_>, pool: &mut CellPool) -> Result<CompletedRun, Failure> {
    let mut facts = party.facts.ok_or_else(|| Failure::Cell("a program without an end".into()))?;
    let mut held = party.held;
    held.kills.explain(&mut facts);
    pool.keep(held);
    let mut completed = facts::complete(party.exec, &facts, party.record, party.stderr, seal)?;
    completed.outcome.stdout_bytes = party.written;
    Ok(completed)
}

/// Opens a pipe of 1 MiB, or of the most that this user may have. Returns the reading and the
/// writing end. `mode` is what whoever holds an end may open once more.
fn wide_pipe(mode: u32) -> io::Result<(File, File)> {
    let (reader, writer) = io::pipe()?;
    // A pipe belongs to the user who made it, and the program may run as another one. With the
    // rights of both ends it could write to itself, or keep its partner from reading.
    rustix::fs::fchmod(&writer, rustix::fs::Mode::from_raw_mode(mode))?;
    let (reader, writer) = (File::from(OwnedFd::from(reader)), File::from(OwnedFd::from(writer)));
    // Each user has a budget of such pipes. Once it is used up, the relay's own buffer still holds
    // as much.
    let _ = rustix::pipe::fcntl_setpipe_size(&writer, 1 << 20);
    Ok((reader, writer))
}

fn set_nonblocking(file: &File) -> io::Result<()> {
    Ok(rustix::fs::fcntl_setfl(file, rustix::fs::OFlags::NONBLOCK)?)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::facts::tests::exec;
    use crate::linux::messages::tests::spec;
    use crate::linux::oom::OomKills;
    use crate::linux::socket;
    use rustix::process::Pid;
    use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
    use std::process::{Command, Stdio};

    /// A cell that consists of nothing but its socket.
    fn held(socket: OwnedFd) -> HeldCell {
        HeldCell {
            spec: spec(),
            user: None,
            socket,
            pid: None,
            is_blind: false,
            program: None,
            used: 0,
            kills: OomKills::default(),
        }
    }

    pub(in crate::linux) fn party(exec: &Exec, socket: OwnedFd) -> Party<'_> {
        Party {
            exec,
            held: held(socket),
            _scratch_loan: None,
            output: None,
            input: None,
            pending: Vec::new(),
            hung_up: None,
            record: Arc::new(tempfile::tempfile().unwrap()),
            stderr: Arc::new(tempfile::tempfile().unwrap()),
            written: 0,
            watch: None,
            machine: MachineWait::default(),
            facts: None,
        }
    }

    #[test]
    fn what_children_waited_and_computed_is_not_lost_with_them() {
        // Stands in for a cell. Two children of its program compute on one core, and have ended
        // when the program waits for input.
        let burn = "burn() { i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; }";
        let script = format!("read go; sh -c '{burn}; burn & burn & wait; exec cat'; :");
        let mut cell = Command::new("sh").args(["-c", &script]).stdin(Stdio::piped()).spawn().unwrap();
        let pid = cell.id().cast_signed();
        let mut core = CpuSet::new();
        core.set(sched_getcpu());
        sched_setaffinity(Pid::from_raw(pid), &core).unwrap();
        let input = File::from(OwnedFd::from(cell.stdin.take().unwrap()));
        (&input).write_all(b"\n").unwrap();

        let exec = exec();
        let mut party = party(&exec, socket::pair().unwrap().0);
        party.held.pid = Pid::from_raw(pid);
        while party.machine.computed.is_zero() || !process_tree::waits_for_input(pid, &input) {
            party.look_at_wait(Instant::now(), Duration::ZERO);
        }
        party.look_at_wait(Instant::now(), Duration::ZERO);
        let MachineWait { queued, computed, .. } = party.machine;
        drop(input);
        cell.wait().unwrap();
        let little = Duration::from_millis(20);
        assert!(computed > little, "{computed:?}");
        let is_counted = process_tree::longest_wait(rustix::process::getpid().as_raw_nonzero().get()).is_some();
        assert!(queued > little || !is_counted, "{queued:?}");
    }
}
