//! Turns what was measured into what is reported, the same for every way of running a program.

use crate::scratch_watch::ScratchWatch;
use crate::{CapturedStream, CompletedRun, Error, Exec, Exit, Outcome, Start, StopReason, Usage, memory, tasks};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Why the sandbox ended a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kill {
    No,
    Cpu,
    Wall,
    Memory,
    /// Its files together took too much space.
    Output,
}

/// The measured facts about one process tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// As wait4 reports it.
    pub status: i32,
    pub killed: Kill,
    pub cpu: Duration,
    pub wall: Duration,
    /// When the cell saw it end, on the monotonic clock that all processes share.
    pub ended: Duration,
    /// Largest resident set of any one process of the tree, or the tree's peak where that was
    /// watched. Bytes.
    pub memory: u64,
    /// What the kernel's OOM killer did to the tree, where a cgroup tells.
    pub oom: Oom,
    pub start: Start,
}

impl Facts {
    pub(crate) fn exit(&self) -> Exit {
        if libc::WIFSIGNALED(self.status) {
            Exit::Signal(libc::WTERMSIG(self.status))
        } else {
            Exit::Code(libc::WEXITSTATUS(self.status))
        }
    }
}

/// What the kernel's OOM killer did in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Oom {
    No,
    /// The group met its own limit: the program's doing.
    Own,
    /// The group was within its limit: a group above it, such as a container, or the whole machine
    /// was out of memory.
    Elsewhere,
}

/// Seals a stream, so that nobody can change it any more.
pub(crate) type Seal = fn(&File) -> io::Result<()>;

/// Makes the report of a run from its facts and its streams.
///
/// # Errors
/// When the files of the output cannot be read.
pub(crate) fn complete(
    exec: &Exec,
    facts: &Facts,
    stdout: Arc<File>,
    stderr: Arc<File>,
    seal: Seal,
) -> Result<CompletedRun, Error> {
    let cap = exec.limits.output;
    let (stdout, stdout_bytes) = capture(stdout, cap, seal)?;
    let (stderr, stderr_bytes) = capture(stderr, cap, seal)?;
    let exit = facts.exit();
    // The output cap comes first: whatever ended the program, it wrote past the cap before.
    let stopped = if stdout_bytes + stderr_bytes > cap || exit == Exit::Signal(libc::SIGXFSZ) {
        Some(StopReason::Output)
    } else {
        match facts.killed {
            Kill::Cpu => Some(StopReason::Cpu),
            Kill::Wall => Some(StopReason::Wall),
            // The watcher saw the kill of a group that is within its limit.
            Kill::Memory if facts.oom == Oom::Elsewhere => None,
            Kill::Memory => Some(StopReason::Memory),
            Kill::Output => Some(StopReason::Output),
            Kill::No if facts.oom == Oom::Own => Some(StopReason::Memory),
            // The kernel's own backstop, whole seconds past our deadline. A SIGXCPU before that is
            // the program's own.
            Kill::No if exit == Exit::Signal(libc::SIGXCPU) && facts.cpu >= exec.limits.cpu => Some(StopReason::Cpu),
            // The program may have ended before anybody looked at its folder.
            Kill::No => fills_its_folder(exec)?.then_some(StopReason::Output),
        }
    };
    let usage = Usage { cpu: facts.cpu, wall: facts.wall, memory: facts.memory };
    let death = memory::Death {
        exit,
        peak: usage.memory,
        limit: exec.limits.memory,
        program: &exec.program,
        stderr: &stderr,
        profile: exec.profile,
    };
    let starved = facts.oom == Oom::Elsewhere;
    let memory_refused = facts.oom == Oom::Own || !starved && stopped.is_none() && memory::refused(&death);
    let task_refused = tasks::refused(&stderr);
    let start = facts.start;
    let outcome =
        Outcome { exit, stopped, usage, memory_refused, starved, task_refused, stdout_bytes, stderr_bytes, start };
    Ok(CompletedRun { outcome, stdout, stderr })
}

