//! The sandbox on a Unix that is not Linux: level `measured`, plainly.
//!
//! The program is forked from the harness itself, so its reported memory cannot read lower than the
//! harness's. It gets resource limits and a process group of its own, which is killed at the end; a
//! child that left the group escapes. The end is found by asking every few milliseconds, a CPU
//! limit by `RLIMIT_CPU` to the second. Cores are not pinned.
//!
//! Nothing here is special to one system, so its tests run wherever the harness's tests do.

mod pair;

use super::facts::{self, Facts, Killed};
use super::scratch_watch::Watch;
use super::{
    Cancel, Cell, Completed, CompletedPair, Config, EXERCISE, Error, Exec, Level, Sandbox, Start, Stdin, compute,
};
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, waitpid};
use std::fs::File;
use std::io::{self, Write as _};
use std::mem;
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// There are no launchers here; what is asked for is an exercise.
pub fn cell_main() -> ! {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let rounds = match &arguments[..] {
        [task, rounds] if task == EXERCISE => rounds.parse().ok(),
        _ => None,
    };
    compute(rounds.unwrap_or(0));
    // SAFETY: ends the process.
    unsafe { libc::_exit(if rounds.is_some() { 0 } else { 2 }) }
}

// Taken by value because Linux keeps it.
#[allow(clippy::needless_pass_by_value)]
pub fn open(config: Config) -> Result<Box<dyn Sandbox>, Error> {
    match config.level {
        None | Some(Level::Measured) => Ok(Box::new(PortableSandbox)),
        Some(level @ (Level::Confined | Level::Full | Level::FullCgroup)) => Err(elsewhere(level)),
    }
}

pub fn doctor(_launcher: &Path) -> Vec<(Level, Result<(), Error>)> {
    let works = |level| if level == Level::Measured { Ok(()) } else { Err(elsewhere(level)) };
    Level::ALL.map(|level| (level, works(level))).into()
}

fn elsewhere(level: Level) -> Error {
    Error::Level { level, reason: format!("level {} is built for Linux on x86-64 and ARM64 only", level.name()) }
}

pub(crate) fn memory_file(bytes: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    Ok(file)
}

pub struct PortableSandbox;

impl Sandbox for PortableSandbox {
    fn level(&self) -> Level {
        Level::Measured
    }

    fn open(&self, _core: Option<usize>) -> Result<Box<dyn Cell>, Error> {
        Ok(Box::new(PortableCell))
    }
}

struct PortableCell;

impl Cell for PortableCell {
    fn run(&mut self, exec: &Exec, cancel: &Cancel) -> Result<Option<Completed>, Error> {
        if cancel.is_raised() {
            return Ok(None);
        }
        let (stdout, stderr) = (output()?, output()?);
        let open = |path: &Path| File::open(path).map_err(|error| Error::input(path, error));
        let stdin = match &exec.stdin {
            Stdin::Empty => open(Path::new("/dev/null"))?,
            Stdin::File(path) => open(path)?,
            Stdin::Captured(captured) => open(Path::new(&format!("/dev/fd/{}", captured.file.as_raw_fd())))?,
        };
        let epoch = Instant::now();
        let mut running = Running::start(exec, stdin.into(), copy(&stdout)?, copy(&stderr)?, epoch)?;
        // What it has used is known at the end only: then its time on the clock is looked at again.
        let longest = exec.wall_after(exec.limits.cpu);
        loop {
            if let Some(mut facts) = running.ended()? {
                if facts.killed == Killed::No && facts.wall > exec.wall_after(facts.cpu) {
                    facts.killed = Killed::Wall;
                }
                return if cancel.is_raised() {
                    Ok(None)
                } else {
                    facts::complete(exec, &facts, stdout.into(), stderr.into(), unsealed).map(Some)
                };
            }
            if cancel.is_raised() {
                running.kill();
            } else if epoch.elapsed() > longest {
                running.stop(Killed::Wall);
            }
            std::thread::sleep((epoch.elapsed() / 50).clamp(Duration::from_micros(200), Duration::from_millis(5)));
        }
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
        pair::run([first, second], wall, transcript, grace, cancel)
    }
}

/// A program that was started. Dropped before it has ended, it is killed with its group.
struct Running<'a> {
    pid: libc::pid_t,
    started: Instant,
    epoch: Instant,
    killed: Killed,
    watch: Option<Watch<'a>>,
    /// It was waited for; its pid may be somebody else's by now.
    over: bool,
}

