//! The messages: what a cell is to be, what it is to run, what became of it.

use super::wire::{Reader, Writer};
use crate::facts::{Facts, Killed};
use crate::{Level, Profile};
use std::ffi::CString;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// What a cell is made for. Everything that is set up once, and the key under which the harness keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellSpec {
    pub level: Level,
    pub profile: Profile,
    pub core: Option<u32>,
    /// No later version of landlock than this one.
    pub landlock: Option<u32>,
    /// Whom programs run as when the harness is root; `None` keeps the harness's own user.
    pub uid: Option<u32>,
    /// What it shall see besides libraries. Empty at level measured.
    pub readable: Vec<PathBuf>,
    pub scratch: Option<PathBuf>,
}

/// Limits in the units of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobLimits {
    pub cpu: Duration,
    pub wall: Duration,
    pub crowding: u32,
    pub memory: u64,
    pub output: u64,
    pub stack: u64,
    pub processes: u32,
    pub open_files: u32,
    pub file_size: u64,
    pub scratch: u64,
}

/// Where a cell finds the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Path(CString),
    /// It comes as a descriptor.
    Opened,
    /// It is the one that came as a descriptor last.
    AsBefore,
}

/// One program to start. Its descriptors come along with the message: stdin, stdout, stderr, then the program where it comes as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    pub program: Source,
    /// With `argv[0]`.
    pub argv: Vec<CString>,
    pub env: Vec<CString>,
    /// `None`: an empty folder.
    pub directory: Option<CString>,
    pub limits: JobLimits,
}

impl Job {
    /// Descriptors that belong to this job.
    pub fn descriptors(&self) -> usize {
        3 + usize::from(self.program == Source::Opened)
    }
}

/// Harness to cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Run(Job),
    /// Kill what runs now and forget it; nothing when nothing does.
    Stop,
    /// Kill what runs now, for this reason, and report it.
    End(Killed),
}

/// Cell to harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The cell is set up.
    Ready,
    /// It could not be, and is gone.
    Unfit(String),
    Done(Facts),
    Cancelled,
    /// The program was never started: the step that failed and its errno.
    NotStarted(String, i32),
    /// The cell cannot be trusted any more and is gone.
    Broken(String),
}

impl CellSpec {
    pub fn write(&self) -> Vec<u8> {
        let mut w = Writer::default();
        w.u8(self.level as u8);
        w.u8(match self.profile {
            Profile::Solution => 0,
            Profile::Runtime => 1,
            Profile::Tool => 2,
        });
        w.option(self.core, Writer::u32);
        w.option(self.landlock, Writer::u32);
        w.option(self.uid, Writer::u32);
        w.list(&self.readable, |w, path| w.path(path));
        w.option(self.scratch.as_ref(), |w, path| w.path(path));
        w.finish()
    }

    pub fn read(message: &[u8]) -> io::Result<CellSpec> {
        let mut r = Reader(message);
        Ok(CellSpec {
            level: *Level::ALL.get(usize::from(r.u8()?)).ok_or_else(unknown)?,
            profile: match r.u8()? {
                0 => Profile::Solution,
                1 => Profile::Runtime,
                2 => Profile::Tool,
                _ => return Err(unknown()),
            },
            core: r.option(Reader::u32)?,
            landlock: r.option(Reader::u32)?,
            uid: r.option(Reader::u32)?,
            readable: r.list(Reader::path)?,
            scratch: r.option(Reader::path)?,
        })
    }
}

impl Request {
    pub fn write(&self) -> Vec<u8> {
        let mut w = Writer::default();
        match self {
            Request::Stop => w.u8(0),
            Request::End(why) => {
                w.u8(2);
                w.u8(killed_number(*why));
            }
            Request::Run(job) => {
                w.u8(1);
                write_job(&mut w, job);
            }
        }
        w.finish()
    }

    pub fn read(message: &[u8]) -> io::Result<Request> {
        let mut r = Reader(message);
        match r.u8()? {
            0 => Ok(Request::Stop),
            1 => Ok(Request::Run(read_job(&mut r)?)),
            2 => Ok(Request::End(read_killed(&mut r)?)),
            _ => Err(unknown()),
        }
    }
}

fn write_job(w: &mut Writer, job: &Job) {
    match &job.program {
        Source::Path(path) => {
            w.u8(0);
            w.bytes(path.as_bytes());
        }
        Source::Opened => w.u8(1),
        Source::AsBefore => w.u8(2),
    }
    w.list(&job.argv, |w, arg| w.bytes(arg.as_bytes()));
    w.list(&job.env, |w, variable| w.bytes(variable.as_bytes()));
    w.option(job.directory.as_ref(), |w, path| w.bytes(path.as_bytes()));
    let limits = &job.limits;
    w.duration(limits.cpu);
    w.duration(limits.wall);
    w.u32(limits.crowding);
    w.u64(limits.memory);
    w.u64(limits.output);
    w.u64(limits.stack);
    w.u32(limits.processes);
    w.u32(limits.open_files);
    w.u64(limits.file_size);
    w.u64(limits.scratch);
}