fn fills_its_folder(exec: &Exec) -> Result<bool, Error> {
    let Some(watch) = ScratchWatch::of(exec) else { return Ok(false) };
    watch.is_over().map_err(|error| Error::system("cannot look at what a program left in its folder", error))
}

/// Returns what was written to `file`, cut at `cap` and sealed, and its length before the cut.
fn capture(file: Arc<File>, cap: u64, seal: Seal) -> Result<(CapturedStream, u64), Error> {
    let failed = |error| Error::system("cannot read what a program wrote", error);
    let bytes = file.metadata().map_err(failed)?.len();
    if bytes > cap {
        file.set_len(cap).map_err(failed)?;
    }
    let len = bytes.min(cap);
    if len > 0 {
        seal(&file).map_err(failed)?;
    }
    // Until it is sealed, a stream can be changed by a process that escaped the end of its run.
    if file.metadata().map_err(failed)?.len() != len {
        return Err(Error::system("cannot read what a program wrote", io::Error::other("it is still being written")));
    }
    Ok((CapturedStream { file, len }, bytes))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Limits, Profile};

    pub(crate) fn exec() -> Exec {
        Exec::new("/bin/true", Profile::Solution, Limits::default())
    }

    /// A run that ended well and used nothing but a little memory.
    pub(crate) const FACTS: Facts = Facts {
        status: 0,
        killed: Kill::No,
        cpu: Duration::ZERO,
        wall: Duration::ZERO,
        ended: Duration::ZERO,
        memory: 1 << 20,
        oom: Oom::No,
        start: Start::Exec,
    };

    fn check(killed: Kill, status: i32, written: u64, oom: Oom, expected: Option<StopReason>) {
        check_facts(Facts { status, killed, oom, ..FACTS }, written, expected);
    }

    fn check_facts(facts: Facts, written: u64, expected: Option<StopReason>) {
        let mut exec = exec();
        exec.limits.output = 10;
        let stdout = tempfile::tempfile().unwrap();
        stdout.set_len(written).unwrap();
        let done =
            complete(&exec, &facts, Arc::new(stdout), Arc::new(tempfile::tempfile().unwrap()), |_| Ok(())).unwrap();
        assert_eq!(done.outcome.stopped, expected, "{facts:?} {written}");
        assert_eq!(done.outcome.stdout_bytes, written);
        assert_eq!(done.stdout.len, written.min(10));
    }

    #[test]
    fn the_output_cap_comes_before_what_ended_the_program() {
        check(Kill::No, 0, 10, Oom::No, None);
        check(Kill::No, 0, 11, Oom::No, Some(StopReason::Output));
        check(Kill::Cpu, 9, 11, Oom::No, Some(StopReason::Output));
        check(Kill::No, libc::SIGXFSZ, 5, Oom::No, Some(StopReason::Output));
    }

    #[test]
    fn what_the_cell_killed_for_is_what_is_reported() {
        check(Kill::Cpu, 9, 0, Oom::No, Some(StopReason::Cpu));
        check(Kill::Wall, 9, 0, Oom::No, Some(StopReason::Wall));
        check(Kill::Memory, 9, 0, Oom::No, Some(StopReason::Memory));
        check(Kill::Output, 9, 0, Oom::No, Some(StopReason::Output));
        check(Kill::No, 9, 0, Oom::Own, Some(StopReason::Memory));
        check(Kill::No, 9, 0, Oom::Elsewhere, None);
        check(Kill::Memory, 9, 0, Oom::Elsewhere, None);
        check(Kill::No, 9, 0, Oom::No, None);
    }

    #[test]
    fn the_kernels_signal_for_cpu_time_is_told_from_the_programs_own() {
        let signalled = Facts { status: libc::SIGXCPU, ..FACTS };
        check_facts(signalled, 0, None);
        check_facts(Facts { cpu: exec().limits.cpu, ..signalled }, 0, Some(StopReason::Cpu));
    }
}