impl<'a> Running<'a> {
    /// `epoch`: when time began, for [`Facts::ended`].
    fn start(exec: &'a Exec, stdin: Stdio, stdout: Stdio, stderr: Stdio, epoch: Instant) -> Result<Running<'a>, Error> {
        let mut command = Command::new(&exec.program);
        command.args(&exec.args).env_clear().envs(exec.env.iter().map(|(name, value)| (name, value)));
        command.stdin(stdin).stdout(stdout).stderr(stderr).process_group(0);
        command.current_dir(exec.scratch.as_deref().unwrap_or("/".as_ref()));
        let limits = limits(exec);
        // SAFETY: the closure makes system calls on copied values only.
        unsafe {
            command.pre_exec(move || {
                for (resource, value) in limits {
                    // At the soft limit of CPU time comes a signal that tells why, at the hard one
                    // any.
                    let hard = if resource == libc::RLIMIT_CPU as libc::c_int { value + 1 } else { value };
                    let limit = libc::rlimit { rlim_cur: value as libc::rlim_t, rlim_max: hard as libc::rlim_t };
                    libc::setrlimit(resource as _, &raw const limit);
                }
                Ok(())
            });
        }
        let started = Instant::now();
        let child = command.spawn().map_err(|error| Error::program(&exec.program, error))?;
        let pid = child.id().cast_signed();
        Ok(Running { pid, started, epoch, killed: Killed::No, watch: Watch::of(exec), over: false })
    }

    /// What became of it, once it has ended; what is left of its group is killed then. Never
    /// blocks.
    fn ended(&mut self) -> Result<Option<Facts>, Error> {
        let mut status = 0;
        // SAFETY: all-zero bytes are a valid rusage. Our own child, not waited for; both pointers
        // are to live values.
        let (got, usage) = unsafe {
            let mut usage: libc::rusage = mem::zeroed();
            (libc::wait4(self.pid, &raw mut status, libc::WNOHANG, &raw mut usage), usage)
        };
        match got {
            0 => {
                if self.watch.as_mut().is_some_and(Watch::overflows) {
                    self.stop(Killed::Output);
                    self.watch = None;
                }
                Ok(None)
            }
            got if got == self.pid => {
                self.kill();
                self.over = true;
                let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
                let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
                Ok(Some(Facts {
                    status,
                    killed: self.killed,
                    cpu: time(usage.ru_utime) + time(usage.ru_stime),
                    wall: self.started.elapsed(),
                    ended: self.epoch.elapsed(),
                    memory: usage.ru_maxrss as u64 * unit,
                    oom: false,
                    start: Start::Exec,
                }))
            }
            _ => Err(Error::system("cannot wait for a program", io::Error::last_os_error())),
        }
    }

    /// Kills it and its group for `why`; the first reason stays.
    fn stop(&mut self, why: Killed) {
        if self.killed == Killed::No {
            self.killed = why;
        }
        self.kill();
    }

    fn kill(&self) {
        // While it was not waited for, nobody else's group can have its number. What is dead
        // already is no error.
        let group = Pid::from_raw(self.pid);
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if !self.over {
            self.kill();
            // Our own child, not waited for.
            let _ = waitpid(Pid::from_raw(self.pid), WaitOptions::empty());
        }
    }
}

fn output() -> Result<File, Error> {
    tempfile::tempfile().map_err(|error| Error::system("cannot make a file for the output", error))
}

/// Files of other systems know no seals.
fn unsealed(_: &File) -> io::Result<()> {
    Ok(())
}

fn copy(file: &File) -> Result<Stdio, Error> {
    Ok(file.try_clone().map_err(|error| Error::system("cannot make a file for the output", error))?.into())
}

fn limits(exec: &Exec) -> [(libc::c_int, u64); 5] {
    let limits = &exec.limits;
    [
        (libc::RLIMIT_CPU as libc::c_int, limits.cpu.as_secs() + 1),
        (libc::RLIMIT_FSIZE as libc::c_int, limits.file_size.max(limits.output + 1)),
        (libc::RLIMIT_STACK as libc::c_int, limits.stack),
        (libc::RLIMIT_NOFILE as libc::c_int, limits.open_files.into()),
        (libc::RLIMIT_CORE as libc::c_int, 0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Exit, Limits, Profile, Side, Stopped};

    fn shell(script: &str) -> Exec {
        Exec {
            program: "/bin/sh".into(),
            args: vec!["-c".into(), script.into()],
            env: vec![("PATH".into(), "/usr/bin:/bin".into())],
            stdin: Stdin::Empty,
            profile: Profile::Solution,
            readable: Vec::new(),
            scratch: None,
            limits: Limits { output: 64 << 10, wall: Duration::from_secs(60), ..Limits::default() },
            crowding: 1,
            start: Start::Exec,
            serving: Vec::new(),
        }
    }

    fn run(exec: &Exec) -> Completed {
        PortableCell.run(exec, &Cancel::new().unwrap()).unwrap().unwrap()
    }

    #[test]
    fn a_program_is_run_and_told_of() {
        let done = run(&shell("echo out; echo err >&2; exit 3"));
        assert_eq!(done.outcome.exit, Exit::Code(3));
        assert_eq!((done.stdout.words(99), done.stderr.words(99)), ("out\n".to_owned(), "err\n".to_owned()));
        assert_eq!(run(&shell("kill -9 $$")).outcome.exit, Exit::Signal(9));
    }

    #[test]
    fn limits_end_a_program() {
        let mut sleeper = shell("sleep 1000");
        sleeper.limits.wall = Duration::from_millis(50);
        assert_eq!(run(&sleeper).outcome.stopped, Some(Stopped::Wall));
        assert_eq!(run(&shell("while :; do echo xxxxxxxxxxxxxxxx; done")).outcome.stopped, Some(Stopped::Output));
        // Known at its end here, and by what it used.
        let mut sleeper = Exec { crowding: 9, ..shell("sleep 0.5") };
        sleeper.limits.wall = Duration::from_millis(50);
        assert_eq!(run(&sleeper).outcome.stopped, Some(Stopped::Wall));
        let mut spinner = shell("while :; do :; done");
        spinner.limits.cpu = Duration::from_millis(100);
        assert_eq!(run(&spinner).outcome.stopped, Some(Stopped::Cpu));
    }

    #[test]
    fn a_folder_that_is_filled_ends_a_program_alone_and_in_a_dialogue() {
        let folder = tempfile::tempdir().unwrap();
        let script = "i=0; while :; do i=$((i + 1)); head -c 60000 /dev/zero > f$i; done";
        let mut filler = Exec { scratch: Some(folder.path().into()), ..shell(script) };
        filler.limits.file_size = 100 << 10;
        filler.limits.scratch = 400 << 10;
        assert_eq!(run(&filler).outcome.stopped, Some(Stopped::Output));
        let cancel = Cancel::new().unwrap();
        let pair = PortableCell.run_pair(&shell("cat"), &filler, LONG, 0, LONG, &cancel).unwrap().unwrap();
        assert_eq!((pair.second.outcome.stopped, pair.first.outcome.exit), (Some(Stopped::Output), Exit::Code(0)));
    }

    #[test]
    fn a_missing_program_is_a_missing_tool_and_a_raised_flag_ends_a_run() {
        let cancel = Cancel::new().unwrap();
        let missing = Exec { program: "/nonexistent".into(), ..shell("") };
        assert!(matches!(PortableCell.run(&missing, &cancel), Err(Error::Program { .. })));
        std::thread::scope(|scope| {
            let running = scope.spawn(|| PortableCell.run(&shell("sleep 1000"), &cancel).unwrap());
            cancel.raise();
            assert!(running.join().unwrap().is_none());
        });
    }

    fn talk(first: &str, second: &str, wall: Duration) -> CompletedPair {
        let grace = Duration::from_secs(5);
        let cancel = Cancel::new().unwrap();
        let pair = PortableCell.run_pair(&shell(first), &shell(second), wall, 4 << 10, grace, &cancel).unwrap();
        pair.unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn two_programs_talk_and_what_they_said_is_kept_in_order() {
        let pair = talk("echo 20; read x; exit $x", "read x; echo $((x + 1)); read y; exit 4", LONG);
        assert_eq!((pair.first.outcome.exit, pair.second.outcome.exit), (Exit::Code(21), Exit::Code(4)));
        assert_eq!(pair.ended_first, Some(Side::First));
        assert_eq!(pair.transcript, [(Side::First, b"20\n".to_vec()), (Side::Second, b"21\n".to_vec())]);
        assert!(!pair.transcript_cut);
    }

    #[test]
    fn when_one_is_done_the_input_of_the_other_ends_and_nobody_dies_of_a_pipe() {
        let pair = talk("exit 0", "cat; echo late; sleep 0.05; echo later; exit 6", LONG);
        assert_eq!(pair.second.outcome.exit, Exit::Code(6));
        assert_eq!(pair.ended_first, Some(Side::First));
        let pair = talk("cat > /dev/null; exit 5", "echo word; exit 0", LONG);
        assert_eq!((pair.first.outcome.exit, pair.ended_first), (Exit::Code(5), Some(Side::Second)));
    }

    #[test]
    fn one_that_ends_its_output_and_lives_on_ends_the_others_input() {
        let pair = talk("exec >&-; read x; exit 3", "cat; exit 4", LONG);
        assert_eq!((pair.first.outcome.exit, pair.second.outcome.exit), (Exit::Code(3), Exit::Code(4)));
        assert_eq!(pair.ended_first, Some(Side::Second));
    }

    #[test]
    fn much_goes_through_both_ways() {
        let bytes = 40_000;
        let pair = talk(&format!("head -c {bytes} /dev/zero; exec >&-; cat > /dev/null"), "cat", LONG);
        let said = |side| pair.transcript.iter().filter(|(s, _)| *s == side).map(|(_, text)| text.len()).sum::<usize>();
        assert_eq!((pair.first.outcome.stdout_bytes, pair.second.outcome.stdout_bytes), (bytes, bytes));
        assert!(pair.transcript_cut && said(Side::First) + said(Side::Second) == 4096);
    }

    #[test]
    fn two_that_wait_for_each_other_meet_the_deadline() {
        let pair = talk("read x; exit 1", "read x; exit 2", Duration::from_millis(50));
        assert_eq!((pair.first.outcome.exit, pair.second.outcome.exit), (Exit::Code(1), Exit::Code(2)));
        assert_eq!(pair.ended_first, None);
    }

    #[test]
    fn one_that_writes_past_its_cap_is_stopped() {
        let pair = talk("while :; do echo xxxxxxxxxxxxxxxx; done", "cat > /dev/null", LONG);
        assert_eq!(pair.first.outcome.stopped, Some(Stopped::Output));
        assert_eq!(pair.second.outcome.exit, Exit::Code(0));
    }
}