fn read_job(r: &mut Reader<'_>) -> io::Result<Job> {
    Ok(Job {
        program: match r.u8()? {
            0 => Source::Path(r.c_string()?),
            1 => Source::Opened,
            2 => Source::AsBefore,
            _ => return Err(unknown()),
        },
        argv: r.list(Reader::c_string)?,
        env: r.list(Reader::c_string)?,
        directory: r.option(Reader::c_string)?,
        limits: JobLimits {
            cpu: r.duration()?,
            wall: r.duration()?,
            crowding: r.u32()?,
            memory: r.u64()?,
            output: r.u64()?,
            stack: r.u64()?,
            processes: r.u32()?,
            open_files: r.u32()?,
            file_size: r.u64()?,
            scratch: r.u64()?,
        },
    })
}

fn killed_number(killed: Killed) -> u8 {
    match killed {
        Killed::No => 0,
        Killed::Cpu => 1,
        Killed::Wall => 2,
        Killed::Memory => 3,
        Killed::Output => 4,
    }
}

fn read_killed(r: &mut Reader<'_>) -> io::Result<Killed> {
    match r.u8()? {
        0 => Ok(Killed::No),
        1 => Ok(Killed::Cpu),
        2 => Ok(Killed::Wall),
        3 => Ok(Killed::Memory),
        4 => Ok(Killed::Output),
        _ => Err(unknown()),
    }
}

fn write_facts(w: &mut Writer, facts: &Facts) {
    w.u32(facts.status.cast_unsigned());
    w.u8(killed_number(facts.killed));
    w.duration(facts.cpu);
    w.duration(facts.wall);
    w.duration(facts.ended);
    w.u64(facts.memory);
    w.u8(u8::from(facts.oom));
}

fn read_facts(r: &mut Reader<'_>) -> io::Result<Facts> {
    Ok(Facts {
        status: r.i32()?,
        killed: read_killed(r)?,
        cpu: r.duration()?,
        wall: r.duration()?,
        ended: r.duration()?,
        memory: r.u64()?,
        oom: r.u8()? != 0,
    })
}

impl Reply {
    pub fn write(&self) -> Vec<u8> {
        let mut w = Writer::default();
        match self {
            Reply::Ready => w.u8(0),
            Reply::Unfit(why) => {
                w.u8(1);
                w.bytes(why.as_bytes());
            }
            Reply::Done(facts) => {
                w.u8(2);
                write_facts(&mut w, facts);
            }
            Reply::Cancelled => w.u8(3),
            Reply::NotStarted(step, errno) => {
                w.u8(4);
                w.bytes(step.as_bytes());
                w.u32(errno.cast_unsigned());
            }
            Reply::Broken(why) => {
                w.u8(5);
                w.bytes(why.as_bytes());
            }
        }
        w.finish()
    }

    pub fn read(message: &[u8]) -> io::Result<Reply> {
        let mut r = Reader(message);
        Ok(match r.u8()? {
            0 => Reply::Ready,
            1 => Reply::Unfit(text(&mut r)?),
            2 => Reply::Done(read_facts(&mut r)?),
            3 => Reply::Cancelled,
            4 => Reply::NotStarted(text(&mut r)?, r.i32()?),
            5 => Reply::Broken(text(&mut r)?),
            _ => return Err(unknown()),
        })
    }
}

fn text(r: &mut Reader<'_>) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&r.bytes()?).into_owned())
}

fn unknown() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "an unknown message")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        Job {
            program: Source::Path(c"/p".into()),
            argv: vec![c"a".into(), c"".into()],
            env: vec![c"K=v".into()],
            directory: Some(c"/tmp".into()),
            limits: JobLimits {
                cpu: Duration::from_millis(1),
                wall: Duration::from_secs(2),
                crowding: 9,
                memory: 3,
                output: 4,
                stack: u64::MAX,
                processes: 6,
                open_files: 7,
                file_size: 8,
                scratch: 9,
            },
        }
    }

    #[test]
    fn every_request_survives_the_wire() {
        let from = |program| Request::Run(Job { program, ..job() });
        let jobs = [Request::Run(job()), from(Source::Opened), from(Source::AsBefore)];
        for request in [Request::Stop, Request::End(Killed::Wall), Request::End(Killed::Output)].into_iter().chain(jobs)
        {
            assert_eq!(Request::read(&request.write()).unwrap(), request);
        }
    }

    #[test]
    fn every_reply_survives_the_wire() {
        let facts = Facts {
            status: -1,
            killed: Killed::Wall,
            cpu: Duration::from_nanos(1),
            wall: Duration::from_nanos(2),
            ended: Duration::from_nanos(3),
            memory: 9,
            oom: true,
        };
        let replies = [
            Reply::Ready,
            Reply::Unfit("why".into()),
            Reply::Done(facts),
            Reply::Cancelled,
            Reply::NotStarted("exec".into(), 2),
            Reply::Broken(String::new()),
        ];
        for reply in replies {
            assert_eq!(Reply::read(&reply.write()).unwrap(), reply);
        }
    }

    #[test]
    fn every_spec_survives_the_wire() {
        for level in Level::ALL {
            for profile in [Profile::Solution, Profile::Runtime, Profile::Tool] {
                let spec = CellSpec {
                    level,
                    profile,
                    core: Some(3),
                    landlock: Some(2),
                    uid: None,
                    readable: vec!["/a".into(), "/b".into()],
                    scratch: Some("/c".into()),
                };
                assert_eq!(CellSpec::read(&spec.write()).unwrap(), spec);
            }
        }
    }

    #[test]
    fn a_message_cut_anywhere_is_an_error() {
        let whole = Request::Run(job()).write();
        for n in 0..whole.len() {
            assert!(Request::read(&whole[..n]).is_err(), "{n}");
        }
    }
}
