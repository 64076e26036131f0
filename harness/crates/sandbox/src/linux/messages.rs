//! The messages: what a cell is to be, what it is to run, and the outcome.

use crate::facts::{Facts, Kill};
use crate::{CoreWait, Level, Limits, Profile, Start};
use serde::{Deserialize, Serialize};
use std::ffi::{CString, OsString};

/// What a cell is made for: everything that is set up once, and the key by which the harness finds
/// it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CellSpec {
    pub level: Level,
    pub profile: Profile,
    pub core: Option<u32>,
    /// The latest version of landlock to use.
    pub landlock: Option<u32>,
    /// The user that programs run as when the harness is root. `None` keeps the harness's own user.
    pub uid: Option<u32>,
    /// Paths it is to see, beyond libraries. Empty at level `measured`.
    pub readable: Vec<OsString>,
    pub scratch: Option<OsString>,
    /// The one program the cell is for, which is to serve forks of itself: file and arguments.
    pub serves: Option<Vec<OsString>>,
}

/// Where a cell finds the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ProgramSource {
    Path(CString),
    /// It comes as a descriptor.
    Opened,
    /// It is the last one that came as a descriptor.
    AsBefore,
}

/// One program to start. Its descriptors come with the message: stdin, stdout, stderr, then the
/// program if it comes as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Job {
    pub program: ProgramSource,
    /// With `argv[0]`.
    pub argv: Vec<CString>,
    pub env: Vec<CString>,
    /// `None`: an empty folder.
    pub directory: Option<CString>,
    pub limits: Limits,
    pub core_wait: CoreWait,
    /// How to start it. For a fork, `argv` is the server's.
    pub start: Start,
    pub own_maps: bool,
}

impl Job {
    /// Whether it is the same run except for the streams, how the program came here, the start and
    /// the time on the clock, which the cell enforces and not the process.
    pub(super) fn is_like(&self, other: &Job) -> bool {
        let Job { program: _, argv, env, directory, limits, core_wait: _, start: _, own_maps } = self;
        let limits = Limits { wall: other.limits.wall, ..limits.clone() };
        (argv, env, directory, own_maps, &limits)
            == (&other.argv, &other.env, &other.directory, &other.own_maps, &other.limits)
    }

    /// How many descriptors come with this job.
    pub(super) fn descriptors(&self) -> usize {
        3 + usize::from(self.program == ProgramSource::Opened)
    }
}

/// Harness to cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Request {
    Run(Job),
    /// Kill what runs now and forget it. Does nothing when nothing runs.
    Stop,
    /// Kill what runs now, for this reason, and report it.
    End(Kill),
}

/// Cell to harness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// The cell is set up. `is_blind`: it has no `/proc`, so it cannot look at what it started.
    Ready {
        is_blind: bool,
    },
    /// The cell could not be set up, and is gone: why, and the error number when the machine ran
    /// out of something.
    Unfit(String, Option<i32>),
    Done(Facts),
    Cancelled,
    /// The program could not be forked. What it did with its streams until then is unknown.
    Unserved(String),
    /// The program was never started: the step that failed and its errno; or the limit of whoever
    /// started the harness that is in the way.
    NotStarted(String, Option<i32>),
    /// The cell cannot be trusted any more and is gone.
    Broken(String),
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::os::unix::ffi::OsStringExt;

    /// The spec of a solution's cell at the weakest level.
    pub(crate) fn spec() -> CellSpec {
        CellSpec {
            level: Level::Measured,
            profile: Profile::Solution,
            core: None,
            landlock: None,
            uid: None,
            readable: Vec::new(),
            scratch: None,
            serves: None,
        }
    }

    /// A hunt with a time limit gives each run the time that is left. Starting a new server for
    /// each would be slower than having none.
    #[test]
    fn a_run_with_another_time_on_the_clock_is_served_and_one_with_another_limit_is_not() {
        let job = |limits: Limits| Job {
            program: ProgramSource::AsBefore,
            argv: vec![c"a".into()],
            env: Vec::new(),
            directory: None,
            limits,
            core_wait: CoreWait::ALONE,
            start: Start::Fork,
            own_maps: false,
        };
        let usual = Limits::default();
        let wall = usual.wall / 2;
        assert!(job(usual.clone()).is_like(&job(Limits { wall, ..usual.clone() })));
        let cpu = usual.cpu / 2;
        assert!(!job(usual.clone()).is_like(&job(Limits { cpu, ..usual.clone() })));
        let memory = usual.memory / 2;
        assert!(!job(usual.clone()).is_like(&job(Limits { memory, ..usual })));
    }

    #[test]
    fn names_that_are_no_text_survive() {
        let odd = OsString::from_vec(b"/a\xff\n".to_vec());
        let spec = CellSpec {
            level: Level::Full,
            profile: Profile::Tool,
            core: Some(3),
            landlock: None,
            uid: Some(u32::MAX),
            readable: vec![odd.clone(), "/b".into()],
            scratch: Some(odd.clone()),
            serves: Some(vec![odd]),
        };
        let bytes = postcard::to_stdvec(&spec).unwrap();
        assert_eq!(postcard::from_bytes::<CellSpec>(&bytes).unwrap(), spec);
        let job = Job {
            program: ProgramSource::Path(c"/p\xff".into()),
            argv: vec![c"a".into(), c"".into()],
            env: vec![c"K=v".into()],
            directory: None,
            limits: Limits { memory: u64::MAX, ..Limits::default() },
            core_wait: CoreWait::Excused { programs: 9 },
            start: Start::Fork,
            own_maps: true,
        };
        let whole = postcard::to_stdvec(&Request::Run(job.clone())).unwrap();
        assert_eq!(postcard::from_bytes::<Request>(&whole).unwrap(), Request::Run(job));
        for length in 0..whole.len() {
            assert!(postcard::from_bytes::<Request>(&whole[..length]).is_err(), "{length}");
        }
    }
}
